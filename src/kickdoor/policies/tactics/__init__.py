"""Choices for single questions and for the own turn."""
