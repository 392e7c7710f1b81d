import { useBlocker } from '@tanstack/react-router';

/** While something was typed and not saved: asks before the page is left, in the console and by the browser. */
export function useUnsaved(isUnsaved: () => boolean): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved() &&
      current.pathname !== next.pathname &&
      !window.confirm('Leave without saving what you typed?'),
    enableBeforeUnload: isUnsaved,
  });
}
