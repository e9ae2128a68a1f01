"""A recorded game, told by a net: how it stood, what was dear, and what was luck.

    analysis_settings   how much is tried
    net_evaluator       the net: its evaluations, and how it plays
    trajectory          a game as one seat observed it
    candidates          what could have been played at each order: by the net, and by others
    rollouts            what comes of orders in determinized worlds
    luck_decomposition  luck and decisions apart, turn by turn
    order_costs         the orders that cost most
    seat_analysis       all of it for one seat
    report_data         the same as JSON, and as remarks on a page
    game_report         analyses of recorded games, for the command line
    replay_summary      a replay described, for the command line

What is told to a reader follows from what that seat was shown at its own questions, and from
nothing else: two games that look the same to it have the same analysis, byte for byte.
"""
