"""Analysis of a recorded game by a net: win probabilities, costly orders, and luck.

    analysis_settings   settings of an analysis
    net_evaluator       the net: its evaluations, and its play
    candidates          alternatives to each order: by the net, and by other advisers
    rollouts            values of orders in determinized worlds
    luck_decomposition  changes of the win probability, split into luck and decisions
    order_costs         the most costly orders
    seat_analysis       all of it for one seat
    report_data         the same as JSON, and as remarks on a page
    game_report         analyses of recorded games, for the command line
    replay_summary      descriptions of replays, for the command line

The analysis for a seat depends only on what that seat saw at its own decisions: two games that look
the same to it have the same analysis, byte for byte.
"""
