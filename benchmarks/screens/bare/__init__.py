"""The bare page: what one writes for the same submit with Starlette and sqlite3 alone. It is the yardstick."""
