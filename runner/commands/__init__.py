"""One module per group of commands: parse, call, print, exit code."""
