"""Setting the table and the deal, which is chance's first action (rules 2)."""

from nuns.board.tables import Board
from nuns.rules.choices import CaptureGoal, Monk
from nuns.rules.state import State
from nuns.rules.tape import say
from nuns.rules.words import ABBESS, CHANCE, GUARDS, HOLDERS, MONK, NOVICES, Ask, Blessing, Event, Stage, Status


def set_table(board: Board, game: State, novices: int, guard_players: int) -> None:
    """2.1, 1.3 Everything in its place before the cards are drawn."""
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
    """1.3 The number of players; in a variant the number of novices."""
    if game.options.capture_goal == CaptureGoal.NOVICES:
        return game.novice_players
    return game.novice_players + game.guard_players


def set_guard(board: Board, game: State, number: int) -> None:
    """2.1."""
    guard = game.guards[number]
    guard.sees = 1
    guard.hears = 1
    guard.chases = 1
    guard.dot = board.guard_start[0]


def has_monk(game: State) -> bool:
    """Tells whether a father walks the convent too (11.2)."""
    return game.options.monk != Monk.NONE


def set_monk(board: Board, game: State) -> None:
    """11.2 Father Frederick hears, Father Robert sees; neither chases."""
    if has_monk(game):
        monk = game.guards[MONK - ABBESS]
        monk.walks_only = 1
        monk.sees = game.options.monk == Monk.ROBERT
        monk.hears = game.options.monk == Monk.FREDERICK
        monk.dot = board.monk_start[0]


def ask_draw(board: Board, game: State) -> None:
    """2.1-2.3 Each novice draws her number and her wish; then, with blessings, everyone draws one, novices first."""
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
    game.ask = ask
    game.asked = 1 << CHANCE


def is_number_due(game: State) -> bool:
    """2.2 A number is drawn unless one lies there that waits for its wish."""
    return wishing(game) == NOVICES


def wishing(game: State) -> int:
    """The novice who has drawn her number and not yet her wish."""
    for novice in game.novices:
        if novice.status != Status.ABSENT and novice.wish_dot == 0:
            return novice.figure
    return NOVICES


def next_holder(game: State) -> int:
    """2.3 The first figure who has yet to draw a blessing."""
    for figure in range(HOLDERS):
        if game.blessings[figure] == Blessing.NONE and owns_blessing(game, figure):
            return figure
    return HOLDERS


def owns_blessing(game: State, figure: int) -> bool:
    """Tells whether a figure draws a card: with blessings in play each novice who plays and each guard; the monk owns none (2.3, 11.2)."""
    return deals_blessings(game) and (figure >= NOVICES or game.novices[figure].status != Status.ABSENT)


def may_draw(board: Board, game: State) -> int:
    """2.1-2.3 Cards are drawn without putting them back: those that are left, as bits."""
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
    """2.1-2.3."""
    if game.ask == Ask.NUMBER:
        novice = game.novices[card - 1]
        novice.status = Status.ON_THE_RUN
        novice.dot = novice.cell
        novice.told_dot = novice.cell
    elif game.ask == Ask.WISH:
        novice = game.novices[wishing(game)]
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
    """10 Two cards of each kind: 1 and 2 are the first kind, and so on."""
    return (card + 1) // 2
