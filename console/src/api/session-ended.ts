import { useSyncExternalStore } from 'react';

let isEnded = false;
const listeners = new Set<() => void>();

/** Whether the session whose pages are shown is over. */
export function hasEnded(): boolean {
  return isEnded;
}

export function setEnded(value: boolean): void {
  if (value === isEnded) return;
  isEnded = value;
  for (const listener of listeners) listener();
}

/** As `hasEnded`, followed. */
export function useHasEnded(): boolean {
  return useSyncExternalStore(subscribe, hasEnded);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
