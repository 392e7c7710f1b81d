import { type Node, useReactFlow } from '@xyflow/react';
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Scrolls to the node that is selected elsewhere, and to the node that the keyboard focuses. */
export function useReveal(
  nodes: readonly Node[],
  selected: string | null,
  frame: RefObject<HTMLDivElement | null>,
): { onBegin: () => void; onFocus: (event: FocusEvent) => void } {
  const flow = useReactFlow();
  const latest = useRef(nodes);
  latest.current = nodes;
  const reveal = (shown: string | null) => {
    const node = latest.current.find(({ id }) => id === shown);
    const box = frame.current;
    if (!node || !box) return;
    const { x, y, zoom } = flow.getViewport();
    const left = node.position.x * zoom + x;
    const top = node.position.y * zoom + y;
    const isInSight =
      left >= 0 && top >= 0 && left + 120 * zoom <= box.clientWidth && top + 60 * zoom <= box.clientHeight;
    if (isInSight) return;
    const middle = node.position.x + (node.width ?? 0) / 2;
    void flow.setCenter(middle, node.position.y + 60, { zoom: Math.max(zoom, 0.7) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection moves the canvas
  useEffect(() => reveal(selected), [selected]);
  return {
    onBegin: () => reveal(selected),
    onFocus: ({ target }) => {
      if (target.matches(':focus-visible')) reveal(target.getAttribute('data-node'));
    },
  };
}
