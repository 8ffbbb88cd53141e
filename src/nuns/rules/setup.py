"""Set-up and the deal, which is the first action of chance (rules 2)."""

from nuns.board.tables import Board
from nuns.rules.choices import CaptureGoal, Monk
from nuns.rules.state import State
from nuns.rules.tape import say
from nuns.rules.words import ABBESS, CHANCE, GUARDS, HOLDERS, MONK, NOVICES, Ask, Blessing, Event, Stage, Status

CARDS_OF_A_KIND = 2  # blessings (10)
BLESSING_CARDS = CARDS_OF_A_KIND * Blessing.FALSE_NOISE


def set_table(board: Board, game: State, novices: int, guard_players: int) -> None:
    """Puts everything in its place before the cards are drawn (1.3, 2.1)."""
    game.turn = 1
    game.phase = 1
    game.novice_players = novices
    game.guard_players = guard_players
    game.goal = capture_goal(game)
    for figure in range(NOVICES):
        game.novices[figure].figure = figure
        game.novices[figure].cell = board.cell[figure]
    for number in range(GUARDS):
        game.guards[number].number = number
    for number in range(GUARDS - 1):
        set_guard(board, game, number)
    set_monk(board, game)
    game.stage = Stage.DEAL


def capture_goal(game: State) -> int:
    """Returns how many captures win: the number of players, or as a variant the number of novices (1.3)."""
    if game.options.capture_goal == CaptureGoal.NOVICES:
        return game.novice_players
    return game.novice_players + game.guard_players


def set_guard(board: Board, game: State, number: int) -> None:
    """Puts the Abbess or the Prioress on her first dot (2.1)."""
    guard = game.guards[number]
    guard.sees = 1
    guard.hears = 1
    guard.chases = 1
    guard.dot = board.guard_start[0]


def has_monk(game: State) -> bool:
    """Tells whether a monk plays (11.2)."""
    return game.options.monk != Monk.NONE


def set_monk(board: Board, game: State) -> None:
    """Puts the monk on his first dot: Father Frederick hears, Father Robert sees, neither catches (11.2)."""
    if has_monk(game):
        monk = game.guards[MONK - ABBESS]
        monk.walks_only = 1
        monk.sees = game.options.monk == Monk.ROBERT
        monk.hears = game.options.monk == Monk.FREDERICK
        monk.dot = board.monk_start[0]


def ask_draw(board: Board, game: State) -> None:
    """Asks chance for the next card: a number and a wish for each novice, then a blessing for everyone, novices first (2.1-2.3)."""
    if game.novices_dealt < game.novice_players:
        ask_chance(game, Ask.NUMBER if is_number_due(game) else Ask.WISH)
    elif next_holder(game) < HOLDERS:
        ask_chance(game, Ask.CARD)
    else:
        game.wishes_drawn = 0
        game.blessings_drawn = 0
        say(game, Event.DEALT, 0, 0, 0)
        game.stage = Stage.FIRST_PATHS


def deals_blessings(game: State) -> bool:
    """Tells whether every novice and guard draws a blessing (2.3)."""
    return game.options.blessings != 0


def wish_deck(game: State) -> int:
    """Returns the number of the deck from which the wish cards are drawn (2.2)."""
    return game.options.wish_cards


def ask_chance(game: State, ask: int) -> None:
    """Asks chance for a card or a face."""
    game.ask = ask
    game.asked = 1 << CHANCE


def is_number_due(game: State) -> bool:
    """Tells whether the next card is a novice's number; otherwise the last one drawn still needs her wish (2.2)."""
    return novice_without_wish(game) == NOVICES


def novice_without_wish(game: State) -> int:
    """Returns the novice who has drawn her number and not yet her wish, or NOVICES."""
    for novice in game.novices:
        if novice.status != Status.ABSENT and novice.wish_dot == 0:
            return novice.figure
    return NOVICES


def next_holder(game: State) -> int:
    """Returns the first figure who has yet to draw a blessing, or HOLDERS (2.3)."""
    for figure in range(HOLDERS):
        if game.blessings[figure] == Blessing.NONE and owns_blessing(game, figure):
            return figure
    return HOLDERS


def owns_blessing(game: State, figure: int) -> bool:
    """Tells whether a figure draws a blessing: each novice who plays and each guard, but not the monk (2.3, 11.2)."""
    return deals_blessings(game) and (figure >= NOVICES or game.novices[figure].status != Status.ABSENT)


def may_draw(board: Board, game: State) -> int:
    """Returns the cards that have not been drawn yet, as bits (2.1-2.3)."""
    allowed = 0
    if game.ask == Ask.NUMBER:
        for figure in range(NOVICES):
            if board.cell[figure] and game.novices[figure].status == Status.ABSENT:
                allowed |= 1 << (figure + 1)
        return allowed
    drawn = game.wishes_drawn if game.ask == Ask.WISH else game.blessings_drawn
    for card in range(1, 9):
        if not drawn >> card & 1:
            allowed |= 1 << card
    return allowed


def draw(board: Board, game: State, card: int) -> None:
    """Deals one card: a novice's number, her wish, or a blessing (2.1-2.3)."""
    if game.ask == Ask.NUMBER:
        novice = game.novices[card - 1]
        novice.status = Status.ON_THE_RUN
        novice.dot = novice.cell
        novice.told_dot = novice.cell
    elif game.ask == Ask.WISH:
        novice = game.novices[novice_without_wish(game)]
        novice.key_dot = key_dot_of(board, game, card)
        novice.wish_dot = wish_dot_of(board, game, card)
        game.wishes_drawn |= 1 << card
        game.novices_dealt += 1
    else:
        game.blessings[next_holder(game)] = kind_of_card(card)
        game.blessings_drawn |= 1 << card


def key_dot_of(board: Board, game: State, card: int) -> int:
    """Returns the dot of the key that a wish card names, 1-8 (2.2)."""
    return board.wishes[wish_deck(game)][card][0]


def wish_dot_of(board: Board, game: State, card: int) -> int:
    """Returns the dot of the wish that a wish card names, 1-8 (2.2)."""
    return board.wishes[wish_deck(game)][card][1]


def kind_of_card(card: int) -> int:
    """Returns the kind of a blessing card 1-8; there are two of each (10)."""
    return (card + 1) // CARDS_OF_A_KIND


def known_blessing(known: State, figure: int) -> int:
    """Returns the blessing that a figure is known to hold or to have played, or NONE (2.3, 3.2, 10.4)."""
    if known.blessings[figure]:
        return known.blessings[figure]
    if known.played[figure]:
        return known.played[figure]
    return Blessing.FALSE_NOISE if known.untold[figure] else Blessing.NONE


def hides_blessing(known: State, figure: int) -> bool:
    """Tells whether a figure has a blessing that is not known (2.3, 3.1)."""
    return owns_blessing(known, figure) and known_blessing(known, figure) == Blessing.NONE


def hidden_cards(known: State) -> int:
    """Returns the blessing cards, 1-8, that may lie in hidden hands, as bits; of two of a kind the first counts as the known one (2.3)."""
    hidden = 0
    for card in range(1, BLESSING_CARDS + 1):
        if (card - 1) % CARDS_OF_A_KIND >= count_known(known, kind_of_card(card)):
            hidden |= 1 << card
    return hidden


def count_known(known: State, kind: int) -> int:
    """Returns how many blessings of that kind somebody is known to hold or to have played (2.3)."""
    count = 0
    for figure in range(HOLDERS):
        if known_blessing(known, figure) == kind:
            count += 1
    return count
