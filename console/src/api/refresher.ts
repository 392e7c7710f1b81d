/** What a refresher works on. */
interface Refreshed {
  /** What comes within it is refreshed at once, and the least between the end of one round and the next. */
  gatherMs: number;
  /** Whether something of this name is being asked for just now. */
  isAsking: (name: string) => boolean;
  /** Asks for what is of these names, but for what is being asked for already; resolves when all of it is answered or failed. */
  refresh: (names: readonly string[]) => Promise<unknown>;
}

/** Gathers what has changed, and asks for it anew. */
export interface Refresher {
  changed: (names: Iterable<string>) => void;
  stop: () => void;
}

/**
 * Asks for what has changed in rounds that never overlap, however often it changes and however slow the answers are:
 * after each round is a pause as long as the round took. What was being asked for when it changed may have been
 * answered as it was before, so that it is in the next round again.
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
