import { createContext, useContext } from 'react';
import type { Marks } from '../graph/index.ts';

export interface FlowGraphState {
  /** The name of the selected stage, or null. */
  selected: string | null;
  onSelect: (stage: string) => void;
  marks: Marks;
  /** The stage that the Tab key reaches. */
  tabStop: string;
  /** True when stages without a mark were not reached. */
  isTrace: boolean;
  /** The ways that were taken, as `from→to`. */
  taken: ReadonlySet<string>;
}

export const FlowGraphContext = createContext<FlowGraphState | null>(null);

export function useFlowGraph(): FlowGraphState {
  const state = useContext(FlowGraphContext);
  if (!state) throw new Error('a part of a flow outside of one');
  return state;
}
