import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld, type RequestOptions } from '../../../test/world/api-world.ts';
import { consumePersonalization } from '../../../test/world/consume-personalization.ts';
import { type Dialing, make, setUpDialing } from '../../../test/world/dialing.ts';
import { eventually } from '../../../test/world/eventually.ts';
import { statement } from '../../platform/db/index.ts';
import { CallWriter, endCall, recordFlowChange } from '../calls/index.ts';
import { claimTurns, commitAnswer, findTurn } from '../chats/index.ts';
import { type EventType, eventData, eventTypes } from './index.ts';
import { EventFeed } from './schemas.ts';

let world: ApiWorld;
let dialing: Dialing;
beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());

const post = (path: string, body: unknown, options: RequestOptions = {}) =>
  world.request('POST', path, { body, ...options });
const claim = statement(
  'test.events.claim',
  "update calls set status = 'dialing', node_id = 'node_a', agent_version = 1 where call_id = $1",
);
const analyze = statement(
  'test.sources.analyze',
  `update calls set analysis_status = 'done', summary = 'Short.', analysis = '{"a": 1}' where call_id = $1`,
);
const abandon = statement('test.events.abandon', "update chats set status = 'abandoned' where chat_id = $1");

type ReadEvent = { type: EventType; eventId: string; data: Record<string, unknown> };

/** Reads every event after the cursor in pages of two. */
async function read(after?: string, options: RequestOptions = {}, query = '') {
  const events: ReadEvent[] = [];
  let next = after;
  for (;;) {
    const place = next === undefined ? '' : `&after=${next}`;
    const { status, body } = await world.request('GET', `/api/events?limit=2${place}${query}`, options);
    expect([status, body.error]).toEqual([200, undefined]);
    const page = EventFeed.parse(body);
    events.push(...(page.events as ReadEvent[]));
    next = page.metadata.next;
    if (!page.metadata.hasMore) return { events, next };
  }
}

async function queue(campaignName: string): Promise<{ callId: string; campaignId: string }> {
  const { scheduleId, phoneNumberId, agentId } = dialing;
  const call = { campaignName, scheduleId, phoneNumberId, phoneNumber: '+12125550123' };
  return make(world.request, `/api/agents/${agentId}/calls/campaign`, {
    ...call,
    variables: { firstName: 'Ada' },
  });
}

async function liveOnce({ callId }: { callId: string }): Promise<void> {
  const { organizationId } = world.owner;
  await world.db.query(claim, [callId]);
  const held = { organizationId, callId, nodeId: 'node_a' };
  await new CallWriter(world.db).answered(held, { recordingFile: null, agoMs: 0, dialog: null });
  await recordFlowChange(world.db, held, { change: stageEntered, agentId: dialing.agentId });
  const ending = { endedBy: null, endedReason: 'customer-ended-call', message: 'Over.' } as const;
  await endCall(world.db, { ...held, from: ['in-progress'] }, { status: 'ended', ...ending });
  await world.db.query(analyze, [callId]);
}

const stageEntered = { from: null, to: 'hello', why: 'start', detail: null, values: { a: 1 } } as const;

/** Answers the chat's message in a stage of a flow. */
async function answerInStage(chatId: string): Promise<void> {
  const turns = await claimTurns(world.db, { holder: `holder of ${chatId}`, limit: 10, without: [] });
  const held = turns.find((turn) => turn.chatId === chatId)!;
  const { position } = (await findTurn(world.db, held))!;
  const step = { text: 'Hello.', calls: [], results: [], changes: [stageEntered] };
  const answer = { position, steps: [step], states: [], remark: null, followUp: null };
  await commitAnswer(world.db, held, { ...answer, usage: [], usageIsComplete: true }, null, {
    agentId: dialing.agentId,
    version: 1,
    isFirst: true,
  });
}

async function chatThrough(last: 'end' | 'abandon'): Promise<void> {
  const { chatId } = await make(world.request, `/api/agents/${dialing.agentId}/chats`, {
    customerUniqueId: 'customer 1',
  });
  await post(`/api/chats/${chatId}/messages`, { role: 'user', content: 'Hello' });
  await answerInStage(chatId);
  await post(`/api/chats/${chatId}/handoff`, undefined);
  if (last === 'end') await post(`/api/chats/${chatId}/end`, undefined);
  else {
    await post(`/api/chats/${chatId}/resume`, undefined);
    await world.db.query(abandon, [chatId]);
  }
}

const endRun = statement(
  'test.events.end_run',
  'update workflow_runs set status = $2, ended_at = now() where run_id = $1',
);

/** Runs a workflow to each outcome, and triggers one that was never published. */
async function runThrough(): Promise<void> {
  const trigger = { type: 'webhook' };
  const body = { name: 'Flow', trigger, definition: {} };
  const { workflowId } = await make(world.request, '/api/workflows', body);
  await post(`/api/workflows/${workflowId}/trigger`, {});
  await post(`/api/workflows/${workflowId}/publish`, undefined);
  for (const status of ['completed', 'failed', 'canceled']) {
    const { body: run } = await post(`/api/workflows/${workflowId}/trigger`, {});
    await world.db.query(endRun, [run.workflowTriggeredId, status]);
  }
}

/** Types that tests of what emits them cover. */
const tested: ReadonlySet<string> = new Set([
  ...['webhookEndpoint.disabled', 'database.failedOver'],
  ...['call.agentChanged', 'chat.agentChanged', 'alert.began', 'alert.ended'],
  ...eventTypes.filter((type) => type.startsWith('teamCall.')),
]);

