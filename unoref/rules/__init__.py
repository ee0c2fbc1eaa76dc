"""One mechanism a file, shared by the variants; a variant's own module says which of them it plays with."""
