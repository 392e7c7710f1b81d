import type { Tone } from '../../ui/index.ts';

/** The state of a node in a run or call, or its problems in a draft. */
export interface Mark {
  tone: Tone;
  /** Shown at the node and read by screen readers: "Completed", "2 problems". */
  label: string;
  /** In progress now. */
  pulse?: boolean;
}

/** Marks by the id of the node. */
export type Marks = ReadonlyMap<string, Mark>;
