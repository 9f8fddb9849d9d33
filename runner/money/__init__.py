"""What requests may cost and did cost, in ticks of 1e-10 US dollars."""
