import { z } from 'zod';
import { FlowStart } from '../../domains/agents/index.ts';
import { PhoneNumberInput } from '../../domains/personalization/index.ts';
import type { BrowserCallProgress, iceServers } from '../../domains/web-calls/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';

const variablesBytesMax = 16_384;
/** A browser's offer has about 2,000 characters, and more with many network interfaces. */
const offerCharactersMax = 20_000;

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
  offer: z
    .string()
    .max(offerCharactersMax)
    .nullable()
    .default(null)
    .describe('The SDP of an offer with one section of audio; null: audio over this WebSocket'),
});
export type BrowserCallStart = z.output<typeof BrowserCallStart>;

/** The browser's later messages. Audio is sent as binary frames. */
export const BrowserCallCommand = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('key'), digit: z.string().regex(/^[0-9*#]$/) }),
  z.strictObject({ type: z.literal('stop') }),
]);
export type BrowserCallCommand = z.output<typeof BrowserCallCommand>;

/** Messages to the browser. The agent's audio is sent as binary frames, or over WebRTC. */
export type BrowserCallEvent =
  /** The first message: the servers with which the browser may find a way for WebRTC. */
  | { type: 'hello'; iceServers: ReturnType<typeof iceServers> }
  /** A process answers the offer. `ready` says whether the browser has connected to it. */
  | { type: 'answer'; sdp: string }
  /**
   * The agent is ready. With `websocket`, frames of audio are accepted from now on. `version` is null for the draft.
   */
  | ({ type: 'ready'; browserCallId: string; version: number | null; maxDurationSeconds: number } & (
      | { transport: 'websocket'; sampleRateHz: number }
      | { transport: 'webrtc' }
    ))
  | BrowserCallProgress
  /** The browser must drop the audio that it has not played yet. */
  | { type: 'flush' }
  /** The call ended. Nothing follows. */
  | { type: 'ended'; reason: string; message: string }
  /** The call was refused or failed. Nothing follows. */
  | { type: 'refused'; code: string; error: string; details?: FieldError[] };
