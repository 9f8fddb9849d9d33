"""The numbers as files: `results.json`, `results.csv`, the data dictionary, and the JSON Schemas of the records."""
