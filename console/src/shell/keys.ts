import { useEffect, useRef } from 'react';

/** A key that works wherever the focus is, except in text fields. */
interface ShellKey {
  /** One key such as `?`, or two in sequence such as `g c`. */
  keys: string;
  run: () => void;
}

const pairMs = 1_200;

/** Listens for keys of the whole console. A key with a modifier is another key. */
export function useKeys(keys: readonly ShellKey[]): void {
  const first = useRef<{ key: string; atMs: number } | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || writesInto(event.target)) return;
      const { current } = first;
      const isSecond = current !== null && event.timeStamp - current.atMs < pairMs;
      const pressed = isSecond ? `${current.key} ${event.key}` : event.key;
      const found = keys.find((candidate) => candidate.keys === pressed);
      const begins = !isSecond && keys.some((candidate) => candidate.keys.startsWith(`${event.key} `));
      first.current = begins ? { key: event.key, atMs: event.timeStamp } : null;
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [keys]);
}

function writesInto(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input, textarea, select, [role="combobox"]') ||
    target.closest('[role="dialog"]') !== null
  );
}
