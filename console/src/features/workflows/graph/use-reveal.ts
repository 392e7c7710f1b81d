import { useReactFlow } from '@xyflow/react';
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import type { Layout } from './layout.ts';

/** Scrolls to the step that is selected elsewhere, and to the step that the keyboard focuses. */
export function useReveal(
  layout: Layout,
  selected: string | null,
  frame: RefObject<HTMLDivElement | null>,
): { onFocus: (event: FocusEvent) => void } {
  const flow = useReactFlow();
  const latest = useRef(layout);
  latest.current = layout;
  const reveal = (key: string | null) => {
    const place = latest.current.places.find(({ id }) => id === key);
    const box = frame.current;
    if (!place || !box) return;
    const { x, y, zoom } = flow.getViewport();
    const left = place.x * zoom + x;
    const top = place.y * zoom + y;
    const isInSight =
      left >= 0 && top >= 0 && left + 120 * zoom <= box.clientWidth && top + 60 * zoom <= box.clientHeight;
    if (!isInSight)
      void flow.setCenter(place.x + place.width / 2, place.y + 60, { zoom: Math.max(zoom, 0.7) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection moves the canvas
  useEffect(() => reveal(selected), [selected]);
  return {
    onFocus: ({ target }) => {
      if (target.matches(':focus-visible')) reveal(target.getAttribute('data-step'));
    },
  };
}
