"""Tournaments: many players in many pairs of games, stored game by game, with a report.

plan             the tournament file
tournament       its settings and players, opened, and their hashes
seeds            seeds of pairs and players
schedule         the units of work, in their order
game_rows        a game as it is stored
unit_games       plays a unit: a pure function
store            SQLite, written by one process
standings        suspended players and decided matchups: a pure function of the rows
executors        play units in this process or in others; ray_executor on a cluster
runner           plays a tournament from its stored state to its end
tournament_runs  the same with progress shown, for the command line
report_data      the numbers of the report
report_page      the report as a page
"""
