"""A suite: what one invocation plans, freezes, runs in order, and writes down."""
