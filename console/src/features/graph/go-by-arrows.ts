import type { KeyboardEvent } from 'react';

const directions: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** Moves to the next or previous node in reading order, or to the first or last. */
export function goByArrows(event: KeyboardEvent<HTMLElement>): void {
  const graph = event.currentTarget.closest('[data-graph]');
  const all = [...(graph?.querySelectorAll<HTMLElement>('[data-node]') ?? [])];
  const now = all.indexOf(event.currentTarget);
  const by = directions[event.key];
  const next =
    event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : by === undefined ? null : now + by;
  if (next === null || !all[next]) return;
  event.preventDefault();
  all[next].focus();
}
