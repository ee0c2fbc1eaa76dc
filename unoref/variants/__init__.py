"""The variants: which modules each is made of, with which parameters, and nothing else."""
