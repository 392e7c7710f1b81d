import { z } from 'zod';
import type { TurnLatency } from '../../conversation/pipeline/index.ts';
import { FlowStart } from '../../domains/agents/index.ts';
import type { TranscriptEntry } from '../../domains/calls/index.ts';
import { PhoneNumberInput } from '../../domains/personalization/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';

const variablesBytesMax = 16_384;

/** The browser's first message: the agent to call. */
export const BrowserCallStart = z.strictObject({
  type: z.literal('start'),
  agentId: z.string().min(1).max(64),
  draft: z.boolean().default(false).describe('Calls the draft, if there is one'),
  variables: z
    .record(z.string().max(64), z.union([z.string(), z.number(), z.boolean()]))
    .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= variablesBytesMax, {
      error: `must have at most ${variablesBytesMax} bytes as JSON`,
    })
    .default({}),
  customerNumber: PhoneNumberInput.nullable()
    .default(null)
    .describe(
      'The customer whose part the caller plays; what the agent remembers of them is read. null: unknown',
    ),
  flow: FlowStart.nullable().default(null).describe('Begins in the middle of the flow'),
});
export type BrowserCallStart = z.output<typeof BrowserCallStart>;

/** The browser's later messages. Audio is sent as binary frames. */
export const BrowserCallCommand = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('key'), digit: z.string().regex(/^[0-9*#]$/) }),
  z.strictObject({ type: z.literal('stop') }),
]);
export type BrowserCallCommand = z.output<typeof BrowserCallCommand>;

/** Messages to the browser. The agent's audio is sent as binary frames. */
export type BrowserCallEvent =
  /** The agent is ready, and audio is accepted from now on. `version` is null for the draft. */
  | {
      type: 'ready';
      browserCallId: string;
      version: number | null;
      sampleRateHz: number;
      maxDurationSeconds: number;
    }
  /** As in the stream of a live call: an index that was sent before replaces its entry or turn. */
  | { type: 'entry'; index: number; entry: TranscriptEntry }
  | { type: 'removed'; from: number }
  | { type: 'turn'; index: number; turn: TurnLatency }
  /** The browser must drop the audio that it has not played yet. */
  | { type: 'flush' }
  /** The agent pressed these keys. */
  | { type: 'keys'; digits: string }
  /** The call ended. Nothing follows. */
  | { type: 'ended'; reason: string; message: string }
  /** The call was refused or failed. Nothing follows. */
  | { type: 'refused'; code: string; error: string; details?: FieldError[] };
