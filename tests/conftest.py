"""Shared by all tests: assertions in the kit speak as clearly as those in tests; drawn examples are the same in every run.

``make test ARGS=--hypothesis-profile=exploring`` draws others.
"""

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.kit")
settings.register_profile("exploring", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
settings.register_profile("steady", settings.get_profile("exploring"), derandomize=True)
settings.load_profile("steady")
