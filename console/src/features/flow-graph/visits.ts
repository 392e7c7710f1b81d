import type { StageVisit } from '../flow-stages/index.ts';
import type { Mark, Marks } from '../graph/index.ts';

/** Returns the marks of visited stages. */
export function visitMarks(visits: ReadonlyMap<string, StageVisit>): Marks {
  return new Map([...visits].map(([stage, visit]) => [stage, markOf(visit)]));
}

function markOf({ times, place }: StageVisit): Mark {
  const label = times === 1 ? 'Visited' : `Visited ${times} times`;
  if (place === null) return { tone: 'good', label };
  const here = place === 'now' ? 'Now here' : 'Ended here';
  return {
    tone: 'busy',
    label: times === 1 ? here : `${here}, ${label.toLowerCase()}`,
    pulse: place === 'now',
  };
}
