"""Shared by all tests: assertions in the kit speak as clearly as those in tests."""

import pytest

pytest.register_assert_rewrite("tests.kit")
