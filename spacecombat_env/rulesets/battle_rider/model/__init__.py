"""What lies on the table: kinds and sizes, records, tables, cards, words and decisions."""
