import { useSyncExternalStore } from 'react';

let isEnded = false;
const listeners = new Set<() => void>();

/** Returns true when the session of the shown pages has ended. */
export function hasEnded(): boolean {
  return isEnded;
}

export function setEnded(value: boolean): void {
  if (value === isEnded) return;
  isEnded = value;
  for (const listener of listeners) listener();
}

/** Returns `hasEnded()` as React state. */
export function useHasEnded(): boolean {
  return useSyncExternalStore(subscribe, hasEnded);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
