import { useEffect, useState } from 'react';

/** Where the focus was before the dialog that closed last: one that opened out of it, and outlives it, goes back there. */
let beforeLast: HTMLElement | null = null;

/** In a dialog that is there while it is open: afterwards the focus is where it was before, unless something else has taken it. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        const isSomewhere = before instanceof HTMLElement && before !== document.body && before.isConnected;
        const target = isSomewhere ? before : beforeLast;
        beforeLast = target;
        const isNowhere = document.activeElement === null || document.activeElement === document.body;
        if (isNowhere && target?.isConnected) target.focus();
      });
    },
    [before],
  );
}
