"""What a seat may know, and sees."""
