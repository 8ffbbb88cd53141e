"""Tables over HTTP: made, sat at, started, left, and opened on another device."""

import pytest

from nuns.server.store import new_code, new_token, record_code
from tests.kit.web import Person, Served

HTML, SQL = "<b onclick=alert(1)>Agnes</b>", "Robert'); DROP TABLE tables;--"


def made(person: Person, **settings: object) -> str:
    answer = person.post("/api/tables", json={"settings": settings})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"]["code"])


def seated(person: Person, code: str, chair: str, name: str = "Agnes") -> dict[str, object]:
    answer = person.put(f"/api/tables/{code}/chairs/{chair}", json={"name": name})
    assert answer.status_code == 200, answer.text
    told: dict[str, object] = answer.json()
    return told


def refusal(answer: object) -> tuple[int, str]:
    status, told = answer.status_code, answer.json()  # type: ignore[attr-defined]
    assert list(told) == ["why", "reason", "values"]
    assert told["reason"]
    return status, told["reason"]


def test_who_makes_a_table_is_its_host_and_has_a_cookie_for_it_alone(person: Person) -> None:
    answer = person.post("/api/tables", json={"settings": {"novices": 2, "edition": "dutch"}, "bots": {"guards": "easy"}})
    told = answer.json()
    code = told["table"]["code"]
    assert (answer.status_code, told["host"], told["chairs"]) == (201, True, [])
    assert [chair["kind"] for chair in told["table"]["chairs"]] == ["bot", "empty", "empty"]
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"nuns-{code}=")
    assert {"HttpOnly", "SameSite=lax", f"Path=/api/tables/{code}"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert "nuns-" not in answer.text


def test_the_cookie_of_a_table_over_https_is_never_sent_in_the_clear(site: Served) -> None:
    """Only a proxy that is trusted may say that it was https; here nobody is."""
    with site.person(**{"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}) as somebody:
        assert "Secure" not in somebody.post("/api/tables", json={}).headers["set-cookie"]


def test_one_browser_may_hold_several_chairs(person: Person) -> None:
    code = made(person, novices=2)
    assert seated(person, code, "guards")["chairs"] == ["guards"]
    assert seated(person, code, "b", "Beatrix")["chairs"] == ["guards", "b"]
    answer = person.delete(f"/api/tables/{code}/chairs/guards")
    assert answer.json()["chairs"] == ["b"]


def test_a_guest_sits_down_by_the_code_alone_and_is_not_the_host(site: Served, person: Person) -> None:
    code = made(person)
    with site.person() as guest:
        assert guest.get(f"/api/tables/{code}").json()["host"] is False
        told = seated(guest, code, "a", "Beatrix")
        assert (told["chairs"], told["host"]) == (["a"], False)
        assert refusal(guest.post(f"/api/tables/{code}/start"))[0] == 403
        assert refusal(guest.put(f"/api/tables/{code}/chairs/guards/bot", json={"level": "easy"}))[0] == 403
        assert refusal(guest.patch(f"/api/tables/{code}", json={"novices": 3}))[0] == 403
        assert refusal(guest.post(f"/api/tables/{code}/abandon"))[0] == 403
    assert refusal(person.put(f"/api/tables/{code}/chairs/a", json={"name": "Clare"}))[0] in (403, 409)


def test_the_host_settles_seats_bots_and_gives_up(person: Person) -> None:
    code = made(person, novices=1)
    told = person.patch(f"/api/tables/{code}", json={"novices": 3, "edition": "italian"}).json()
    assert [chair["chair"] for chair in told["table"]["chairs"]] == ["guards", "a", "b", "c"]
    told = person.put(f"/api/tables/{code}/chairs/c/bot", json={"level": "easy"}).json()
    assert told["table"]["chairs"][-1]["level"] == "easy"
    told = person.put(f"/api/tables/{code}/chairs/c/bot", json={"level": None}).json()
    assert told["table"]["chairs"][-1]["kind"] == "empty"
    assert refusal(person.post(f"/api/tables/{code}/start"))[0] == 409
    assert person.post(f"/api/tables/{code}/abandon").json()["table"]["status"] == "abandoned"
    assert refusal(person.post(f"/api/tables/{code}/start"))[0] == 409


def test_open_tables_are_listed_and_others_are_not(person: Person) -> None:
    closed, opened = made(person), [made(person, open=True) for _ in range(3)]
    first = person.get("/api/tables", params={"limit": 2}).json()
    second = person.get("/api/tables", params={"limit": 2, "before": first["next"]}).json()
    found = [table["code"] for table in (*first["tables"], *second["tables"])]
    assert found[:3] == opened[::-1]
    assert closed not in found


def test_a_seat_link_opens_the_chairs_on_another_device(site: Served, person: Person) -> None:
    code = made(person)
    seated(person, code, "guards")
    link = person.get(f"/api/tables/{code}/link").json()["link"]
    assert link.startswith(f"{site.url}/t/{code}#key=")
    with site.person() as phone:
        assert refusal(phone.get(f"/api/tables/{code}/link"))[0] == 403
        told = phone.post(f"/api/tables/{code}/key", json={"key": link.partition("#key=")[2]})
        assert told.json()["chairs"] == ["guards"]
        assert phone.get(f"/api/tables/{code}").json()["chairs"] == ["guards"]


def test_keys_that_were_guessed_or_belong_elsewhere_open_nothing(site: Served, person: Person) -> None:
    code, other = made(person), made(person)
    foreign = person.get(f"/api/tables/{other}/link").json()["link"].partition("#key=")[2]
    with site.person() as thief:
        for key in (new_token(), foreign):
            status, reason = refusal(thief.post(f"/api/tables/{code}/key", json={"key": key}))
            assert status == 403
            assert key not in reason
        assert "set-cookie" not in thief.post(f"/api/tables/{code}/key", json={"key": new_token()}).headers
        for key in ("", "x", "x" * 44, "ü" * 43, "a" * 42 + "\n"):
            assert refusal(thief.post(f"/api/tables/{code}/key", json={"key": key}))[0] == 400


def test_a_forged_cookie_opens_nothing(site: Served, person: Person) -> None:
    code = made(person)
    seated(person, code, "guards")
    for token in (new_token(), "x", '"><script>', "0" * 5000):
        with site.person(Cookie=f"nuns-{code}={token}") as thief:
            told = thief.get(f"/api/tables/{code}").json()
            assert (told["chairs"], told["host"]) == ([], False)
            assert refusal(thief.delete(f"/api/tables/{code}/chairs/guards"))[0] == 403
    assert person.get(f"/api/tables/{code}").json()["chairs"] == ["guards"]


def test_a_token_that_was_given_up_opens_nothing_any_more(site: Served, person: Person) -> None:
    code = made(person, novices=2)
    with site.person() as guest:
        seated(guest, code, "a")
        shown = guest.shown(code)
        guest.delete(f"/api/tables/{code}/chairs/a")
        with site.person(**shown) as again:
            assert again.get(f"/api/tables/{code}").json()["chairs"] == []


@pytest.mark.parametrize("name", [HTML, SQL, "名前", "a" * 40, "Agnès txt", "%s%n{}"])
def test_names_are_kept_as_they_are_whatever_is_in_them(person: Person, name: str) -> None:
    code = made(person)
    seated(person, code, "guards", name)
    answer = person.get(f"/api/tables/{code}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["table"]["chairs"][0]["name"] == name


@pytest.mark.parametrize("name", ["", "a" * 41, "\x00", " \n ", "\u2028", 7, None])
def test_names_that_cannot_stand_in_a_record_are_refused(person: Person, name: object) -> None:
    code = made(person)
    assert refusal(person.put(f"/api/tables/{code}/chairs/guards", json={"name": name}))[0] in (400, 422)


@pytest.mark.parametrize(
    "body, status",
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'{"settings": {"novices": 7}}', 400),
        (b'{"settings": {"novices": 1, "colour": "red"}}', 400),
        (b'{"bots": {"z": "easy"}}', 400),
        (b'{"bots": {"b": "easy"}}', 422),
        (b'{"settings": {"edition": "klingon"}}', 422),
        (b'{"settings": {"options": {"sight": "x-ray"}}}', 422),
        (b'{"settings": {"guard_players": 2}}', 422),
        (b"\xff\xfe", 400),
        (b"[" * 20_000, 400),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(person: Person, body: bytes, status: int) -> None:
    answer = person.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert refusal(answer)[0] == status


def test_json_that_is_none_is_called_by_its_name(person: Person) -> None:
    answer = person.post("/api/tables", content=b"{nope", headers={"Content-Type": "application/json"})
    assert refusal(answer)[1].startswith("JSON is malformed")


@pytest.mark.parametrize("code", ["x", "..%2F..%2Fetc%2Fpasswd", "'; DROP TABLE tables;--", "%00", "2" * 500, "%F0%9F%8C%99"])
def test_a_code_that_is_none_is_not_found(person: Person, code: str) -> None:
    assert person.get(f"/api/tables/{code}").status_code == 404
    assert person.post(f"/api/tables/{code}/start").status_code == 404


def test_a_code_nobody_has_is_not_found(person: Person) -> None:
    for address in ("", "/link", "/record", "/qr.svg"):
        assert refusal(person.get(f"/api/tables/{new_code()}{address}"))[0] == 404


def test_an_invitation_is_drawn_as_a_code_to_scan(person: Person) -> None:
    answer = person.get(f"/api/tables/{made(person)}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "sandbox" in answer.headers["content-security-policy"]


def test_the_record_of_an_unfinished_night_is_nobodys(person: Person) -> None:
    code = made(person)
    assert refusal(person.get(f"/api/tables/{code}/record"))[0] == 409
    assert refusal(person.get(f"/api/records/{record_code(code)}"))[0] == 404
