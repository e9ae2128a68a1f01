"""Records by reference: Python's result is native's."""

from native.building import language_tests
from native.record_kinds import Flag, LargeGame, Ship, Slot, Slot4, Small, SmallGame


def aliases(r: Ship, a: Small, i: Slot):
    crew = r.crew[i]
    other = r.crew[i]
    crew.age = a
    other.skill = int(crew.age) + 1
    crew = r.captain
    crew.age = 3
    return other.age, r.crew[i].skill


def alias_in_loop(r: Ship):
    oldest = r.crew[0]
    for crew in r.crew:
        crew.skill //= 2
        if crew.age > oldest.age:
            oldest = crew
    oldest.age = 0
    return oldest


def copies(r: Ship, i: Slot):
    r.captain = r.crew[i]
    r.crew[1 - i] = r.captain
    r.captain.age = 1
    r.crew[0] = r.crew[0]


def records_exchange_as_views(r: Ship):
    r.crew[0], r.crew[1] = r.crew[1], r.crew[0]


def numbers_exchange(r: Ship, i: Slot4, j: Slot4):
    r.cargo[i], r.cargo[j] = r.cargo[j], r.cargo[i]
    r.hull, r.cargo[0] = int(r.cargo[0]), int(r.hull)
    i, r.cargo[i] = j, 7
    r.captain.age, (r.captain.skill, r.hull) = 1, (2, 3)


def copy_of_records(a: Ship, b: Ship):
    a.crew = b.crew
    a.captain = b.crew[1]
    return a.crew


def whole_copy(a: SmallGame, b: Ship, i: Slot):
    a.ships[i] = b
    a.ships[i].hull = 1
    return a.ships[i]


def returned_record(a: SmallGame, i: Slot):
    return a.ships[i].captain


def returned_parameter(a: Ship):
    return a


def record_chosen(a: Ship, b: Ship, first: Flag):
    chosen = a if first else b
    chosen.hull = 5
    (b if first else a).speed = 6
    return chosen


def records_in_tuple(a: Ship, b: Small):
    crew, captain, number = both(a, b)
    crew.age = 1
    captain.age = 2
    both(a, 1)[0].skill = number
    return number


def both(a, b):
    return a.crew[1], a.captain, b + 1


def capacities(a: SmallGame, b: LargeGame, i: Slot):
    return hulls(a), hulls(b), hull_at(a, i), hull_at(b, i + 3), int(a.turn) + int(b.turn)


def hulls(game):
    total = 0
    for ship in game.ships:
        total += int(ship.hull) % 1000
        ship.hull = 0
    game.turn = total % 100
    return total + len(game.ships) * 1000 + len(game.order)


def hull_at(game, i):
    return int(game.ships[i].speed)


def row_of_some_length(a: SmallGame, b: Ship, i: Slot):
    row = a.order if i else b.cargo
    row[0] = 3
    return row


def named_row(a: SmallGame):
    order = a.order
    order[1] = order[0]
    order = order[2:5]
    order[0] = 1
    return order


CASES, test_native_equals_python = language_tests(globals(), 40)
