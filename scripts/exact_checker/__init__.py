"""Exact geometry with Python's integers and fractions, independent of allide's own code.

Used by check_certificate.py and check_torture.py. Nothing but the standard library is needed.
"""
