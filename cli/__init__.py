"""The command line. A command reads arguments, calls one function, prints. Calls the same functions as the pages."""
