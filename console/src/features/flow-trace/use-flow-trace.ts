import { useCallback, useMemo, useState } from 'react';
import { type FlowFocus, isInFocus } from './flow-focus.ts';
import { type FlowStep, type FlowTrace, tracesOf } from './flow-steps.ts';

/** The parts of a flow that a transcript shows. */
export interface FlowMarks {
  /** The changes of flows by the place of their entry. */
  steps: ReadonlyMap<number, FlowStep>;
  /** The stage that was chosen on the graph or in the transcript. */
  focus: FlowFocus | null;
  /** Returns whether an entry belongs to that stage. */
  isInFocus: (at: number) => boolean;
  onFocus: (focus: FlowFocus) => void;
}

/**
 * Returns the ways of a conversation through flows, and the stage that was chosen on the graph or in the transcript. When
 * the conversation enters another stage, that choice is over.
 */
export function useFlowTrace(steps: ReadonlyMap<number, FlowStep>): FlowMarks & { traces: FlowTrace[] } {
  const [chosen, setChosen] = useState<{ focus: FlowFocus; size: number } | null>(null);
  // The words of a live conversation change several times a second, and the graph is laid out for each trace.
  const text = JSON.stringify([...steps.values()]);
  const traces = useMemo(() => tracesOf(JSON.parse(text) as FlowStep[]), [text]);
  const { size } = steps;
  const focus = chosen?.size === size ? chosen.focus : null;
  const onFocus = useCallback((next: FlowFocus) => setChosen({ focus: next, size }), [size]);
  return { steps, traces, focus, isInFocus: (at) => isInFocus(traces, focus, at), onFocus };
}
