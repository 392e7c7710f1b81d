import { z } from 'zod';
import { FreeObject } from '../../platform/http/index.ts';

const UsedTool = z.strictObject({ name: z.string(), arguments: FreeObject });

const RecordedTurn = z.strictObject({
  customer: z.string().nullable().describe('The customer action; null before the first one'),
  agent: z.array(z.string()).describe('The part of the agent’s answer that was heard'),
  isCut: z.boolean().describe('The customer interrupted the answer, or hung up during it'),
  tools: z.array(UsedTool),
  waitedMs: z.int().nullable().describe('The response time, from the latency ledger of the call'),
});
/** One customer action, and what the agent did until the next one. */
export type RecordedTurn = z.output<typeof RecordedTurn>;

/** A recorded call, for comparison with later ones. */
export const Recorded = z
  .strictObject({
    callId: z.string(),
    agentVersion: z.int().nullable(),
    endedReason: z.string().nullable(),
    turns: z.array(RecordedTurn),
  })
  .meta({ id: 'ScenarioRecorded' });
export type Recorded = z.output<typeof Recorded>;

/** The conversation in a call record. */
export interface RecordedConversation {
  transcript: readonly {
    role: string;
    message: string;
    secondsFromStart: number;
    duration: number;
    name?: string | undefined;
    toolCall?: Record<string, unknown> | undefined;
  }[];
  turns: readonly TurnTimes[];
}

/** Positions in a turn of the agent, in milliseconds on the clock of the call. */
interface TurnTimes {
  firstRtpMs: number | null;
  interruptedAtMs: number | null;
  waitedMs: number | null;
}

/** A customer action with its position, in milliseconds on the clock of the call. */
interface TimedAction {
  startMs: number;
  what: string;
}

/** Speech of the agent that starts this shortly before an action answers it: actions are detected late. */
const reactionMs = 100;

/** A stretch of speech, in milliseconds on the clock of the call. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** Speech that ends this long after the start of the next action overlaps it. */
const overlapMs = 100;
/** The largest difference between an action's start and the detected start of its speech. */
const sameActionMs = 300;
/** An entry that ends this shortly before the customer hung up was cut off. */
const hangUpMs = 400;
/** The largest difference between the starts of one answer in ledger and transcript. */
const sameStartMs = 100;

/**
 * Returns whether an action started while the agent was speaking. A key stops the speech at once, so the transcript shows
 * no overlap; the ledger does.
 */
export function isSpokenInto(
  turns: readonly TurnTimes[],
  { startMs, endMs }: Span,
  actionMs: number,
): boolean {
  if (actionMs >= startMs && endMs > actionMs + overlapMs) return true;
  return turns.some(
    ({ interruptedAtMs: atMs }) =>
      atMs !== null &&
      atMs >= startMs &&
      atMs <= endMs + overlapMs &&
      Math.abs(atMs - actionMs) < sameActionMs,
  );
}

/** Returns whether the customer hung up while the agent was speaking. */
export function isHungUpInto({ endMs }: Span, hungUpAtMs: number): boolean {
  return endMs > hungUpAtMs - hangUpMs;
}

/**
 * Returns the conversation of a call as turns: one before the first action, and one for each action. `hungUpAtMs` is when
 * the customer hung up; `null` when the other side ended the call.
 */
export function recordedTurnsOf(
  { transcript, turns }: RecordedConversation,
  actions: readonly TimedAction[],
  hungUpAtMs: number | null,
): RecordedTurn[] {
  const bounds: (TimedAction | null)[] = [null, ...actions];
  return bounds.map((action, index) => {
    const fromMs = (action?.startMs ?? Number.NEGATIVE_INFINITY) - reactionMs;
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
      customer: action?.what ?? null,
      agent: spoken.map(({ message }) => message),
      isCut,
      tools: own.filter(({ role }) => role === 'tool').map(usedTool),
      waitedMs: turn?.waitedMs ?? null,
    };
  });
}

function usedTool({
  name = '',
  toolCall,
}: RecordedConversation['transcript'][number]): RecordedTurn['tools'][number] {
  return { name, arguments: FreeObject.safeParse(toolCall?.arguments).data ?? {} };
}
