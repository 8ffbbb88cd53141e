"""The game for OpenSpiel: its own random simulations, strings with perfect recall, secrets, and a resampler from the exact belief."""

from importlib.util import find_spec

import pytest

if find_spec("pyspiel") is None:  # no wheel for this machine

    def test_without_openspiel_nothing_of_it_is_imported() -> None:
        assert "open_spiel" not in {name.partition(".")[0] for name in __import__("sys").modules}

else:
    import random
    from pathlib import Path
    from runpy import run_path

    import numpy as np
    import pyspiel

    from nuns import new_game
    from nuns.env.layout import OBSERVATION_SIZE
    from nuns.env.openspiel import ConventSpielState, PlayerBelief, belief_of, make_resampler, redraw_blessings
    from nuns.rules.words import ABBESS, PRIORESS, Blessing, Status
    from tests.kit import spiel_playthroughs
    from tests.kit.sample import sample

    SHORT = "blessings:off;turns:2"

    def played(game: str, params: dict[str, object], seed: int, decisions: int) -> ConventSpielState:
        """A state after so many random decisions and chances."""
        state: ConventSpielState = pyspiel.load_game(game, params).new_initial_state()
        rng = random.Random(seed)
        while decisions and not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            decisions -= not state.is_chance_node()
        return state

    @pytest.mark.parametrize("params", [{"options": "turns:1"}, {"edition": "dutch", "novices": 2, "options": "turns:1"}])
    def test_openspiels_random_simulation_finds_nothing(params: dict[str, object], capfd: pytest.CaptureFixture[str]) -> None:
        pyspiel.random_sim_test(pyspiel.load_game("nuns_convent", params), num_sims=sample(3, 20), serialize=True, verbose=False)

    def test_openspiels_random_simulation_of_the_mini_convent(capfd: pytest.CaptureFixture[str]) -> None:
        pyspiel.random_sim_test(pyspiel.load_game("nuns_mini_convent"), num_sims=sample(20, 200), serialize=True, verbose=False)

    @pytest.mark.parametrize("name", spiel_playthroughs.PLAYED)
    def test_a_playthrough_is_what_it_was(name: str) -> None:
        text = spiel_playthroughs.playthrough(name)
        assert text == spiel_playthroughs.path_of(name).read_text(encoding="utf-8")
        assert "InformationStateString" in text
        assert "IsTerminal() = True" in text

    @pytest.mark.parametrize("options", ["blessings:off;turns:2", "blessings=off;turns=2"])
    def test_a_game_is_loaded_again_by_its_own_name(options: str) -> None:
        game = pyspiel.load_game("nuns_convent", {"options": options})
        again = pyspiel.load_game(str(game))
        assert str(again) == str(game) == f"nuns_convent(edition=mayfair,guard_players=1,novices=1,options={SHORT})"
        assert (again.setup.options.turns, again.setup) == (2, game.setup)

    def test_returns_have_a_sum_of_zero_and_tensors_stay_in_bounds() -> None:
        state, rng = pyspiel.load_game("nuns_convent", {"novices": 2, "options": SHORT}).new_initial_state(), random.Random(4)
        while not state.is_terminal():
            if not state.is_chance_node():
                tensor = state.observation_tensor(state.current_player())
                assert len(tensor) == OBSERVATION_SIZE
                assert 0 <= min(tensor) <= max(tensor) <= 1
            state.apply_action(rng.choice(state.legal_actions()))
        assert sum(state.returns()) == pytest.approx(0)
        assert max(map(abs, state.returns())) == 1

    def test_a_player_recalls_everything_and_learns_no_secret() -> None:
        state = played("nuns_convent", {"options": SHORT}, 3, 30)
        novice, guards = (state.information_state_string(player) for player in (0, 1))
        assert novice.count("> ") + guards.count("> ") > 20
        assert '"route"' in novice
        assert '"route"' not in guards
        assert '"key_dot"' in novice
        assert '"key_dot"' not in guards

    @pytest.mark.rule("3.2")
    def test_the_guards_cannot_tell_plans_apart_that_look_alike() -> None:
        """The mini-convent: two hidden movements with the same card are one information state of the guards."""
        told = set()
        for plan in ([2, 0, 4], [2, 1, 4]):
            state = pyspiel.load_game("nuns_mini_convent").new_initial_state()
            for action in (1, *plan):
                assert action in state.legal_actions()
                state.apply_action(action)
            told.add(state.information_state_string(1))
            assert state.current_player() == 1
        assert len(told) == 1

    @pytest.mark.rule("3.2")
    @pytest.mark.parametrize("novices, decisions, seed", [(1, 12, 1), (2, 60, 5)])
    def test_a_resampled_state_is_the_same_to_the_player_and_possible(novices: int, decisions: int, seed: int) -> None:
        resample, dots = make_resampler(3), set()
        state = played("nuns_convent", {"novices": novices, "options": "turns:3"}, seed, decisions)
        rng = random.Random(2)
        while state.current_player() != novices or any(novice.shown for novice in state.night.state.novices):
            state.apply_action(rng.choice(state.legal_actions()))  # until the guards decide and see nobody
            assert not state.is_terminal()
        for _ in range(4):
            other = resample(state, novices)
            assert other.information_state_string(novices) == state.information_state_string(novices)
            assert other.observation_string(novices) == state.observation_string(novices)
            assert other.legal_actions() == state.legal_actions()
            dots.add(tuple(novice.dot for novice in other.night.state.novices if novice.status == Status.ON_THE_RUN))
            rng = random.Random(1)
            for _ in range(20):
                if not other.is_terminal():
                    other.apply_action(rng.choice(other.legal_actions()))
        assert len(dots) > 1
        assert np.isfinite(sum(state.returns()))

    @pytest.mark.rule("3.2")
    def test_states_that_differ_are_told_apart_by_the_others() -> None:
        """Otherwise a search would take two novices on different dots for one, with each other's legal answers."""
        state, resample = played("nuns_convent", {"options": SHORT}, 1, 12), make_resampler(3)
        while state.current_player() != 1:
            state.apply_action(random.Random(2).choice(state.legal_actions()))
        legal: dict[str, set[tuple[int, ...]]] = {}
        for _ in range(12):
            other = resample(state, 1)
            novice = next(novice for novice in other.night.state.novices if novice.status == Status.ON_THE_RUN)
            legal.setdefault(other.information_state_string(0), set()).add((novice.dot, novice.key_dot, novice.has_key))
        assert len(legal) > 1
        assert {len(each) for each in legal.values()} == {1}

    @pytest.mark.parametrize("player", [0, 1, 2])
    def test_a_belief_that_is_kept_up_is_the_same_as_a_new_one(player: int) -> None:
        state, kept, rng = (
            pyspiel.load_game("nuns_convent", {"novices": 2, "options": SHORT}).new_initial_state(),
            PlayerBelief(),
            random.Random(6),
        )
        looks = 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            if not any(state.night.told) or state.is_terminal():
                continue
            fresh = belief_of(state.night, player).observe_all((), state.night.state)
            found = kept.after(state.night, player)
            for novice in fresh.novices:
                assert np.array_equal(found.joint(novice), fresh.joint(novice))
                assert np.array_equal(found.support(novice), fresh.support(novice))
            looks += 1
        assert looks > 20
        other = played("nuns_convent", {"novices": 2, "options": SHORT}, 9, 20)  # of another night nothing is remembered
        for novice in (fresh := belief_of(other.night, player).observe_all((), other.night.state)).novices:
            assert np.array_equal(kept.after(other.night, player).joint(novice), fresh.joint(novice))

    @pytest.mark.parametrize("words", ["--seat guards --against careful --novices 2", "--seat novices --against greedy --policy random"])
    def test_the_example_of_is_mcts_plays_a_night(words: str, capsys: pytest.CaptureFixture[str]) -> None:
        main = run_path(str(Path(__file__).parents[2] / "examples" / "is_mcts.py"))["main"]
        main([*words.split(), "--nights", "1", "--simulations", "3", "--rollouts", "1"])
        said = capsys.readouterr().out
        assert "of 1 nights won" in said
        assert "ms a decision" in said

    def test_the_example_of_is_mcts_says_what_it_expects(capsys: pytest.CaptureFixture[str]) -> None:
        main = run_path(str(Path(__file__).parents[2] / "examples" / "is_mcts.py"))["main"]
        for words in (["--nights", "0"], ["--seat", "novices", "--against", "careful"], ["--novices", "7"]):
            with pytest.raises(SystemExit):
                main(words)
            assert "error: " in capsys.readouterr().err.splitlines()[-1]

    def test_the_value_of_the_mini_convent_is_the_published_one() -> None:
        """By linear programming over sequences; in long runs OpenSpiel's own best response to the guards' plan agrees."""
        from open_spiel.python import policy
        from open_spiel.python.algorithms import best_response

        from nuns.env.mini_convent import VALUE
        from research.mini_value import NOVICE, SequenceForm, solve

        game = pyspiel.load_game("nuns_mini_convent")
        value, plan = solve(SequenceForm(game))
        assert value == pytest.approx(VALUE, abs=1e-6)
        for _ in range(sample(0, 1)):
            found = policy.policy_from_dict(game, {where: dict(shares) for where, shares in plan.items()})
            answer = best_response.BestResponsePolicy(game, NOVICE, found)
            assert answer.value(game.new_initial_state()) == pytest.approx(-VALUE, abs=1e-4)

    def test_a_false_noise_that_is_not_told_leaves_no_trace_in_a_resampled_state() -> None:
        """A novice who holds the card, one who has played it in secret, and a guard who has, are the same to another player."""
        drawn = []
        for secret in range(3):
            state = new_game("mayfair", (2, 1)).state
            for figure in range(2):
                state.novices[figure].status = Status.ON_THE_RUN
            state.blessings[:] = [Blessing.ROLL_AGAIN, Blessing.FALSE_NOISE, 0, 0, 0, 0, Blessing.FALSE_NOISE, Blessing.ROLL_AGAIN]
            if secret == 1:
                state.blessings[1], state.untold[1], state.novices[1].fakes_beside = Blessing.NONE, 5, 1
            if secret == 2:
                state.blessings[ABBESS], state.untold[ABBESS], state.guards[0].fakes_beside = Blessing.NONE, 5, 1
            redraw_blessings(state, {0}, np.random.default_rng(4))
            drawn.append(state)
        assert drawn[0] == drawn[1] == drawn[2]
        assert drawn[0].blessings[0] == Blessing.ROLL_AGAIN
        assert all(drawn[0].blessings[holder] for holder in (1, ABBESS, PRIORESS))
        assert drawn[0].blessings[2] == Blessing.NONE

    def test_a_players_own_untold_false_noise_is_not_dealt_to_another() -> None:
        state = new_game("mayfair", (2, 1)).state
        for figure in range(2):
            state.novices[figure].status = Status.ON_THE_RUN
        state.played[ABBESS], state.blessings[PRIORESS], state.untold[0] = Blessing.FALSE_NOISE, Blessing.ROLL_AGAIN, 5
        for seed in range(50):
            redraw_blessings(state, {0}, np.random.default_rng(seed))
            assert Blessing.FALSE_NOISE not in state.blessings
