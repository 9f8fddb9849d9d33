"""Drives models and agents, grades what they leave, and writes the evidence that sitegen publishes."""
