"""The analysis of a night in English, as ``nuns analyse`` prints it."""

from collections.abc import Mapping, Sequence

from nuns.analysis.findings import Account, Analysis, DecisionReview, Point, TurningPoint, ValuedMove
from nuns.analysis.story import figure_name, sentence_of
from nuns.lab.report.words import points

MARKS = {
    "best": "best choice",
    "good": "good choice",
    "inaccuracy": "small slip",
    "mistake": "mistake",
    "blunder": "big mistake",
    "unclear": "too close to call",
}
WORTH_A_LINE = ("inaccuracy", "mistake", "blunder")
PARTS = {
    "deal": "after the deal",
    "novices": "novices moved",
    "noise": "noise made",
    "guards": "guards moved",
    "listening": "guards listened",
    "end": "the end",
}
REASONS = {
    "caught": "{who} was caught",
    "seen": "{who} was seen",
    "heard": "{who} was heard",
    "vanished": "{who} slipped out of sight",
    "wish": "{who} picked up her secret wish",
    "key": "{who} picked up her key",
    "home": "{who} came home",
    "dawn": "dawn broke",
    "die": "the dice fell",
    "unheard": "nobody was heard",
    "closing": "the guards closed in",
    "searched": "the guards searched elsewhere",
    "risked": "{who} took risks",
    "stole": "{who} stole on",
    "decision": "choices by {who}",
}
BAR = 20  # characters of a whole chance
LEADS = (  # as web/src/replay/analysis/curve.ts has them
    (0.97, "can hardly lose"),
    (0.8, "are far ahead"),
    (0.6, "are ahead"),
)
Names = Mapping[str, str]  # by seat


def named(seat: str, names: Names) -> str:
    """Returns a seat as English sentences name it, with the name of who sat there."""
    figure = "the novices" if seat == "novices" else str(figure_name(seat))
    return f"{figure} ({names[seat]})" if seat in names else figure


def whole_percent(share: float) -> str:
    """Returns a share in whole per cent; an estimate is never certain."""
    return f"{share if share <= 0 or share >= 1 else min(0.99, max(0.01, share)):.0%}"


def lead(point: Point) -> str:
    """Returns in words who is ahead."""
    if point.part == "end":
        return "the guards have won" if point.guards > 0.5 else "the novices have won"
    side, chance = ("guards", point.guards) if point.guards >= 0.5 else ("novices", 1 - point.guards)
    return next((f"the {side} {text}" for limit, text in LEADS if chance >= limit), "anyone’s night")


def choice_text(choice: ValuedMove) -> str:
    """Returns a choice as its movement card and end, or as it is written in game files."""
    if choice.gait:
        return f"{choice.gait} to {choice.route[-1]}"
    if len(choice.route) > 1 and choice.actions:
        return f"to {choice.route[-1]} over {len(choice.route) - 1} dots"
    return choice.actions[0] if choice.actions else "nothing"


def decision_text(review: DecisionReview) -> str:
    """Returns what is said of one decision in one line."""
    text = (
        f"turn {review.turn}, {named(review.figure, {})}: {MARKS[review.mark]}: "
        f"{choice_text(review.played)} ({whole_percent(review.played.chance)})"
    )
    if review.best is None:
        return text
    better = f"{choice_text(review.best)} ({whole_percent(review.best.chance)})"
    return f"{text}; better: {better}, {points(review.cost)} points ({points(review.low)} to {points(review.high)})"


def turning_text(turning: TurningPoint, names: Names) -> str:
    """Returns a turning point in one line."""
    what = REASONS[turning.reason].format(who=named(turning.seat, names))
    return f"turn {turning.turn}: {what}; the guards’ chance went from {whole_percent(turning.before)} to {whole_percent(turning.after)}"


def account_text(account: Account, names: Names) -> str:
    """Returns one player's night as a sum."""
    start, luck, own, known, unknowable, others, result, without = account_cells(account)
    choices = f"own choices {own} ({known} by what was known, {unknowable} by what nobody could know), everybody else’s {others}"
    return f"{named(account.seat, names)}: {start} before the deal, luck {luck}, {choices}, result {result}; without luck {without}"


def account_cells(account: Account) -> list[str]:
    """Returns the sum of a player's night in points with one decimal.

    Start, luck, own choices and those of all others add up to the result; what was known and what was not, to the own choices.
    """
    changes = (account.luck, account.decisions + account.unknowable, account.decisions, account.unknowable, account.others)
    without = f"{100 * account.adjusted:.1f}".replace("-", "\N{MINUS SIGN}")
    return [f"{100 * account.start:.1f}", *map(points, changes), f"{100 * account.result:.0f}", without]


def curve_lines(curve: Sequence[Point]) -> list[str]:
    """Returns the curve as bars of text with numbers and words."""
    lines = []
    for point in curve:
        bar = ("#" * round(BAR * point.guards)).ljust(BAR, ".")
        doubt = f" ± {100 * point.error:.0f}" if point.error else ""
        lines.append(f"turn {point.turn:>2}  {PARTS[point.part]:<15} {bar} guards {whole_percent(point.guards):>4}{doubt}  {lead(point)}")
    return lines


def night_lines(analysis: Analysis, names: Names) -> list[str]:
    """Returns the whole analysis as plain lines."""
    lines = ["The story", *(f"  {sentence_of(line)}" for line in analysis.story)]
    turning = [turning_text(each, names) for each in analysis.turning_points]
    lines += ["", "Turning points", *(f"  {text}" for text in turning or ["no single moment decided this night"])]
    lines += ["", "Who was ahead (by the truth)", *(f"  {text}" for text in curve_lines(analysis.curve))]
    costly = [decision_text(each) for each in analysis.decisions if each.mark in WORTH_A_LINE]
    good = sum(each.mark in ("best", "good") for each in analysis.decisions)
    lines += ["", "Decisions (by what the seat knew)", *(f"  {text}" for text in costly or ["no choice was clearly worse than another"])]
    lines += [f"  {good} of {len(analysis.decisions)} decisions were the best there was, or close to it"]
    lines += ["", "Luck and skill (in points of winning chance; each line adds up)"]
    lines += [f"  {account_text(each, names)}" for each in analysis.luck.accounts]
    return [*lines, "", f"{analysis.rollouts:,} roll-outs; all chances are estimates."]
