"""What holds for every test."""

from hypothesis import settings

# A slow or busy machine, a Raspberry Pi say, is no failure: what must be fast is measured in tests/benchmarks.
settings.register_profile("any machine", parent=settings.default, deadline=None)
settings.load_profile("any machine")
