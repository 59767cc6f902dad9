"""A stand-in for the Metal framework as pyobjc gives it: `FakeMetal()` where the runtime would import `Metal`."""
from tests.emulators.metal.fake.framework import FakeMetal as FakeMetal
