"""The empty Streamlit page: one button, one counter, and the app's own server settings. It is the other yardstick."""
