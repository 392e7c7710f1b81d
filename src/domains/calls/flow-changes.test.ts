import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import type { FlowChange } from '../../conversation/flow/index.ts';
import { statement } from '../../platform/db/index.ts';
import {
  type CallEnd,
  endCall,
  foundOut,
  recordFlowChange,
  type TranscriptEntry,
  whileLive,
} from './index.ts';

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization();
});
afterAll(() => world.close());

const analysis = statement('test.flow.analysis', 'select analysis from calls where call_id = $1');
const facts = statement(
  'test.flow.facts',
  `select message from call_events where call_id = $1 and reason = 'stage-entered' order by event_id`,
);
const events = statement(
  'test.flow.events',
  `select event_data(e) as data from events e where resource_id = $1 and type = 'call.stageEntered' order by seq`,
);

const start: FlowChange = { from: null, to: 'order', why: 'start', detail: null, values: {} };
const found: FlowChange = { ...start, from: 'order', why: 'values', values: { guests: 4 } };
const confirmed: FlowChange = {
  from: 'order',
  to: 'confirm',
  why: 'when',
  detail: 'vars.date != null',
  values: { date: '2026-12-01\u0000' },
};

const by = (change: FlowChange) => ({ change, agentId: 'agent_b' });

function entryOf(change: FlowChange): TranscriptEntry {
  const time = '2026-12-01T10:00:00.000Z';
  const when = { secondsFromStart: 1, time, endTime: time, duration: 0 };
  return { role: 'tool', message: '', name: 'flow', toolCall: { arguments: { ...change } }, ...when };
}

const callOf = () => world.call(organizationId, { status: 'in-progress', nodeId: 'node_a' });
const analysisOf = async (callId: string) =>
  (await world.db.query<{ analysis: unknown }>(analysis, [callId]))[0]!.analysis;

it('keeps what was found out, and reports each stage in `why` and in an event', async () => {
  const callId = await callOf();
  await recordFlowChange(world.db, { organizationId, callId }, by(start));
  expect(await analysisOf(callId)).toBeNull();
  for (const change of [found, confirmed]) {
    await recordFlowChange(world.db, { organizationId, callId }, by(change));
  }
  // A process that dies now has stored them.
  expect(await analysisOf(callId)).toEqual({ guests: 4, date: '2026-12-01' });
  const noted = await world.db.query<{ message: string }>(facts, [callId]);
  expect(noted.map(({ message }) => message)).toEqual([
    'Stage order: the conversation began.',
    'Stage order → confirm: the condition vars.date != null holds. Found out: date.',
  ]);
  const emitted = await world.db.query<{ data: object }>(events, [callId]);
  expect(emitted.map(({ data }) => data)).toEqual([
    { callId, agentId: 'agent_b', ...start },
    { callId, agentId: 'agent_b', ...confirmed, values: { date: '2026-12-01' } },
  ]);
});

it('takes what was found out from the transcript when the call ends', async () => {
  const callId = await callOf();
  const end: CallEnd = {
    status: 'ended',
    endedBy: 'Agent ended the call',
    endedReason: 'assistant-ended-call',
    transcript: [start, found, { ...found, values: { guests: 5 } }].map(entryOf),
    message: 'The agent ended the call.',
  };
  const condition = { organizationId, callId, from: whileLive, nodeId: 'node_a' };
  expect(await endCall(world.db, condition, end)).toBe(true);
  expect(await analysisOf(callId)).toEqual({ guests: 5 });
  // A change that arrives after the end changes nothing.
  await recordFlowChange(world.db, { organizationId, callId }, by(found));
  expect(await analysisOf(callId)).toEqual({ guests: 5 });
  expect(foundOut([entryOf(start)])).toBeNull();
});
