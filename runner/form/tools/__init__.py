"""The tools by subject; `runner.form.dispatch` has the table of all."""
