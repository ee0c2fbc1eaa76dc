"""Mutation testing: is a fault in the rules noticed?

``python -m tests.mutation`` takes small faults from cosmic-ray, puts one at a time into the package, and holds the package to
the rulings, the properties and the tests that run the faulty line, until one of them fails. See ``docs/proof.rst``.
"""
