import { z } from 'zod';
import type { TurnLatency } from '../../conversation/pipeline/index.ts';
import type { TranscriptEntry } from '../../domains/calls/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';

const variablesBytesMax = 16_384;

/** The first message of the browser: with whom it talks. */
export const TalkStart = z.strictObject({
  type: z.literal('start'),
  agentId: z.string().min(1).max(64),
  draft: z
    .boolean()
    .default(false)
    .describe('True: with the changes that are not published, if there are any'),
  variables: z
    .record(z.string().max(64), z.union([z.string(), z.number(), z.boolean()]))
    .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= variablesBytesMax, {
      error: `must have at most ${variablesBytesMax} bytes as JSON`,
    })
    .default({}),
});
export type TalkStart = z.output<typeof TalkStart>;

/** What the browser says later, beside its audio. */
export const TalkCommand = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('key'), digit: z.string().regex(/^[0-9*#]$/) }),
  z.strictObject({ type: z.literal('stop') }),
]);
export type TalkCommand = z.output<typeof TalkCommand>;

/** What the browser is told beside the audio of the agent. */
export type TalkEvent =
  /** The agent is there: audio is taken from now on. `version` null: the draft. */
  | {
      type: 'ready';
      talkId: string;
      version: number | null;
      sampleRateHz: number;
      maxDurationSeconds: number;
    }
  /** As in the stream of a live call: entries and turns by their place, which may be told again. */
  | { type: 'entry'; index: number; entry: TranscriptEntry }
  | { type: 'removed'; from: number }
  | { type: 'turn'; index: number; turn: TurnLatency }
  /** What was sent and is not heard yet is not to be heard. */
  | { type: 'flush' }
  /** The agent pressed these. */
  | { type: 'keys'; digits: string }
  /** The talk is over, and why. Nothing follows. */
  | { type: 'ended'; reason: string; message: string }
  /** There is no talk, and why. Nothing follows. */
  | { type: 'refused'; code: string; error: string; details?: FieldError[] };
