"""A node that plays a night until it is killed, and says of each action of its people that it was acknowledged.

``python -m tests.kit.doomed_node URL SEED``: the first line has the table's code, its host's token and the people's; then a line an action.
"""

import asyncio
import json
import os
import sys

from nuns.server.settings import ChairName, Settings
from tests.kit.tables import Person, node_on, seated, started

LEASE = 1.0
SETTINGS = Settings(novices=2, options={"turns": 6})


def say(**words: object) -> None:
    os.write(1, json.dumps(words).encode() + b"\n")


async def main(url: str, seed: int) -> None:
    async with node_on(url, secret=f"{seed:064x}", lease=LEASE) as (node, _):
        table, host, people = await seated(node, SETTINGS, {"b": "easy"})
        say(code=table.code, host=host, tokens={chair: person.token for chair, person in people.items()})
        for number, person in enumerate(people.values()):
            person.rng.seed(seed * 10 + number)
        await started(table, host, people)
        while True:
            for chair, person in people.items():
                await answer(chair, person)
            await asyncio.sleep(0)


async def answer(chair: ChairName, person: Person) -> None:
    for seat in person.asked():
        action = person.choice(seat)
        reply = await person.act(seat, action)
        assert reply["type"] == "accepted", reply
        say(chair=chair, action=action)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
