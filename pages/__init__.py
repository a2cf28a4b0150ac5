"""What a person sees: one Streamlit screen per file, each a render() function. main.py is the entry script."""