it('emits every type of event by its schema, in order per resource', async () => {
  const call = await queue('Spring');
  const { campaignId } = call;
  await liveOnce(call);
  await world.request('PATCH', `/api/campaigns/${campaignId}`, { body: { weight: 3 } });
  const headers = { 'content-type': 'text/csv' };
  const { scheduleId, phoneNumberId } = dialing;
  const file = `/api/campaigns/${campaignId}/import?scheduleId=${scheduleId}&phoneNumberId=${phoneNumberId}`;
  const csv = 'phoneNumber,firstName\n+12125550124,Bo\n';
  expect((await world.request('POST', file, { body: csv, headers })).text).toContain('importId');
  await eventually(async () => (await read()).events.map(({ type }) => type).join(), /importCompleted/);
  for (const move of ['pause', 'resume', 'end'])
    await post(`/api/campaigns/${campaignId}/${move}`, undefined);
  await chatThrough('end');
  await chatThrough('abandon');
  await runThrough();
  await post('/api/suppressions', { phoneNumber: '+12125550199', reason: 'asked' });
  const push = { phoneNumber: '+12125550177', data: { a: 1 } };
  await post('/api/call-personalization-webhook', push);
  const { organizationId } = world.owner;
  await consumePersonalization(world.db, {
    organizationId,
    callId: call.callId,
    phoneNumber: push.phoneNumber,
  });
  const { events } = await read();
  expect([...new Set(events.map(({ type }) => type))].toSorted()).toEqual(
    eventTypes.filter((type) => !tested.has(type)).toSorted(),
  );
  for (const { type, data } of events)
    expect([type, eventData[type].safeParse(data).error]).toEqual([type, undefined]);
  const of = (name: string, id: string) =>
    events.filter(({ type, data }) => type !== 'audit.entry' && data[name] === id).map(({ type }) => type);
  expect(of('callId', call.callId).slice(0, 5)).toEqual([
    ...['call.queued', 'call.started', 'call.stageEntered', 'call.ended', 'call.analyzed'],
  ]);
  expect(of('campaignId', campaignId).filter((type) => type.startsWith('campaign.'))).toEqual([
    ...['campaign.created', 'campaign.updated', 'campaign.importCompleted'],
    ...['campaign.paused', 'campaign.resumed', 'campaign.ended'],
  ]);
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
});

it('emits a retry as a call of its own, and no start for an unanswered call', async () => {
  const { next } = await read();
  const { callRetryConfigId } = await make(world.request, '/api/retry-configs', {
    ...{ name: 'Twice', maxAttempts: 2, delaysSeconds: [60], retryOn: ['busy'] },
  });
  const { scheduleId, phoneNumberId, agentId } = dialing;
  const { callId } = await make(world.request, `/api/agents/${agentId}/calls/campaign`, {
    ...{ campaignName: 'Retried', scheduleId, phoneNumberId, phoneNumber: '+12125550123', callRetryConfigId },
    variables: { firstName: 'Ada' },
  });
  await world.db.query(claim, [callId]);
  const held = { organizationId: world.owner.organizationId, callId, nodeId: 'node_a' };
  const busy = { endedBy: null, endedReason: 'customer-busy', sipCode: 486, message: 'Busy.' } as const;
  await endCall(world.db, { ...held, from: ['dialing'] }, { status: 'ended', ...busy });
  const { events } = await read(next, {}, '&types=call.queued,call.started,call.ended');
  expect(events.map(({ type, data }) => [type, data.attempt])).toEqual([
    ['call.queued', 1],
    ['call.ended', 1],
    ['call.queued', 2],
  ]);
  expect(events[1]!.data).toMatchObject({ endedReason: 'customer-busy', sipCode: 486, startedAt: null });
  expect(events[2]!.data.campaignParentCallIds).toEqual([callId]);
});

it("starts with events stored from now on when requested, and only the organization's", async () => {
  const { body } = await world.request('GET', '/api/events?after=latest');
  expect(body).toEqual({ events: [], metadata: { next: expect.any(String), hasMore: false } });
  await queue('Latest');
  const { events } = await read(body.metadata.next);
  expect(events[0]!.type).toBe('campaign.created');
  const other = await world.foundOrganization('Other');
  expect((await read(body.metadata.next, { key: other.key })).events.map(({ type }) => type)).not.toContain(
    'call.queued',
  );
});

it('returns audit entries only with audit:export, and rejects unknown types', async () => {
  const { key } = await make(world.request, '/api/api-keys', { name: 'Viewer', role: 'Viewer' });
  const { events } = await read(undefined, { key });
  expect(events.map(({ type }) => type)).toContain('call.queued');
  expect(events.map(({ type }) => type)).not.toContain('audit.entry');
  for (const query of ['?types=audit.entry', '?types=call.queued,audit.entry', '/stream?types=audit.']) {
    const { status, body } = await world.request('GET', `/api/events${query}`, { key });
    expect([query, status, body.code]).toEqual([query, 403, 'scope.missing']);
  }
  for (const query of ['types=call.queued,call.ended', 'types=call.queued&types[]=call.ended']) {
    const { body } = await world.request('GET', `/api/events?${query}`, { key });
    const types = new Set(body.events.map(({ type }: { type: string }) => type));
    expect([query, types]).toEqual([query, new Set(['call.queued', 'call.ended'])]);
  }
  for (const [query, error] of [
    ['after=nothing', 'after: must be a cursor that this service returned'],
    ['types=call.gone', 'types: must be a comma-separated list of event types'],
    ['limit=0', 'limit: must be an integer from 1 to 1000'],
  ] as const) {
    const { status, body } = await world.request('GET', `/api/events?${query}`);
    expect([status, body.error]).toEqual([400, error]);
  }
});
