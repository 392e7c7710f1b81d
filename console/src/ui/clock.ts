import { useSyncExternalStore } from 'react';

const tickMs = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let nowMs = Date.now();

/** Returns the time of the last tick, in epoch milliseconds. It is at most one tick old. */
function currentMs(): number {
  const ms = Date.now();
  if (Math.abs(ms - nowMs) >= tickMs) nowMs = ms;
  return nowMs;
}

function tick(): void {
  nowMs = Date.now();
  for (const listener of listeners) listener();
}

/** One timer serves the whole page, while anything on it depends on the time. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Returns what the function makes of the current time, in epoch milliseconds. The component renders again only when
 * the result differs, so that a page with hundreds of times stays quiet.
 */
export function useTicking<Value extends string | number | boolean>(of: (nowMs: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => of(currentMs()));
}

const calmMs = 60_000;

/** Returns the current time in epoch milliseconds: each second while `isTicking`, otherwise by the minute. */
export function useNowMs(isTicking: boolean): number {
  return useTicking((ms) => (isTicking ? ms : Math.ceil(ms / calmMs) * calmMs));
}
