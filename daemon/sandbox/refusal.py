"""Why a box cannot be had, as sentences that end with what to do. Pure."""

INSTALL = "install bubblewrap 0.8 or newer (apt-get install bubblewrap)"
OR_OFF = 'or run this agent without a sandbox by sandbox = "off", which every card will show'

NO_SYSTEM = 'There is no sandbox for this system yet: write sandbox = "off" for this agent, which every card will show.'

# What bubblewrap prints, and what stands behind it. Observed with 0.8.0 and 0.11; the AppArmor ones on Ubuntu 24.04.
_SIGNS = (
    (
        ("uid map: permission denied", "rtm_newaddr"),
        "AppArmor keeps bubblewrap from making a user namespace: give /usr/bin/bwrap an AppArmor profile with "
        "the rule `userns,` (Ubuntu 24.04: apt-get install apparmor-profiles, and load bwrap-userns-restrict)",
    ),
    (
        ("no permissions to create", "creating new namespace failed", "operation not permitted"),
        "this system does not let programs make user namespaces: allow it by `sysctl -w "
        "kernel.unprivileged_userns_clone=1` and a user.max_user_namespaces above 0",
    ),
    (("unknown option",), f"this bubblewrap is too old: {INSTALL}"),
)


def unready(problem: OSError) -> str:
    """A file that is needed for it cannot be read, made or shown."""
    return f"The sandbox cannot be made ready: {problem}. Put that right, {OR_OFF}."


def missing() -> str:
    """There is no bubblewrap."""
    return f"There is no sandbox on this machine: {INSTALL}, {OR_OFF}."


def explain(errors: str) -> str:
    """What bubblewrap or the probe printed when the box did not start."""
    said = errors.strip().splitlines()[-1][:300] if errors.strip() else "it said nothing"
    folded = errors.lower()
    reason = next((why for signs, why in _SIGNS if any(sign in folded for sign in signs)), None)
    remedy = f"{reason}; " if reason else ""
    return f"The sandbox does not start ({said}): {remedy}{OR_OFF}."


def leaks(found: list[str]) -> str:
    """The box starts and does not hold."""
    return (
        f"The sandbox does not keep in what it should: {'; '.join(found)}. "
        f"Update bubblewrap and the system's kernel, {OR_OFF}."
    )
