import { useEffect, useState } from 'react';
import { FocusPlaces } from './focus-places.ts';

const places = new FocusPlaces<HTMLElement>();

/** In a dialog that is there while it is open: afterwards the focus is where it was before, unless something else has taken it. */
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
