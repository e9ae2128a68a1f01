"""What lies on the table: kinds and sizes, records, tables, dice, words and decisions."""
