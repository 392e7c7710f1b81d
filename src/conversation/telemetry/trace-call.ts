import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { TurnLatency } from '../pipeline/index.ts';

/** The facts of an ended call for its trace. They contain no speech and no phone number. */
export interface TracedCall {
  organizationId: string;
  callId: string;
  agentId: string;
  direction: 'inbound' | 'outbound';
  endedReason: string;
  /** Whether the call ended because of an error. */
  isFailure: boolean;
  startedEpochMs: number;
  endedEpochMs: number;
  /** The time of position zero; `null` when no audio flowed. */
  timeZeroEpochMs: number | null;
  turns: readonly TurnLatency[];
}

/** The steps of a turn, each from one position in the ledger to the next reached one. */
const steps = [
  ['end-of-turn', 'endOfTurnMs'],
  ['language-model', 'firstSentenceMs'],
  ['text-to-speech', 'firstAudioMs'],
  ['playout', 'firstRtpMs'],
] as const;

/** Events within a step. */
const moments = [
  ['transcript', 'transcriptFinalMs'],
  ['first-token', 'firstTokenMs'],
] as const;

/**
 * Creates one trace for a call. Its spans are the call, each turn from the caller's last sound to the agent's first, and
 * the steps of each turn. All times are audio positions.
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
