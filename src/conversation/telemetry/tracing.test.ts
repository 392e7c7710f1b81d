import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { silentLog } from '../../platform/kernel/index.ts';
import type { TurnLatency } from '../pipeline/index.ts';
import { startTracing } from './index.ts';

const turn: TurnLatency = {
  turn: 1,
  kind: 'speech',
  speechEndMs: 2000,
  transcriptFirstMs: 1700,
  transcriptFinalMs: 2200,
  endOfTurnMs: 2250,
  endedBy: 'silence',
  modelAskedMs: null,
  heldBackMs: null,
  droppedAnswers: 0,
  overlaps: [],
  firstTokenMs: 2400,
  firstSentenceMs: 2500,
  firstAudioMs: 2600,
  firstRtpMs: 2620,
  interruptedAtMs: null,
  waitedMs: 620,
  providerMs: 350,
  addedMs: 270,
};
const call = {
  organizationId: 'org_a',
  callId: 'call_a',
  agentId: 'agent_a',
  direction: 'outbound',
  endedReason: 'provider-error',
  isFailure: true,
  startedEpochMs: 1_700_000_000_000,
  endedEpochMs: 1_700_000_060_000,
  timeZeroEpochMs: 1_700_000_000_500,
  turns: [
    turn,
    {
      ...turn,
      turn: 2,
      speechEndMs: null,
      endOfTurnMs: null,
      firstSentenceMs: null,
      firstAudioMs: null,
      firstRtpMs: null,
    },
  ],
} as const;

interface Span {
  name: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code?: number };
  events?: { name: string; timeUnixNano: string }[];
  attributes?: { key: string; value: { intValue?: number } }[];
}

it('sends one trace for each call, with turns and steps at audio times', async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(`${request.url} ${await text(request)}`);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const tracing = await startTracing(`http://127.0.0.1:${port}`, silentLog);
  tracing.trace(call);
  await tracing[Symbol.asyncDispose]();
  server.close();
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toMatch(/^\/v1\/traces /);
  const sent = JSON.parse(bodies[0]!.slice('/v1/traces '.length));
  const spans: Span[] = sent.resourceSpans[0].scopeSpans[0].spans;
  const ms = (nano: string) => Number(BigInt(nano) / 1_000_000n) - call.timeZeroEpochMs;
  const byName = Object.fromEntries(spans.map((span) => [span.name, span]));
  const times = spans.map((span) => [span.name, ms(span.startTimeUnixNano), ms(span.endTimeUnixNano)]);
  expect(times).toEqual([
    ['end-of-turn', 2000, 2250],
    ['language-model', 2250, 2500],
    ['text-to-speech', 2500, 2600],
    ['playout', 2600, 2620],
    ['turn', 2000, 2620],
    ['call', -500, 59_500],
  ]);
  const events = byName.turn!.events!.map(({ name, timeUnixNano }) => [name, ms(timeUnixNano)]);
  expect(events).toEqual([
    ['transcript', 2200],
    ['first-token', 2400],
  ]);
  const lengths = byName.turn!.attributes!.map(({ key, value }) => [key, value.intValue]);
  expect(lengths).toEqual(
    expect.arrayContaining([
      ['parley.turn.waited_ms', 620],
      ['parley.turn.provider_ms', 350],
      ['parley.turn.added_ms', 270],
    ]),
  );
  expect(byName.turn!.parentSpanId).toBe(byName.call!.spanId);
  expect(byName.playout!.parentSpanId).toBe(byName.turn!.spanId);
  expect(byName.call!.status?.code).toBe(2);
});

it('does not delay calls without a collector', async () => {
  const tracing = await startTracing('http://127.0.0.1:9', silentLog);
  tracing.trace({ ...call, timeZeroEpochMs: null });
  await tracing[Symbol.asyncDispose]();
});
