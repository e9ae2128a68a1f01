"""Chapters MOV, PSH, SOT, SOC, COL, AST: moving."""
