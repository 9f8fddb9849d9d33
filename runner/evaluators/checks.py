"""The eight checks: pure functions from measured solids and roles to what was required and what was found.

Lengths are compared in whole micrometres, volumes in sixths of a cubic micrometre; bounds are inclusive, but a volume
must be larger than its bound. A check about objects fails where there are none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from runner.evaluators.requirements import Envelope, Housing, NumberedParts, Overhang, um
from runner.evaluators.roles import Roles, counted
from runner.evaluators.solids import VisibleSolid, joint_box, size
from sitegen.formdoc import Fault

SIXTHS_UM3_PER_MM3 = 6 * 10**9
NAMED = 5
"""Most objects that a finding names."""
_NOBODY = "no visible object"


@dataclass(frozen=True)
class Finding:
    """The outcome of one check."""

    label: str
    required: str
    passed: bool | None
    """None where it could not be told."""
    found: str


def visible_objects(solids: Sequence[VisibleSolid], least: int) -> Finding:
    """Are there enough visible objects? Each has features: a document with an object without any is not read."""
    return Finding(
        f"At least {least} visible editable objects", f"{least} or more", len(solids) >= least, str(len(solids))
    )


def closed_solids(solids: Sequence[VisibleSolid], above_mm3: int) -> Finding:
    """Is every visible object closed and large enough?"""
    wrong = {
        "open": [solid.label for solid in solids if not solid.closed],
        "inside out": [solid.label for solid in solids if solid.closed and solid.six_volumes_um3 < 0],
        "too small": [
            solid.label
            for solid in solids
            if solid.closed and 0 <= solid.six_volumes_um3 <= above_mm3 * SIXTHS_UM3_PER_MM3
        ],
    }
    faults = [f"{what}: {_listed(labels)}" for what, labels in wrong.items() if labels]
    found = "; ".join(faults) or (f"all {len(solids)}" if solids else _NOBODY)
    label = f"Every visible object is closed and larger than {above_mm3} mm3"
    return Finding(label, "all", bool(solids) and not faults, found)


def required_labels(roles: Roles, required: Sequence[str]) -> Finding:
    """Does each required label name a solid of its own?"""
    faults = [_unfilled(role, roles) for role in roles.rivals]
    faults += [f"no such part: {', '.join(roles.missing)}"] if roles.missing else []
    found = "; ".join([f"{len(roles.taken)} of {len(required)}", *faults])
    return Finding(f"{len(required)} required labels identify distinct solids", ", ".join(required), not faults, found)


def housing_size(housing: VisibleSolid | None, roles: Roles, asked: Housing) -> Finding:
    """Has the housing its size, and does it begin at its height?"""
    label = (
        f"Housing within {asked.tolerance_percent} % of its size, "
        f"bottom within {asked.bottom_tolerance_mm} mm of Z = {asked.bottom_z_mm}"
    )
    sizes = [um(side) for side in asked.size_mm]
    required = f"{_by(sizes)} mm, bottom at Z {asked.bottom_z_mm}"
    if housing is None:
        return Finding(label, required, False, _unfilled(asked.label, roles))
    near = all(
        abs(side - wanted) * 100 <= wanted * asked.tolerance_percent
        for side, wanted in zip(size(housing.box), sizes, strict=True)
    )
    level = abs(housing.box[2] - um(asked.bottom_z_mm)) <= um(asked.bottom_tolerance_mm)
    found = f"{_by(size(housing.box))} mm, bottom at Z {_mm(housing.box[2])}"
    return Finding(label, required, near and level, found)


def envelope(solids: Sequence[VisibleSolid], asked: Envelope) -> Finding:
    """Does the whole assembly keep within its room, and does it stand on the ground?"""
    label = (
        f"Whole assembly within its envelope, ground within {asked.ground_tolerance_mm} mm of Z = {asked.ground_z_mm}"
    )
    most = [um(side) for side in asked.size_mm]
    required = f"at most {_by(most)} mm, lowest point at Z {asked.ground_z_mm}"
    if not solids:
        return Finding(label, required, False, _NOBODY)
    box = joint_box(tuple(solids))
    inside = all(side <= limit for side, limit in zip(size(box), most, strict=True))
    grounded = abs(box[2] - um(asked.ground_z_mm)) <= um(asked.ground_tolerance_mm)
    return Finding(label, required, inside and grounded, f"{_by(size(box))} mm, lowest point at Z {_mm(box[2])}")


def head_over_tray(upper: VisibleSolid | None, lower: VisibleSolid | None, roles: Roles, asked: Overhang) -> Finding:
    """Does one box end where the other begins, or above, and do the two overlap seen from above?"""
    label = f"Bounds of the {asked.upper} above the {asked.lower} and overlapping its footprint"
    required = "above and overlapping"
    absent = [role for role in (asked.upper, asked.lower) if role not in roles.taken]
    if upper is None or lower is None:
        return Finding(label, required, False, "; ".join(_unfilled(role, roles) for role in absent))
    gap = upper.box[2] - lower.box[5]
    shared = [min(upper.box[axis + 3], lower.box[axis + 3]) - max(upper.box[axis], lower.box[axis]) for axis in (0, 1)]
    overlapping = min(shared) > 0
    height = f"{_mm(gap)} mm above" if gap >= 0 else f"reaches {_mm(-gap)} mm below the top of the {asked.lower}"
    footprint = f"footprints share {_by(shared)} mm" if overlapping else "footprints do not overlap"
    return Finding(label, required, gap >= 0 and overlapping, f"{height}, {footprint}")


def bars_and_controls(labels: Sequence[str], asked: Sequence[NumberedParts]) -> Finding:
    """Are there as many numbered parts of each kind as asked for, each number once?"""
    counts = [(parts, counted(parts.bases, labels)) for parts in asked]
    rivals = [
        f"number {number} twice: {_listed(names)}" for _, roles in counts for number, names in roles.rivals.items()
    ]
    found = ", ".join(f"{parts.name}: {len(roles.taken)} of {parts.count}" for parts, roles in counts)
    required = ", ".join(f"{parts.count} {parts.name}" for parts in asked)
    passed = not rivals and all(len(roles.taken) == parts.count for parts, roles in counts)
    label = f"{' and '.join(f'{parts.count} {parts.name}' for parts in asked)} as separate parts"
    return Finding(label, required, passed, "; ".join([found, *rivals]))


def reopens(faults: Sequence[Fault], reopened: bool | None) -> Finding:
    """Does the document re-open unchanged, from its integers alone and by FORM from its features?"""
    label, required = "Document re-opens unchanged", "the same bytes, from its meshes and from its features"
    if faults:
        more = f" ({len(faults) - 1} more)" if len(faults) > 1 else ""
        return Finding(label, required, False, f"{faults[0]}{more}")
    if reopened is None:
        return Finding(label, required, None, "the same bytes from its meshes; FORM gave no verdict on its features")
    if not reopened:
        return Finding(label, required, False, "FORM did not get the same bytes back from its features")
    return Finding(label, required, True, "the same bytes")


def _unfilled(role: str, roles: Roles) -> str:
    if role in roles.rivals:
        return f"{role}: equal claims of {_listed(roles.rivals[role])}"
    return f"{role}: no such part"


def _listed(labels: Sequence[str]) -> str:
    more = f" and {len(labels) - NAMED} more" if len(labels) > NAMED else ""
    return ", ".join(f'"{label}"' for label in labels[:NAMED]) + more


def _by(sides_um: Sequence[int]) -> str:
    return " x ".join(map(_mm, sides_um))


def _mm(length_um: int) -> str:
    """Return a length in mm, exactly."""
    sign, (whole, rest) = "-" if length_um < 0 else "", divmod(abs(length_um), 1000)
    return f"{sign}{whole}.{rest:03}".rstrip("0").rstrip(".")
