interface Refreshed {
  /** Changes within this time are refreshed together. It is also the least pause between two rounds. */
  gatherMs: number;
  /** Returns true while a query of this name is being fetched. */
  isAsking: (name: string) => boolean;
  /** Fetches queries of these names, except those being fetched already. Resolves when all are settled. */
  refresh: (names: readonly string[]) => Promise<unknown>;
}

interface Refresher {
  changed: (names: Iterable<string>) => void;
  stop: () => void;
}

/**
 * Refreshes changed queries in rounds that never overlap, however often they change and however slow answers are. The
 * pause after a round lasts as long as the round. A query that was being fetched when it changed may have returned the
 * old state, so it is in the next round again.
 */
export function createRefresher({ gatherMs, isAsking, refresh }: Refreshed): Refresher {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isAtIt, isStopped] = [false, false];
  const plan = (afterMs: number) => {
    if (isStopped || isAtIt || waiting.size === 0) return;
    timer ??= setTimeout(() => void round(), afterMs);
  };
  const round = async () => {
    timer = undefined;
    const names = [...waiting];
    waiting.clear();
    for (const name of names) if (isAsking(name)) waiting.add(name);
    isAtIt = true;
    const startMs = performance.now();
    await refresh(names).catch(() => undefined);
    isAtIt = false;
    plan(Math.max(gatherMs, performance.now() - startMs));
  };
  return {
    changed: (names) => {
      for (const name of names) waiting.add(name);
      plan(gatherMs);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
