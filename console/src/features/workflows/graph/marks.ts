import type { Tone } from '../../../ui/index.ts';

/** The state of a step in a run, or its problems in a draft. */
export interface Mark {
  tone: Tone;
  /** Shown at the step and read by screen readers: "Completed", "2 problems". */
  label: string;
  /** In progress now. */
  pulse?: boolean;
}

/** Marks by the key of the step; `trigger` for the trigger. */
export type Marks = ReadonlyMap<string, Mark>;
