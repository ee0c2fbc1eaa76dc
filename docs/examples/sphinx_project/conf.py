"""The documentation of a game server that cites rules: its own, and those of unoref."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Corner Café"
extensions = ["unoref.sphinxext"]
html_theme = "alabaster"

clause_books = ["rules"]  # the café's own rulebook, rules/cafe
clause_variants = ["cafe"]
