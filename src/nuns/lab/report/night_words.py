"""The analysis of a night in English, as ``nuns analyse`` prints it."""

from collections.abc import Mapping, Sequence

from nuns.analysis.findings import Account, Analysis, DecisionReview, Point, TurningPoint, ValuedMove
from nuns.analysis.story import sentence_of
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
    "die": "the dice fell",
    "decision": "choices by {who}",
}
BAR = 20  # characters of a whole chance
LEADS = (
    (0.15, "the novices can hardly lose"),
    (0.3, "the novices are far ahead"),
    (0.45, "the novices are ahead"),
    (0.55, "anyone’s night"),
    (0.7, "the guards are ahead"),
    (0.85, "the guards are far ahead"),
)
Names = Mapping[str, str]  # by seat


def named(seat: str, names: Names) -> str:
    """Returns a seat with the name of who sat there."""
    return f"{seat} ({names[seat]})" if seat in names else seat


def whole_percent(share: float) -> str:
    """Returns a share in whole per cent."""
    return f"{share:.0%}"


def lead(point: Point) -> str:
    """Returns in words who is ahead."""
    if point.part == "end":
        return "the guards have won" if point.guards > 0.5 else "the novices have won"
    return next((text for limit, text in LEADS if point.guards < limit), "the guards can hardly lose")


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
        f"turn {review.turn}, {review.figure}: {MARKS[review.mark]}: {choice_text(review.played)} ({whole_percent(review.played.chance)})"
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
    """Returns one player's night as an account."""
    parts = f"luck {points(account.luck)}, decisions {points(account.decisions)}, nobody could know {points(account.unknowable)}"
    return f"{named(account.seat, names)}: {parts}; without luck {points(account.adjusted)} of {100 * account.result:.0f}"


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
    lines += ["", f"Luck and skill (in points; before the deal the guards had {whole_percent(analysis.luck.start)})"]
    lines += [f"  {account_text(each, names)}" for each in analysis.luck.accounts]
    return [*lines, "", f"{analysis.rollouts:,} roll-outs; all chances are estimates."]
