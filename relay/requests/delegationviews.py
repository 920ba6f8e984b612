"""How a delegation looks: to the machine that works under it, and to the people of its room."""

from relay.authority import budget, chain, ledger
from relay.authority.chain import Links
from relay.authority.terms import Terms
from relay.store.tx import Tx
from relay.wire.coordination import AuthorityView, DelegationView


def authority_view(tx: Tx, delegation: str | None) -> AuthorityView | None:
    """What a delegation allows, over its whole chain."""
    links = chain.chain_of(tx, delegation) if delegation is not None else []
    return _authority(chain.authority(links)) if links else None


def delegation_view(links: Links) -> DelegationView:
    """The first of a chain, with what all of it allows."""
    row, nodes = links[0].row, chain.nodes(links)
    return DelegationView(
        delegation=row.id,
        state=row.state,
        authority=_authority(chain.authority(links)),
        meters=ledger.views_of(links[0].node.ledger),
        left=budget.limited(nodes),
        lineage=row.lineage,
        successor=row.successor,
        ended_at=row.ended_at,
    )


def _authority(terms: Terms) -> AuthorityView:
    return AuthorityView(
        agents=_listed(terms.agents),
        tools=_listed(terms.tools),
        paths=_listed(terms.paths),
        hosts=_listed(terms.hosts),
        bans=sorted(terms.bans),
        conditions=sorted(terms.conditions),
        expires_at=terms.expires_at,
        depth=terms.depth or 0,
    )


def _listed(words: frozenset[str] | None) -> list[str] | None:
    return None if words is None else sorted(words)
