"""The service: games for browsers and programs over HTTP and WebSockets; `spacecombat serve`.

server      the socket, and uvicorn
app         the Starlette application and its routes
http        endpoints, long polling, WebSockets, middleware, pages, rate limits
games       the game manager, game sessions, subscribers, message handling, authentication
storage     the SQLite file with all games, access keys, files readable only by their owner
timing      clocks of people, timers, the time grid
delegation  kinds of decision, and standing orders that delegate them to a captain
players     the available opponents, and bots at a seat
"""
