"""Lines of CSV as RFC 4180 has them, but ended by a line feed alone, so that equal tables have equal bytes."""

import csv
import io
from collections.abc import Iterable, Sequence


def csv_line(values: Sequence[object]) -> str:
    """Returns one line without its end; values with commas or quotes are quoted."""
    written = io.StringIO()
    csv.writer(written, lineterminator="").writerow(values)
    return written.getvalue()


def read_csv_lines(lines: Iterable[str]) -> Iterable[list[str]]:
    """Returns the values of each line."""
    return csv.reader(lines, strict=True)
