"""From a private suite to the evidence that may be published."""
