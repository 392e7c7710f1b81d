import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

const question = 'Leave without saving your changes?';
/** Of everything that is shown. */
const asked = new Set<() => boolean>();

/** While something was typed and not saved: asks before the page is left, in the console and by the browser. */
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

/** Whether the page may go at once: nothing would be lost, or it was said that it may be. */
export function mayLeave(): boolean {
  return ![...asked].some((isUnsaved) => isUnsaved()) || window.confirm(question);
}
