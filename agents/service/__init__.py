"""The service: tables for browsers and programs over HTTP and WebSockets; `spacecombat serve`.

keys       names of games and keys of readers: drawn at random, kept as hashes
store      what is kept: games, readers and every word, in SQLite
opponents  who may be played against, and how a player of ours speaks at a table
wanted     a game that is asked for, checked field by field
listeners  one reader at one connection, and the messages that it is sent
rooms      a table with its listeners: hears what they say, lets players of ours speak
warmth     which rule sets are ready, so that nothing is compiled while somebody waits
house      all rooms: opened when they are wanted, made anew from the store
guard      whose requests are heard at all: hosts, origins, sizes, rates
web        pages and JSON over HTTP
sockets    the protocol over WebSockets
app        the application, and running it
"""
