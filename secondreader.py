"""The installed name: its version, and the place where Streamlit finds the ballot's declared files."""

__version__ = "0.1.0"
