"""The stage graph of a Fluentd config."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.routing.router import Routed, Router
from pipelint.engines.fluentd.routing.stages import Staged, build_stages
from pipelint.engines.fluentd.routing.unreached import find_unreached
from pipelint.graph.bounds import TooMuchWorkError, one_config
from pipelint.graph.proof import Loop, Proofs, Retagging
from pipelint.graph.stage import LATEST, MAX_STAGES, Edge, Flow, Kind, Route, StageGraph
from pipelint.plugins.behaviour import Sends


def build(root: Block, *, complete: bool = True, whole: bool = True, filled: bool = True) -> StageGraph:
    """The stages of ``root`` (includes resolved) and how events flow between them.

    ``complete`` says that nothing of the config lies elsewhere: only then can it be said that no source emits a tag.
    Neither is it said of a config that is not the ``whole`` one, such as parts side by side: what includes them may say more.
    Where only sections that hold no stages are not ``filled``, all routes are known, but not what the events are.
    """
    staged = build_stages(root)
    skipped = len(staged.stages) > MAX_STAGES
    routed, proofs, work = Routed(labels_known=False), Proofs(), 0
    if not skipped:
        try:
            with one_config():
                router = Router(staged, complete=complete and whole)
                found = router.run()
                closed = router.complete and found.labels_known
                # Where nothing flows to an output, this is a part of a config, and the rest takes what is left here.
                flows = router.flows()
                unmatched = tuple(found.unmatched) if flows else ()
                proofs = Proofs(find_unreached(router), unmatched, _loops(router), _retaggings(staged), closed, flows)
                routed, work = found, router.work
        except TooMuchWorkError:
            skipped = True
    return StageGraph(
        tuple(staged.stages),
        tuple(_edges(staged, routed)),
        tuple(routed.routes),
        {index: next(iter(proof.takers), None) for index, proof in proofs.unreached.items()},
        staged.workers,
        complete and filled and routed.labels_known,
        skipped,
        proofs=proofs,
        work=work,
    )


def _retaggings(staged: Staged) -> dict[int, tuple[Retagging, ...]]:
    rewriting = [stage for stage in staged.stages if known(stage).events.sends is Sends.REWRITTEN]
    if not rewriting:
        return {}
    # Imported here, as below: most configs send no event on.
    from pipelint.engines.fluentd.plugins.rewrite_tag_filter import retaggings

    return {stage.index: tuple(retaggings(stage)) for stage in rewriting}


def _loops(router: Router) -> tuple[Loop, ...]:
    if not any(known(stage).events.sends in (Sends.RELABELLED, Sends.REWRITTEN) for stage in router.staged.stages):
        return ()
    from pipelint.engines.fluentd.routing.loops import find_loops

    return tuple(find_loops(router))


def _edges(staged: Staged, routed: Routed) -> list[Edge]:
    found: dict[tuple[int, int, Flow], Edge] = {}
    for route in routed.routes:
        for source, target, flow, certain in _steps(route):
            old = found.get((source, target, flow))
            if old is None or (certain and not old.certain):
                found[source, target, flow] = Edge(source, target, flow, certain, route.tags)
    for stage in staged.stages:
        if stage.kind is Kind.OUTPUT and stage.parent is not None:
            found.setdefault((stage.parent, stage.index, Flow.COPY), Edge(stage.parent, stage.index, Flow.COPY))
    return list(found.values())


def _steps(route: Route) -> Iterator[tuple[int, int, Flow, bool]]:
    """The edges of a route: source, target, why the events go there, whether all do."""
    # Events that pass a filter by go on from the last one that all of them pass, and from those that some pass after that.
    origin = here = route.origin
    skipped: list[int] = []
    last = () if route.target is None else ((route.target, route.whole),)
    for index, certain in (*route.filters, *last):
        for source in (here, *skipped[-LATEST:]):
            yield source, index, route.flow if source == origin else Flow.ROUTE, certain
        if certain:
            here, skipped = index, []
        else:
            skipped.append(index)
