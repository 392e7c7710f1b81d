import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { statement } from '../../platform/db/index.ts';
import { expiredFacts, learn, selectKnownFacts } from './index.ts';

const path = '/api/customer-facts';
const phoneNumber = '+12125550177';
const customer = { knownBy: 'phoneNumber', value: phoneNumber } as const;

const expire = statement(
  'test.memory.expire',
  `update customer_facts set expires_at = now() - interval '1 second' where organization_id = $1 and topic = $2`,
);
const count = statement(
  'test.memory.count',
  'select count(*)::int as n from customer_facts where organization_id = $1',
);
const fill = statement(
  'test.memory.fill',
  `insert into customer_facts (organization_id, fact_id, known_by, customer, topic, fact, written_by, written_at, expires_at)
   select $1, 'fact_' || n, 'phoneNumber', $2, 'topic ' || n, 'x', 'tool', now() - make_interval(mins => n),
     now() + interval '1 day' from generate_series(1, 100) n`,
);

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

/** Founds an organization, so that no test sees the facts of another. */
async function founded() {
  const { key, organizationId } = await world.foundOrganization();
  const send = (method: string, at: string, body?: unknown) => world.request(method, at, { body, key });
  const add = (body: object) => send('POST', path, { phoneNumber, topic: 'time', fact: 'mornings', ...body });
  const list = async (query: string = `phoneNumber=${encodeURIComponent(phoneNumber)}`) =>
    (await send('GET', `${path}?${query}`)).body;
  const texts = async () => (await list()).facts.map((one: { fact: string }) => one.fact);
  const rows = async () => (await world.db.query<{ n: number }>(count, [organizationId]))[0]!.n;
  return { key, organizationId, send, add, list, texts, rows };
}

it('is added, listed, corrected and deleted, with audit entries that hold nothing of the customer', async () => {
  const { send, add, list } = await founded();
  const made = await add({ keepDays: 10 });
  expect(made.status, made.text).toBe(201);
  expect(made.body).toEqual({
    factId: expect.stringMatching(/^fact_/),
    ...{ phoneNumber, customerUniqueId: null, agentId: null, topic: 'time', fact: 'mornings' },
    ...{ writtenBy: 'member', memberId: expect.any(String), callId: null, chatId: null },
    ...{ writtenAt: expect.any(String), expiresAt: expect.any(String) },
  });
  const days = (Date.parse(made.body.expiresAt) - Date.parse(made.body.writtenAt)) / 86_400_000;
  expect(days).toBeCloseTo(10, 1);
  expect((await list()).facts).toEqual([made.body]);
  const own = `${path}/${made.body.factId}`;
  expect((await send('GET', own)).body).toEqual(made.body);
  const corrected = await send('PATCH', own, { fact: 'evenings' });
  expect(corrected.body).toMatchObject({ factId: made.body.factId, fact: 'evenings', topic: 'time' });
  const deleted = await send('DELETE', own);
  expect([deleted.status, (await send('GET', own)).body.code]).toEqual([204, 'customer_fact.not_found']);
  for (const [answer, verb] of [
    [made, 'created'],
    [corrected, 'updated'],
    [deleted, 'deleted'],
  ] as const) {
    const [entry] = await auditOfRequest(world.db, answer.headers['x-request-id'] as string);
    expect(entry).toMatchObject({ actionVerb: verb, resourceType: 'customer_facts', resourceLabel: null });
  }
});

it('gives way to a newer fact of its topic, in any case', async () => {
  const { add, texts } = await founded();
  const first = await add({});
  const second = await add({ topic: 'Time', fact: 'evenings' });
  await add({ topic: 'name', fact: 'Ada' });
  expect(await texts()).toEqual(['Ada', 'evenings']);
  expect(second.body.factId).not.toBe(first.body.factId);
});

it('belongs to a number, an id, and one agent or all that share', async () => {
  const { organizationId, send, add, list } = await founded();
  const { agentId } = (await send('POST', '/api/agents', { name: 'A', prompt: 'Help.' })).body;
  await add({});
  await add({ agentId, fact: 'noon' });
  await send('POST', path, { customerUniqueId: 'c 1', topic: 'time', fact: 'never' });
  const known = async (id: string | null) =>
    (await selectKnownFacts(world.db, { organizationId, customer, agentId: id })).map(({ fact }) => fact);
  expect([await known(null), await known(agentId), await known('agent_other')]).toEqual([
    ['mornings'],
    ['noon'],
    [],
  ]);
  const byId = (await list('customerUniqueId=c%201')).facts;
  expect(byId).toEqual([
    expect.objectContaining({ phoneNumber: null, customerUniqueId: 'c 1', fact: 'never' }),
  ]);
  // The facts of an agent go with it.
  await send('DELETE', `/api/agents/${agentId}`);
  expect((await list()).facts).toHaveLength(1);
  expect((await send('POST', `${path}/forget`, { phoneNumber })).body).toEqual({ deleted: 1 });
  expect((await send('POST', `${path}/forget`, { phoneNumber })).body).toEqual({ deleted: 0 });
  expect([(await list()).facts.length, (await list('customerUniqueId=c%201')).facts.length]).toEqual([0, 1]);
  const stranger = await founded();
  expect((await stranger.list('customerUniqueId=c%201')).facts).toEqual([]);
  const forgotten = await stranger.send('POST', `${path}/forget`, { customerUniqueId: 'c 1' });
  expect([forgotten.body, (await list('customerUniqueId=c%201')).facts]).toEqual([{ deleted: 0 }, byId]);
});

