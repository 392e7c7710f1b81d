import type { FlowTrace } from './flow-steps.ts';

/** A stage that is shown on the graph and in the transcript. */
export interface FlowFocus {
  stage: string;
  /** The transcript entry with which the conversation entered it; null for a stage that it has not entered. */
  at: number | null;
  /** Where it was chosen. The other side scrolls to it. */
  from: 'graph' | 'transcript';
}

/** Returns the focus after a click on a stage of the graph. Further clicks go through its visits. */
export function focusOn({ passages }: FlowTrace, stage: string, before: FlowFocus | null): FlowFocus {
  const visits = passages.filter((passage) => passage.stage === stage);
  const shown = before?.stage === stage ? visits.findIndex(({ at }) => at === before.at) : -1;
  const visit = visits[(shown + 1) % Math.max(1, visits.length)];
  return { stage, at: visit?.at ?? null, from: 'graph' };
}

/** Returns whether a transcript entry belongs to the stage in focus. */
export function isInFocus(traces: readonly FlowTrace[], focus: FlowFocus | null, at: number): boolean {
  if (focus === null || focus.at === null) return false;
  const visit = traces.flatMap(({ passages }) => passages).find((passage) => passage.at === focus.at);
  return visit !== undefined && at >= visit.at && (visit.until === null || at < visit.until);
}
