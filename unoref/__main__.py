"""``python -m unoref``: the command line."""

from unoref.cli import main

if __name__ == "__main__":
    main()
