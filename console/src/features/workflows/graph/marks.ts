import type { Tone } from '../../../ui/index.ts';

/** How a step stands in a run, or what is wrong with it in a draft. */
export interface Mark {
  tone: Tone;
  /** Said at the step, and to who cannot see its colour: "Completed", "2 problems". */
  words: string;
  /** It goes on at this moment. */
  pulse?: boolean;
}

/** Marks by the key of the step; `trigger` for what starts the workflow. */
export type Marks = ReadonlyMap<string, Mark>;
