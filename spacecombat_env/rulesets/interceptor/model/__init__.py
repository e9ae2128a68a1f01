"""What lies on the table: names, sizes, records, tables, words; what every chapter shares."""
