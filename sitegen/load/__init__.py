"""Reading the content tree: files in, records and issues out. With `publish`, the only place that touches the disk."""
