import { createContext, useContext } from 'react';
import type { Marks } from '../../graph/index.ts';
import type { Gap } from './layout.ts';

export interface GraphState {
  /** The key of the selected step, `trigger`, or null. */
  selected: string | null;
  onSelect: (key: string) => void;
  marks: Marks;
  /** The trigger in a few words. */
  triggerLabel: string;
  /** The edits of steps. Null for a graph that is only read. */
  editing: GraphEditing | null;
}

/** Changes that the graph offers. */
export interface GraphEditing {
  /** Inserts a new step of a type into a gap. */
  onAdd: (gap: Gap, type: string) => void;
  /** Moves a step into a gap. */
  onMove: (key: string, gap: Gap) => void;
}

export const GraphContext = createContext<GraphState | null>(null);

export function useGraph(): GraphState {
  const state = useContext(GraphContext);
  if (!state) throw new Error('a part of a graph outside of one');
  return state;
}
