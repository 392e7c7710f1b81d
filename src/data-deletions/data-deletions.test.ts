import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dialing, nearlyNeverOpen, setUpDialing } from '../../test/world/dialing.ts';
import { eventually } from '../../test/world/eventually.ts';
import { openReceiver, type WebhookReceiver } from '../../test/world/webhook-receiver.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../../test/world/workflow-world.ts';
import { verifyChains } from '../audit/index.ts';
import { type CallEnd, endCall } from '../calls/index.ts';
import { statement } from '../db/index.ts';
import { silentLog } from '../kernel/index.ts';
import { RecordingRemovals } from '../upkeep/remove-recordings.ts';
import { Sender } from '../webhooks/sender/index.ts';
import { type ContinueOptions, continueDeletions } from './continue.ts';

const phoneNumber = '+12125550177';
const customerUniqueId = 'cust-ada-77';
/** What only this person said, or is called. */
const words = { name: 'Lovelace', word: 'Wisteria' };
const traces = `${phoneNumber.slice(2)}|${customerUniqueId}|${words.name}|${words.word}`;
const other = { phoneNumber: '+12125550188', name: 'Babbage' };

let world: WorkflowWorld;
let dialing: Dialing;
let sender: Sender;
let receiver: WebhookReceiver;
let folder: string;
let silent = false;
beforeAll(async () => {
  const egressAllow = ['127.0.0.0/8'];
  folder = await mkdtemp(join(tmpdir(), 'parley-deletions-'));
  world = await createWorkflowWorld({ api: { egressAllow, recordingsDir: folder } });
  dialing = await setUpDialing(world.request);
  const { db, secret } = world;
  sender = new Sender({ db, secret, log: silentLog, egressAllow });
  await sender.start();
  // It repeats what it is told, as some do; later it does not answer any more.
  receiver = await openReceiver(({ text }, response) => {
    if (silent) return 500;
    response.writeHead(200).end(text);
    return 'answered';
  });
});
afterAll(async () => {
  await sender.close();
  await receiver.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const hurry = statement(
  'test.deletions.hurry',
  "update data_deletions set next_at = now() where status <> 'completed'",
);
const analyse = statement(
  'test.deletions.analyse',
  `update calls set analysis_status = 'done', summary = $2, analysis = $3, qa = $3, external_id = $4,
     session_variables = $3, started_at = now() where call_id = $1`,
);
const tables = statement(
  'test.deletions.tables',
  `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
   where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
);

/** The tables in which the text stands in any column of any row, with how many rows. */
async function found(pattern: string): Promise<Record<string, number>> {
  const names = await world.db.query<{ name: string }>(tables);
  const counts: Record<string, number> = {};
  for (const { name } of names) {
    const count = statement(
      `test.deletions.${name}`,
      `select count(*)::int as n from ${name} t where t::text ~ $1`,
    );
    const [row] = await world.db.query<{ n: number }>(count, [pattern]);
    if (row!.n > 0) counts[name] = row!.n;
  }
  return counts;
}

let keys = 0;
/** So that the answer is kept. */
const newKey = () => ({ 'idempotency-key': `key-${keys++}` });

async function ask(method: string, path: string, body: unknown, headers = {}) {
  const answer = await world.request(method, path, { body, headers });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

async function queueCall(number: string, name: string, more = {}): Promise<string> {
  const { agentId, phoneNumberId } = dialing;
  const { scheduleId } = await ask('POST', '/api/schedules', nearlyNeverOpen);
  const body = { campaignName: 'Spring', scheduleId, phoneNumber: number, phoneNumberId, ...more };
  const headers = newKey();
  const given = { ...body, variables: { firstName: name, customerUniqueId: more } };
  return (await ask('POST', `/api/agents/${agentId}/calls/campaign`, given, headers)).callId;
}

/** A call that was answered, with all that can be known of it. */
async function talk(number: string, { name, word }: { name: string; word: string }): Promise<string> {
  const { agentId, phoneNumberId } = dialing;
  const body = { phoneNumber: number, phoneNumberId, variables: { firstName: name } };
  const { callId } = await ask('POST', `/api/agents/${agentId}/calls`, body);
  const { organizationId } = world.owner;
  const at = new Date().toISOString();
  const entry = { role: 'user', secondsFromStart: 1, time: at, endTime: at, duration: 1 } as const;
  const ending: CallEnd = {
    ...{ status: 'ended', endedBy: 'Customer ended the call', endedReason: 'customer-ended-call' },
    message: `${name} hung up at ${number}.`,
    transcript: [{ ...entry, message: `I am ${name}, my word is ${word}, and I am at ${number}.` }],
    recordingFile: `${callId}.wav`,
  };
  await ask('PUT', `/api/calls/${callId}/session-data`, { data: { word }, ttlSeconds: 86_400 });
  await writeFile(join(folder, `${callId}.wav`), 'RIFF');
  await endCall(world.db, { organizationId, callId, from: ['queued'], nodeId: null }, ending);
  await world.db.query(analyse, [callId, `${name} called.`, JSON.stringify({ name, word }), `crm-${word}`]);
  return callId;
}

async function importRefused(): Promise<void> {
  const { agentId, phoneNumberId } = dialing;
  const { campaigns } = (await world.request('GET', '/api/campaigns')).body;
  const path = `/api/campaigns/${campaigns[0].campaignId}`;
  const csv = `phoneNumber,scheduleId,phoneNumberId,firstName\n${phoneNumber},none,${phoneNumberId},${words.name}\n`;
  const headers = { 'content-type': 'text/csv' };
  const { importId } = (await world.request('POST', `${path}/import`, { body: csv, headers })).body;
  const status = async () => (await world.request('GET', `${path}/imports/${importId}`)).body.status;
  await eventually(status, 'completed');
  expect(agentId).toBeTruthy();
}

async function runWorkflows(): Promise<void> {
  const echo = { id: 'tell', type: 'http', method: 'POST', url: `${world.base}/crm`, body: '{{ input }}' };
  const child = await world.publish([{ id: 'end', type: 'end', output: { again: '{{ input.name }}' } }]);
  const parent = await world.publish([
    echo,
    { id: 'nested', type: 'workflow', workflowId: child, input: { name: '{{ input.name }}' } },
  ]);
  const isOver = ({ endedAt }: { endedAt: string | null }) => endedAt !== null;
  await world.runWhen(await world.trigger(parent, { phone: phoneNumber, name: words.name }), isOver);
  const waiting = await world.publish([
    { id: 'wait', type: 'waitForEvent', key: 'order:{{ input.id }}', timeoutSeconds: 600 },
  ]);
  await world.trigger(waiting, { id: customerUniqueId, word: words.word });
  await world.runWhen(await world.trigger(parent, { phone: other.phoneNumber, name: other.name }), isOver);
  const payload = { name: words.name };
  await ask('POST', '/api/workflow-events', { key: `phone:${phoneNumber}`, payload, keepSeconds: 600 });
}

async function chat(): Promise<void> {
  const path = `/api/agents/${dialing.agentId}/chats`;
  const begin = async (given: object, ...said: string[]) => {
    const { chatId } = await ask('POST', path, given, newKey());
    for (const content of said) await ask('POST', `/api/chats/${chatId}/messages`, { role: 'user', content });
  };
  const chatVariables = { firstName: words.name };
  await begin({ customerUniqueId, chatVariables }, `I am ${words.name}.`, words.word);
  await begin({ customerUniqueId: 'visitor', chatVariables: { ...chatVariables, phoneNumber } }, words.word);
  await begin({ customerUniqueId: other.name }, 'Do call 1 (212) 555-0177, not me.');
}

async function plant(): Promise<void> {
  const { webhookEndpointId } = await ask('POST', '/api/webhook-endpoints', {
    url: receiver.url,
    events: ['*'],
  });
  await talk(phoneNumber, words);
  await talk(other.phoneNumber, { name: other.name, word: 'Engine' });
  await queueCall(phoneNumber, words.name);
  await queueCall('+12125550199', other.name, { customer: customerUniqueId });
  await ask(
    ...(['POST', '/api/call-personalization-webhook'] as const),
    ...([{ phoneNumber, data: { name: words.name } }, newKey()] as const),
  );
  await chat();
  await runWorkflows();
  await importRefused();
  const told = async () => {
    sender.look();
    const { body } = await world.request('GET', `/api/webhook-endpoints/${webhookEndpointId}`);
    return `${body.pendingDeliveries} ${receiver.received.some(({ body }) => body.type === 'campaign.importCompleted')}`;
  };
  await eventually(told, '0 true');
  // What happens now is not delivered.
  silent = true;
  await ask('POST', '/api/suppressions', { phoneNumber, reason: `${words.name} asked for it` });
  await talk(phoneNumber, words);
  sender.look();
}

/** Goes on until it is over, or waits: like the duty of upkeep. */
async function go(options: ContinueOptions = {}): Promise<void> {
  await world.db.query(hurry);
  await continueDeletions(world.db, options);
}

const removeFiles = () => {
  const { signal } = new AbortController();
  return new RecordingRemovals({
    db: world.db,
    store: null,
    recordingsDir: folder,
    log: silentLog,
    signal,
  }).run(0);
};

test('nothing of a person is left, wherever it dies on the way, and the rest is as it was', {
  timeout: 120_000,
}, async () => {
  await plant();
  const before = await found(traces);
  for (const name of [
    'calls',
    'chats',
    'chat_messages',
    'personalization',
    'workflow_runs',
    'workflow_steps',
  ])
    expect(Object.keys(before)).toContain(`public.${name}`);
  for (const name of ['events', 'webhook_deliveries', 'import_refusals', 'idempotency_keys', 'session_data'])
    expect(Object.keys(before)).toContain(`public.${name}`);
  const otherBefore = await found(other.name);

  const asked = await ask('POST', '/api/data-deletions', { phoneNumber }, { 'idempotency-key': 'delete' });
  expect(asked).toMatchObject({ status: 'running', soughtBy: 'phoneNumber', completedAt: null });
  const again = await ask('POST', '/api/data-deletions', { phoneNumber });
  expect(again.dataDeletionId).toBe(asked.dataDeletionId);
  const byId = await ask('POST', '/api/data-deletions', { customerUniqueId });

  // Each part dies once when it has done everything, before that is so for others.
  const died = new Set<string>();
  const beforeCommit: ContinueOptions['beforeCommit'] = (place) => {
    const key = JSON.stringify(place);
    if (died.has(key)) return;
    died.add(key);
    throw new Error('killed');
  };
  const receipt = async (id: string) => (await world.request('GET', `/api/data-deletions/${id}`)).body;
  const statusOf = async () => {
    await go({ beforeCommit }).catch(({ message }: Error) => expect(message).toBe('killed'));
    await removeFiles();
    const both = await Promise.all([asked, byId].map(({ dataDeletionId }) => receipt(dataDeletionId)));
    return both.map(({ status }) => status).join();
  };
  await eventually(statusOf, 'completed,completed');
  expect(died.size).toBeGreaterThan(25);

  // Suppressed is the number, and why; the audit log has ids.
  expect(await found(traces)).toEqual({ 'public.suppressions': 1 });
  expect(await readdir(folder)).toHaveLength(1);
  const byNumber = await receipt(asked.dataDeletionId);
  expect(byNumber).toMatchObject({ waitingFor: null, kept: { suppressions: 1 } });
  expect(byNumber.deleted).toMatchObject({
    ...{ queuedCalls: 1, calls: 3, recordings: 2, sessionData: 2, personalization: 1 },
    ...{ chats: 1, chatMessages: 2, workflowEvents: 1, importRows: 1, workflowRuns: 2 },
  });
  expect(byNumber.deleted.mentions).toBeGreaterThanOrEqual(1);
  expect((await receipt(byId.dataDeletionId)).deleted).toMatchObject({
    calls: 1,
    chats: 1,
    chatMessages: 3,
    workflowRuns: 1,
  });
  const otherAfter = await found(other.name);
  // The call that named the id was the person's too.
  for (const name of ['chats', 'workflow_runs', 'workflow_steps', 'webhook_deliveries'])
    expect([name, otherAfter[`public.${name}`]]).toEqual([name, otherBefore[`public.${name}`]]);

  const reports = await Array.fromAsync(verifyChains(world.db, []));
  expect(reports.find(({ organizationId }) => organizationId === world.owner.organizationId)).toMatchObject({
    fault: null,
  });
  const replayed = await ask('POST', '/api/data-deletions', { phoneNumber }, { 'idempotency-key': 'delete' });
  expect(replayed.dataDeletionId).toBe(asked.dataDeletionId);
});

const live = statement(
  'test.deletions.live',
  `with c as (update calls set status = 'in-progress', node_id = 'node_a' where call_id = $1 returning *),
   q as (delete from queued_calls where call_id = $1)
   insert into live_calls (organization_id, call_id, campaign_id, node_id, customer_number)
   select organization_id, call_id, campaign_id, node_id, customer_number from c`,
);

test('a call that is live is waited for, and one that came meanwhile is deleted too', async () => {
  const number = '+12125550166';
  const callId = await queueCall(number, 'Hopper');
  await world.db.query(live, [callId]);
  const { dataDeletionId } = await ask('POST', '/api/data-deletions', { phoneNumber: number });
  await go();
  const path = `/api/data-deletions/${dataDeletionId}`;
  const read = async () => (await world.request('GET', path)).body;
  expect(await read()).toMatchObject({ status: 'waiting', waitingFor: 'live-calls', deleted: { calls: 0 } });
  const { organizationId } = world.owner;
  const later = await queueCall(number, 'Hopper');
  const ending: CallEnd = {
    ...{ status: 'ended', endedBy: 'Customer ended the call', endedReason: 'customer-ended-call' },
    message: 'It ended.',
  };
  await endCall(world.db, { organizationId, callId, from: ['in-progress'], nodeId: 'node_a' }, ending);
  await go();
  await removeFiles();
  await go();
  expect(await read()).toMatchObject({ status: 'completed', deleted: { queuedCalls: 1, calls: 2 } });
  const { body } = await world.request('GET', `/api/calls/${later}`);
  expect(body).toMatchObject({ customerNumber: '', callVariables: {}, endedReason: 'manually-canceled' });
  const why = (await world.request('GET', `/api/calls/${callId}/why`)).body.decisions;
  expect(why.at(-1)).toMatchObject({
    reason: 'data-deleted',
    message: expect.stringContaining(dataDeletionId),
  });
});

test('one number or one id is taken, from those who may; a receipt is only its organization’s', async () => {
  const status = async (body: unknown, key = world.owner.key) =>
    (await world.request('POST', '/api/data-deletions', { body, key })).status;
  expect(await status({})).toBe(400);
  expect(await status({ phoneNumber, customerUniqueId })).toBe(400);
  expect(await status({ phoneNumber: '2125550177' })).toBe(400);
  const { key } = await ask('POST', '/api/api-keys', { name: 'Manager', role: 'Agent Manager' });
  expect(await status({ phoneNumber }, key)).toBe(403);
  const { dataDeletionId } = await ask('POST', '/api/data-deletions', { customerUniqueId: 'nobody' });
  const stranger = await world.foundOrganization('Stranger');
  const foreign = await world.request('GET', `/api/data-deletions/${dataDeletionId}`, { key: stranger.key });
  expect(foreign.status).toBe(404);
});
