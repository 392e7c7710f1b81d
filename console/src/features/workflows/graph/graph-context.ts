import { createContext, useContext } from 'react';
import type { Gap } from './layout.ts';
import type { Marks } from './marks.ts';

/** What the parts of a graph share. */
export interface GraphState {
  /** The key of the chosen step, `trigger`, or null. */
  selected: string | null;
  onSelect: (key: string) => void;
  marks: Marks;
  /** What starts the workflow, in a few words. */
  triggerWords: string;
  /** What can be done to the steps; null: they are only looked at. */
  editing: GraphEditing | null;
}

/** Changes that the graph offers by itself. */
export interface GraphEditing {
  /** Puts a new step of a type into a gap. */
  onAdd: (gap: Gap, type: string) => void;
  /** Moves the step of a key into a gap. */
  onMove: (key: string, gap: Gap) => void;
}

export const GraphContext = createContext<GraphState | null>(null);

/** The state of the graph around. */
export function useGraph(): GraphState {
  const state = useContext(GraphContext);
  if (!state) throw new Error('a part of a graph outside of one');
  return state;
}
