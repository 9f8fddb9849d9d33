"""One module per protocol family: its protocol, its suite and its run."""
