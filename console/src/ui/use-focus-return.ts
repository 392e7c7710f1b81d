import { useEffect, useState } from 'react';
import { FocusPlaces } from './focus-places.ts';

const places = new FocusPlaces<HTMLElement>();

/** Used in a dialog: returns focus to where it was before, unless another element has taken it. */
export function useFocusReturn(): void {
  const [before] = useState(() => places.before(focused()));
  useEffect(() => {
    const close = places.open(before);
    return () => {
      setTimeout(() => {
        const target = close();
        if (focused() === null) target?.focus();
      });
    };
  }, [before]);
}

function focused(): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
}
