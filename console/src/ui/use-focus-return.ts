import { useEffect, useState } from 'react';

/** In a dialog that is there while it is open: afterwards the focus is where it was before, unless something else has taken it. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        const isNowhere = document.activeElement === null || document.activeElement === document.body;
        if (isNowhere && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    },
    [before],
  );
}
