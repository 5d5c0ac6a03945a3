"""Claimdiff: which claims of our assistant's answers did this change leave without support?"""

__version__ = "0.1.0"
