"""Why a table did not do what it was asked, in one sentence, with the number that HTTP has for it."""

NO_SUCH_TABLE, NOT_YOURS, NOT_NOW, NOT_SO, TOO_OFTEN, NO_STORE = 404, 403, 409, 422, 429, 503


class Refusal(Exception):
    """Changed nothing. ``status``: 404 no such table, 403 not yours, 409 not now or stale, 422 cannot be, 429 too often, 503 no store."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
