import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Parley, type ParleyError } from '../../packages/sdk/src/index.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { DatabaseLine } from '../world/database-line.ts';
import { setUpDialing } from '../world/dialing.ts';

let world: ApiWorld;
let line: DatabaseLine;
let parley: Parley;
let baseUrl: string;
let retries: ParleyError[];

beforeAll(async () => {
  world = await createApiWorld({
    urlFor: async (database) => {
      line = await DatabaseLine.open(database);
      return line.url;
    },
  });
  baseUrl = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
  const onRetry = ({ error }: { error: ParleyError }) => void retries.push(error);
  parley = new Parley({ apiKey: world.owner.key, baseUrl, onRetry });
});
beforeEach(() => {
  retries = [];
});
afterAll(async () => {
  await world.close();
  await line.close();
});

/** A text that only the message with the COMMIT of a change contains. */
const commit = 'audit_append';
const newAgent = (name: string) => parley.agents.create({ name, prompt: 'You help.' });
const named = async (name: string) =>
  (await parley.agents.list().all()).filter((agent) => agent.name === name);
const outcomeUnknown = { status: 504, code: 'database.outcome_unknown' };

test.for(['unheard', 'unanswered'] as const)(
  'a POST whose COMMIT was %s is sent again by itself, and done once',
  async (cut) => {
    line.cutAt(commit, cut);
    const { agentId } = await newAgent(`Made, ${cut}`);
    expect(retries).toMatchObject([outcomeUnknown]);
    expect(await named(`Made, ${cut}`)).toMatchObject([{ agentId }]);
  },
);

test('a PATCH whose COMMIT was unanswered is not sent again, so that no extra version is made', async () => {
  const { agentId, version } = await newAgent('Before');
  line.cutAt(commit, 'unanswered');
  await expect(parley.agents.update(agentId, { name: 'After' })).rejects.toMatchObject(outcomeUnknown);
  expect(retries).toEqual([]);
  expect(await parley.agents.get(agentId)).toMatchObject({ name: 'After', version: version + 1 });
});

test('a PATCH that was lost before its COMMIT was not done, and is sent again', async () => {
  const { agentId, version } = await newAgent('Sooner');
  line.cutAt('agents.lock', 'unanswered');
  expect(await parley.agents.update(agentId, { name: 'Later' })).toMatchObject({ version: version + 1 });
  expect(retries).toMatchObject([{ status: 503, code: 'database.unavailable' }]);
});

test('a DELETE whose COMMIT was unanswered is sent again, and succeeds', async () => {
  const { agentId } = await newAgent('Gone');
  line.cutAt(commit, 'unanswered');
  await parley.agents.delete(agentId);
  expect(retries).toMatchObject([outcomeUnknown]);
  expect(await named('Gone')).toEqual([]);
});

test('a change that was stored is no failure where what follows it is lost', async () => {
  const windows = [{ start: '09:00', end: '17:00', days: ['mon' as const] }];
  const { scheduleId } = await parley.schedules.create({ name: 'Mondays', timeZone: 'UTC', windows });
  line.cutAt('schedules.lock_pending_one', 'unheard');
  expect(await parley.schedules.update(scheduleId, { timeZone: 'Europe/Paris' })).toMatchObject({
    timeZone: 'Europe/Paris',
  });
  expect(retries).toEqual([]);
});

test('a message that was stored is answered so, where how it is answered cannot be followed', async () => {
  const { agentId } = await newAgent('Chats');
  const { chatId } = await parley.chats.create(agentId, { customerUniqueId: 'c 1' });
  line.cutAt('chats.progress', 'unheard');
  const answer = await fetch(`${baseUrl}/api/chats/${chatId}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.owner.key}`,
      ...{ 'content-type': 'application/json', accept: 'text/event-stream' },
    },
    body: JSON.stringify({ role: 'user', content: 'Hello.' }),
  });
  expect(answer.status).toBe(201);
  await expect(answer.text()).rejects.toThrow();
  const { messages } = await parley.chats.get(chatId).then(({ transcript }) => transcript);
  expect(messages).toMatchObject([{ role: 'user', content: 'Hello.' }]);
});

test('the answer says how to go on, and when', async () => {
  line.cutAt(commit, 'unanswered');
  const answer = await world.request('POST', '/api/agents', { body: { name: 'Told', prompt: 'You help.' } });
  expect(answer).toMatchObject({ ...{ status: 504, body: { code: outcomeUnknown.code } } });
  expect(answer.headers).toMatchObject({ 'retry-after': '1' });
  expect(answer.body.error).toContain('Idempotency-Key');
});

test('a campaign call without a key is not reported as refused when it was queued and its answer was lost', async () => {
  const { agentId, scheduleId, phoneNumberId } = await setUpDialing(world.request);
  const who = { phoneNumber: '+12125550123', variables: { firstName: 'Ada' } };
  const body = { campaignName: 'Once', scheduleId, phoneNumberId, ...who };
  line.cutAt('campaigns.queue_calls', 'unanswered');
  const { status, body: answer } = await world.request('POST', `/api/agents/${agentId}/calls/campaign`, {
    body,
  });
  expect({ status, code: answer.code }).toEqual(outcomeUnknown);
  const { campaigns } = (await world.request('GET', '/api/campaigns')).body;
  expect(campaigns).toMatchObject([{ name: 'Once' }]);
});

const file = 'phoneNumber\n+12125550187\n';

test('a file whose COMMIT was unanswered is taken, and what the same key is answered is there', async () => {
  line.cutAt(commit, 'unanswered');
  const { importId } = await parley.suppressions.import(file);
  expect(retries).toMatchObject([outcomeUnknown]);
  expect(await parley.suppressions.getImport(importId)).toMatchObject({ importId, rowsRead: 1 });
});

test('a file whose rows may not have been stored is answered with 503 and sent again', async () => {
  line.cutAt('imports.insert_rows', 'unanswered');
  await parley.suppressions.import(file);
  expect(retries).toMatchObject([{ status: 503, code: 'database.unavailable' }]);
});
