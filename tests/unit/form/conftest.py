"""A FORM session in an empty workspace, called as the server calls it."""

import pytest

from runner.form.dispatch import call
from runner.form.errors import FormError
from runner.form.session import Session
from sitegen.formdoc import canonical


class Form:
    """Calls tools by name; `refused` also checks that nothing has changed."""

    def __init__(self, workspace):
        self.session = Session(workspace)

    def __call__(self, tool, **arguments):
        return call(self.session, tool, arguments)

    def state(self):
        return canonical(self.session.assembly.document()), len(self.session.history), self.session.view

    def refused(self, tool, **arguments):
        before = self.state()
        with pytest.raises(FormError) as caught:
            call(self.session, tool, arguments)
        assert self.state() == before
        return caught.value.answer()

    def facts(self, label):
        return self.session.assembly.find(label).solid.facts

    def document(self):
        return canonical(self.session.assembly.document())


@pytest.fixture
def form(tmp_path):
    return Form(tmp_path)


@pytest.fixture
def machine(form):
    """A document with every operation: all makers, modes, moves and a joined solid."""
    form("box", label="body", size=[100, 60, 40], at=[0, 0, 0], r=5, color="#aa3311", group="shell")
    form("box", label="body", mode="cut", size=[80, 40, 30], at=[0, 0, 20], r=2, edges="all")
    form("cylinder", label="body", mode="add", r=6, h=20, at=[40, 0, 40])
    form("extrude", label="wedge", outline=[[0, 0], [30, 0], [0, 20]], h=12, at=[0, 40, 0], axis="-y")
    form("revolve", label="knob", profile=[[0, 0], [10, 0], [12, 6], [0, 9]], at=[0, -40, 20], axis="-y")
    form("tube", label="rail", path=[[-30, 0, 40], [-30, 0, 70], [30, 0, 70], [30, 0, 40]], r=3, bend=10)
    form(
        "loft",
        label="badge",
        sections=[{"z": 0, "w": 30, "d": 12, "r": 6}, {"z": 4, "w": 20, "d": 8}],
        at=[0, -31, 10],
        axis="-y",
    )
    form("sphere", label="ball", r=9, at=[60, 60, 9])
    form("sphere", label="lens", r=20, at=[0, 100, 0])
    form("sphere", label="lens", mode="keep", r=20, at=[0, 120, 0])
    form("rotate", labels=["wedge"], axis="z", deg=33.5, about=[1, 2, 3])
    form("mirror", labels=["ball"], plane="x", offset=5, name="{} left")
    form("repeat", label="ball", count=3, step=[0, 25.5, 0], name="ball {n}")
    form("boolean", target="lens", tools=["ball 3"], mode="add")
    form("style", labels=["rail"], visible=False)
    return form
