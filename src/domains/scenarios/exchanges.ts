import { z } from 'zod';
import { FreeObject } from '../../platform/http/index.ts';

const UsedTool = z.strictObject({ name: z.string(), arguments: FreeObject });

const Exchange = z.strictObject({
  customer: z.string().nullable().describe('What the customer did; null: nothing yet'),
  agent: z.array(z.string()).describe('What of the answer of the agent was heard'),
  isCut: z.boolean().describe('The customer interrupted it, or hung up meanwhile'),
  tools: z.array(UsedTool),
  waitedMs: z.int().nullable().describe('What the customer waited, by the ledger of the call'),
});
/** Something that the customer did, and what the agent did until the customer's next deed. */
export type Exchange = z.output<typeof Exchange>;

/** A call that was played, as others are compared with it. */
export const Recorded = z
  .strictObject({
    callId: z.string(),
    agentVersion: z.int().nullable(),
    endedReason: z.string().nullable(),
    exchanges: z.array(Exchange),
  })
  .meta({ id: 'ScenarioRecorded' });
export type Recorded = z.output<typeof Recorded>;

/** What a call record tells of its conversation. */
export interface RecordedTalk {
  transcript: readonly {
    role: string;
    message: string;
    secondsFromStart: number;
    duration: number;
    name?: string | undefined;
    toolCall?: Record<string, unknown> | undefined;
  }[];
  turns: readonly RecordedTurn[];
}

/** Where things happened in a turn of the agent, in milliseconds on the clock of the call. */
interface RecordedTurn {
  firstRtpMs: number | null;
  interruptedAtMs: number | null;
  waitedMs: number | null;
}

/** Something that the customer did, in milliseconds on the clock of the call. */
interface Deed {
  startMs: number;
  what: string;
}

/** What the agent begins so shortly before a deed is told late is an answer to it. */
const reactionMs = 100;

/** Something that was said, in milliseconds on the clock of the call. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** What ends so much later than the customer's next deed began was cut by it, or heard through it. */
const overlapMs = 100;
/** The words of a customer begin so near to where its speech was heard first. */
const sameDeedMs = 300;
/** An entry that ends so shortly before the customer hung up was cut by that. */
const hangUpMs = 400;
/** Where the ledger says that audio began and where the transcript does are as near as this. */
const sameStartMs = 100;

/**
 * Whether the customer began a deed while the agent said something. A key ends that at once, so that nothing of it is
 * left to be seen after the key: the ledger knows.
 */
export function isSpokenInto(
  turns: readonly RecordedTurn[],
  { startMs, endMs }: Span,
  deedMs: number,
): boolean {
  if (deedMs >= startMs && endMs > deedMs + overlapMs) return true;
  return turns.some(
    ({ interruptedAtMs: atMs }) =>
      atMs !== null && atMs >= startMs && atMs <= endMs + overlapMs && Math.abs(atMs - deedMs) < sameDeedMs,
  );
}

/** Whether the customer hung up while the agent said something. */
export function isHungUpInto({ endMs }: Span, hungUpAtMs: number): boolean {
  return endMs > hungUpAtMs - hangUpMs;
}

/**
 * The conversation of a call as exchanges, one for each deed and one before the first. `hungUpAtMs`: when the customer
 * hung up; null: somebody else ended the call.
 */
export function exchangesOf(
  { transcript, turns }: RecordedTalk,
  deeds: readonly Deed[],
  hungUpAtMs: number | null,
): Exchange[] {
  const bounds: (Deed | null)[] = [null, ...deeds];
  return bounds.map((deed, index) => {
    const fromMs = (deed?.startMs ?? Number.NEGATIVE_INFINITY) - reactionMs;
    const untilMs = (bounds[index + 1]?.startMs ?? Number.POSITIVE_INFINITY) - reactionMs;
    const own = transcript
      .map((entry) => ({ ...entry, startMs: entry.secondsFromStart * 1000 }))
      .filter(({ startMs }) => startMs >= fromMs && startMs < untilMs);
    const spoken = own.filter(({ role }) => role === 'bot');
    const first = spoken[0];
    const isCut = spoken.slice(-1).some(({ startMs, duration }) => {
      const span = { startMs, endMs: startMs + duration * 1000 };
      const next = bounds[index + 1];
      if (next) return isSpokenInto(turns, span, next.startMs);
      return hungUpAtMs !== null && isHungUpInto(span, hungUpAtMs);
    });
    const turn = turns.find(
      ({ firstRtpMs }) => first && firstRtpMs !== null && Math.abs(firstRtpMs - first.startMs) < sameStartMs,
    );
    return {
      customer: deed?.what ?? null,
      agent: spoken.map(({ message }) => message),
      isCut,
      tools: own.filter(({ role }) => role === 'tool').map(usedTool),
      waitedMs: turn?.waitedMs ?? null,
    };
  });
}

function usedTool({ name = '', toolCall }: RecordedTalk['transcript'][number]): Exchange['tools'][number] {
  return { name, arguments: FreeObject.safeParse(toolCall?.arguments).data ?? {} };
}
