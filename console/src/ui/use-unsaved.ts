import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

const question = 'Leave without saving your changes?';
/** The unsaved checks of everything on the page. */
const asked = new Set<() => boolean>();

/** Asks before the page is left with unsaved input, inside the console and by the browser. */
export function useUnsaved(isUnsaved: () => boolean): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved() && current.pathname !== next.pathname && !window.confirm(question),
    enableBeforeUnload: isUnsaved,
  });
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => {
    const ask = () => latest.current();
    asked.add(ask);
    return () => void asked.delete(ask);
  }, []);
}

/** Returns true when the page can be left: nothing is unsaved, or the user agreed to lose it. */
export function mayLeave(): boolean {
  return ![...asked].some((isUnsaved) => isUnsaved()) || window.confirm(question);
}
