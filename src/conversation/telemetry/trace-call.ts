import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { TurnLatency } from '../pipeline/index.ts';

/** An ended call, as its trace shows it. Nothing of what was said, and no number, is in it. */
export interface TracedCall {
  organizationId: string;
  callId: string;
  agentId: string;
  direction: 'inbound' | 'outbound';
  endedReason: string;
  /** The call is wrong, and not only over. */
  isFailure: boolean;
  startedEpochMs: number;
  endedEpochMs: number;
  /** Where position zero of the turns lies; null when no audio ever flowed. */
  timeZeroEpochMs: number | null;
  turns: readonly TurnLatency[];
}

/** The steps of a turn, from one mark of the ledger to the next that was reached. */
const steps = [
  ['end-of-turn', 'endOfTurnMs'],
  ['language-model', 'firstSentenceMs'],
  ['text-to-speech', 'firstAudioMs'],
  ['playout', 'firstRtpMs'],
] as const;

/** What happens within a step. */
const moments = [
  ['transcript', 'transcriptFinalMs'],
  ['first-token', 'firstTokenMs'],
] as const;

/**
 * One trace a call: the call, under it each turn from the caller's last sound to the agent's first, and under that
 * its steps. All times are those of the audio.
 */
export function traceCall(tracer: Tracer, call: TracedCall): void {
  const span = tracer.startSpan(
    'call',
    {
      kind: call.direction === 'inbound' ? SpanKind.SERVER : SpanKind.CLIENT,
      startTime: call.startedEpochMs,
      attributes: {
        'parley.organization.id': call.organizationId,
        'parley.call.id': call.callId,
        'parley.agent.id': call.agentId,
        'parley.call.ended_reason': call.endedReason,
      },
    },
    ROOT_CONTEXT,
  );
  if (call.isFailure) span.setStatus({ code: SpanStatusCode.ERROR, message: call.endedReason });
  const context = trace.setSpan(ROOT_CONTEXT, span);
  if (call.timeZeroEpochMs !== null) {
    for (const turn of call.turns) traceTurn(tracer, context, call.timeZeroEpochMs, turn);
  }
  span.end(call.endedEpochMs);
}

function traceTurn(tracer: Tracer, context: Context, zeroEpochMs: number, turn: TurnLatency): void {
  const marks = [turn.speechEndMs, ...steps.map(([, mark]) => turn[mark])].filter((mark) => mark !== null);
  const [first] = marks;
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return;
  const attributes = {
    'parley.turn.number': turn.turn,
    'parley.turn.kind': turn.kind,
    'parley.turn.interrupted': turn.interruptedAtMs !== null,
    ...(turn.waitedMs === null ? {} : { 'parley.turn.waited_ms': turn.waitedMs }),
    ...(turn.providerMs === null ? {} : { 'parley.turn.provider_ms': turn.providerMs }),
    ...(turn.addedMs === null ? {} : { 'parley.turn.added_ms': turn.addedMs }),
  };
  const span = tracer.startSpan('turn', { startTime: zeroEpochMs + first, attributes }, context);
  for (const [name, mark] of moments) {
    const atMs = turn[mark];
    if (atMs !== null) span.addEvent(name, zeroEpochMs + atMs);
  }
  const inTurn = trace.setSpan(context, span);
  let fromMs = first;
  for (const [name, mark] of steps) {
    const toMs = turn[mark];
    if (toMs === null || toMs < fromMs) continue;
    tracer.startSpan(name, { startTime: zeroEpochMs + fromMs }, inTurn).end(zeroEpochMs + toMs);
    fromMs = toMs;
  }
  span.end(zeroEpochMs + Math.max(first, last));
}
