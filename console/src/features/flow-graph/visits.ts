import type { Mark, Marks } from '../graph/index.ts';

/** How a call or chat passed a stage. */
export interface StageVisit {
  times: number;
  /** The conversation is in the stage now. */
  isCurrent: boolean;
}

/** Returns the marks of visited stages. */
export function visitMarks(visits: ReadonlyMap<string, StageVisit>): Marks {
  return new Map([...visits].map(([stage, visit]) => [stage, markOf(visit)]));
}

function markOf({ times, isCurrent }: StageVisit): Mark {
  const label = times === 1 ? 'Visited' : `Visited ${times} times`;
  if (!isCurrent) return { tone: 'good', label };
  return { tone: 'busy', label: times === 1 ? 'Now here' : `Now here, ${label.toLowerCase()}`, pulse: true };
}
