"""Many games at once on a CUDA device: one thread for each game, and all threads of a block at the same stage of a turn.

Threads run together only while they run the same instructions, and the rules are long: blocks whose threads are all over them mostly wait
for instructions. So a thread whose game is ahead waits, and the stage that is furthest behind goes on.
"""

from typing import Any

from nuns.kernel.play import random_choice
from nuns.rules.chance import seed_game
from nuns.rules.setup import set_table
from nuns.rules.state import State
from nuns.rules.turn import advance, answer, next_figure
from nuns.rules.words import Stage

cuda: Any = None  # these three names are bound when this is compiled for a device
int32: Any = int
RECORD: Any = None

# The order in which stages go on: guards finish their steps before the next movement begins, and new plans wait for all games.
IN_ORDER = (
    Stage.DEAL, Stage.FIRST_PATHS, Stage.ROUTES, Stage.NOISE, Stage.DICE, Stage.WINDOW, Stage.ANSWERS, Stage.HEARING, Stage.TOKENS,
    Stage.NOISE_END, Stage.ORDER, Stage.STEPS, Stage.MOVEMENT, Stage.CLEARING, Stage.TURN_END, Stage.OVER, Stage.PLANS,
)  # fmt: skip
RANK = tuple(2 * IN_ORDER.index(stage) for stage in Stage)  # by stage; games in which somebody is asked go first
OVER = RANK[Stage.OVER] + 1
NONE_LEFT = 2 * len(Stage)
WARP, EVERYONE = 32, 0xFFFFFFFF


def rank_of(game: State) -> Any:
    """Returns how far a game has come within a turn, an even number while somebody is asked."""
    return int32(RANK[game.stage] + (game.asked == 0))


def least_of_warp(rank: int) -> int:
    """Returns the lowest rank among the threads of a warp."""
    for apart in (16, 8, 4, 2, 1):
        rank = min(rank, cuda.shfl_xor_sync(EVERYONE, rank, apart))
    return rank


def choose(board: Any, game: Any, figure: int) -> int:
    """Returns a random choice; a policy replaces this function."""
    return random_choice(board, game, figure)


def play_on(board: Any, game: Any) -> None:
    """Carries out one decision or one stage."""
    if game.asked:
        figure = next_figure(game)
        answer(board, game, figure, choose(board, game, figure))
    else:
        advance(board, game)


def start_game(boards: Any, games: Any, own: Any, i: int, seed: int, first: int, novices: int, guard_players: int) -> None:
    """Takes game ``first`` + i of the seed from a fresh state; the deal is its first stage."""
    own[0] = games[0]
    seed_game(own[0], seed, first + i)
    set_table(boards[0], own[0], novices, guard_players)


def keep_outcome(kept: Any, own: Any, i: int) -> None:
    """Keeps only how a game ended."""
    kept[i].ending = own[0].ending
    kept[i].winners = own[0].winners
    kept[i].turn = own[0].turn
    kept[i].captures = own[0].captures


def continue_game(boards: Any, games: Any, own: Any, i: int, seed: int, first: int, novices: int, guard_players: int) -> None:
    """Takes a game that was dealt before."""
    own[0] = games[i]


def keep_game(kept: Any, own: Any, i: int) -> None:
    """Keeps the whole state of a game."""
    kept[i] = own[0]


def play_in_step(boards: Any, games: Any, kept: Any, next_game: Any, seed: int, first: int, novices: int, guard_players: int) -> None:
    """Lets every thread play one game after another from a common counter until none is left."""
    own = cuda.local.array(1, RECORD)
    least = cuda.shared.array(2, int32)
    if cuda.threadIdx.x < 2:
        least[cuda.threadIdx.x] = NONE_LEFT
    rank, i, round_ = int32(OVER), -1, 0
    while True:
        furthest_behind = least_of_warp(rank)
        cuda.syncthreads()
        if cuda.threadIdx.x % WARP == 0:
            cuda.atomic.min(least, round_, furthest_behind)
        if cuda.threadIdx.x == 0:
            least[1 - round_] = NONE_LEFT
        cuda.syncthreads()
        furthest_behind = least[round_]
        round_ = 1 - round_
        if furthest_behind == NONE_LEFT:
            break
        if rank == furthest_behind:
            if rank == OVER:
                if i >= 0:
                    keep_game(kept, own, i)
                i = cuda.atomic.add(next_game, 0, 1)
                if i < len(kept):
                    start_game(boards, games, own, i, seed, first, novices, guard_players)
            else:
                play_on(boards[0], own[0])
            rank = rank_of(own[0]) if i < len(kept) else int32(NONE_LEFT)
        cuda.syncwarp(EVERYONE)