it('is refused where it names no customer, another agent, or what must not be kept', async () => {
  const { add, send, rows } = await founded();
  const refused = async (body: object) => {
    const answer = await add(body);
    return [answer.status, ...(answer.body.details ?? []).map(({ field }: { field: string }) => field)];
  };
  expect(await refused({ phoneNumber: undefined })).toEqual([400, 'phoneNumber']);
  expect(await refused({ customerUniqueId: 'c' })).toEqual([400, 'phoneNumber']);
  expect(await refused({ agentId: 'agent_x' })).toEqual([400, 'agentId']);
  expect(await refused({ fact: 'card 4111 1111 1111 1111' })).toEqual([400, 'fact']);
  expect(await refused({ topic: 'a\nb' })).toEqual([400, 'topic']);
  expect((await send('GET', path)).status).toBe(400);
  expect(await rows()).toBe(0);
  const reader = (await send('POST', '/api/api-keys', { name: 'V', role: 'Viewer' })).body.key;
  const body = { phoneNumber, topic: 'a', fact: 'b' };
  expect((await world.request('POST', path, { body, key: reader })).status).toBe(403);
});

it('is removed when its time is over, and was not shown since', async () => {
  const { organizationId, add, texts, rows } = await founded();
  await add({});
  await add({ topic: 'name', fact: 'Ada' });
  await world.db.query(expire, [organizationId, 'time']);
  expect([await texts(), await rows()]).toEqual([['Ada'], 2]);
  await world.db.query(expiredFacts);
  expect(await rows()).toBe(1);
});

it('is the oldest to go when a customer has too many', async () => {
  const { organizationId, add, rows } = await founded();
  await world.db.query(fill, [organizationId, phoneNumber]);
  await add({});
  const known = await selectKnownFacts(world.db, { organizationId, customer, agentId: null });
  expect([await rows(), known[0]?.fact, known.at(-1)?.topic]).toEqual([100, 'mornings', 'topic 99']);
});

it('is learned once from a conversation, however often that is analyzed, and never over what was said later', async () => {
  const { organizationId, add, list } = await founded();
  const from = (conversationId: string, endedAt: string) => ({
    ...{ organizationId, customer, agentId: null, conversationId, endedAt, keepDays: 36_000 },
  });
  const learned = (conversationId: string, endedAt: string, facts: object, outdated: string[] = []) =>
    world.db.transaction((tx) =>
      learn(
        tx,
        { facts: Object.entries(facts).map(([topic, fact]) => ({ topic, fact })), outdated },
        from(conversationId, endedAt),
      ),
    );
  const facts = async () =>
    Object.fromEntries(
      (await list()).facts.map(({ topic, fact }: { topic: string; fact: string }) => [topic, fact]),
    );
  await learned('call_1', '2026-01-01T10:00:00.000Z', {
    time: 'mornings',
    dog: 'Rex',
    card: '4111111111111111',
  });
  await learned('call_1', '2026-01-01T10:00:00.000Z', { Time: 'mornings', pet: 'a dog, Rex' });
  expect(await facts()).toEqual({ Time: 'mornings', pet: 'a dog, Rex' });
  await learned('call_2', '2026-02-01T10:00:00.000Z', { time: 'evenings' });
  // An analysis of the first call that is late, or asked for.
  await learned('call_1', '2026-01-01T10:00:00.000Z', { time: 'mornings', pet: 'a dog, Rex' });
  expect(await facts()).toEqual({ time: 'evenings', pet: 'a dog, Rex' });
  const [pet] = (await list()).facts.filter(({ topic }: { topic: string }) => topic === 'pet');
  expect(pet).toMatchObject({
    callId: 'call_1',
    writtenBy: 'analysis',
    writtenAt: '2026-01-01T10:00:00.000Z',
  });
  await learned('call_3', '2025-12-01T10:00:00.000Z', {}, [pet.factId]);
  expect(await facts()).toHaveProperty('pet');
  await learned('call_3', '2026-03-01T10:00:00.000Z', {}, [pet.factId]);
  expect(await facts()).toEqual({ time: 'evenings' });
  await add({ fact: 'noon' });
  await learned('call_2', '2026-02-01T10:00:00.000Z', { time: 'evenings' });
  expect(await facts()).toEqual({ time: 'noon' });
});
