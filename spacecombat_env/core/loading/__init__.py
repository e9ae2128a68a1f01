"""Reading scenarios and printed tables, with errors that name file and field."""
