"""Programs such as users of the library write; type checkers must find nothing in them, and they run."""
