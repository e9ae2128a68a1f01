"""Order of evaluation: Python's result is native's."""

from native.building import language_tests
from native.record_kinds import Bytes, Ship, Slot4

FOUR = (9, -8, 7, -6)


def bump(a):
    """Change the record and return what it was worth."""
    a.hull = (int(a.hull) * 3 + 7) % 50
    return int(a.hull)


def tick(a):
    """Change the first of a row, and return a small index."""
    a[0] = (int(a[0]) + 1) % 4
    return int(a[0])


def order_of_operands(a: Ship):
    first = a.hull + bump(a)
    second = bump(a) - a.hull
    third = bump(a) * 2 + a.hull * 100 - bump(a)
    return first, second, third, bump(a) < bump(a), a.hull == bump(a), bump(a) // (1 + bump(a) % 5)


def order_of_arguments(a: Ship):
    return (
        three(bump(a), a.hull, bump(a)),
        three(a.hull, bump(a), a.hull),
        min(bump(a), a.hull, bump(a)),
    )


def three(x, y, z):
    return x + 100 * y + 10_000 * z


def order_of_changes(a: Ship):
    a.hull += bump(a)
    a.hull -= bump(a) // 3
    a.hull //= 1 + bump(a) % 3
    a.hull %= 20 + bump(a)
    a.hull = a.hull + bump(a) - a.hull
    a.hull %= 50
    a.cargo[tick(a.cargo)] = tick(a.cargo)
    a.cargo[tick(a.cargo)] += tick(a.cargo)
    a.cargo[tick(a.cargo)] = a.cargo[tick(a.cargo)]


def repeated_targets(a: Ship, i: Slot4):
    a.cargo = FOUR
    a.cargo[i] += a.cargo[i]
    a.cargo[a.cargo[2] % 4] -= a.cargo[a.cargo[2] % 4] // 2 + a.cargo[2]
    a.crew[i // 2].age = 5
    a.crew[i // 2].age *= a.crew[i // 2].age - a.crew[i // 2].age // 2


def order_of_tuples(a: Ship):
    x, y, z = a.hull, bump(a), a.hull
    b = (bump(a), a.hull, bump(a))
    c, d = bump(a), int(a.hull)
    return x, y, z, b, c, d, (bump(a), 0.5, a.hull)


def order_of_conditions(a: Ship):
    if a.hull == bump(a) or bump(a) > 25 and bump(a) < 40 or a.hull > 10:
        a.speed = 1
    x = bump(a) if bump(a) > 20 else a.hull
    y = bump(a) % 2 and bump(a) or a.hull
    return x, y, bump(a) in (a.hull, bump(a)), bump(a) in range(a.hull, bump(a)), not bump(a)


def order_of_parts(a: Bytes):
    row = a[tick(a) : tick(a)]
    other = a[tick(a) :]
    a[tick(a) : 4] = tick(a)
    return len(row), len(other), a[tick(a)] in a[: tick(a)]


def order_of_copies(a: Ship, b: Bytes):
    a.cargo[tick(a.cargo) : 4] = b[tick(a.cargo) : 4] if False else tick(a.cargo)
    a.crew[tick(a.cargo) // 2] = a.crew[tick(a.cargo) // 2]
    a.cargo[a.cargo[0] % 4 : 4] = tick(a.cargo)
    a.cargo[a.cargo[0] % 2 : a.cargo[0] % 2 + 2] = two_of(a.cargo)
    a.crew[tick(a.cargo) // 2].age = tick(a.cargo)


def two_of(row):
    at = tick(row) // 2
    return row[at : at + 2]


def order_of_several_targets(a: Ship):
    a.hull = a.speed = bump(a)
    a.cargo[0] = a.cargo[a.cargo[0]] = 2
    x = a.hull = bump(a) + a.hull
    return x


def order_of_lengths(a: Ship):
    x = len(changed(a).cargo)
    y = a.hull + len(changed(a).cargo) + a.hull
    return x, y


def changed(a):
    bump(a)
    return a


def limits_of_loops(a: Ship, b: Bytes):
    found = 0
    for i in range(bump(a) % 3, bump(a) % 7, 2):
        found += i + bump(a)
    for x in changed(a).cargo:
        found += int(x) * bump(a)
        a.cargo[3] = 1
    while bump(a) % 5 and found < 100:
        found += 1 + abs(bump(a))
    return found


def unused_calls(a: Ship, b: Bytes):
    bump(a)
    changed(a)
    changed(a).hull + 1
    tick(b) + bump(a)
    bump(a) if b[0] else tick(b)
    (bump(a), tick(b))


CASES, test_native_equals_python = language_tests(globals(), 40)
