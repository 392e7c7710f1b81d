import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { readIntactAuditLog } from '../../../test/world/audit-chain.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';

const insertChats = statement(
  'test.exports.chats',
  `insert into chats (organization_id, chat_id, agent_id, customer_unique_id, chat_variables, message_count,
     created_at, updated_at)
   select $1, row->>'id', 'agent_' || (n % 3), 'c', '{}', 0, (row->>'at')::timestamptz, now()
   from json_array_elements($2) with ordinality as rows (row, n)`,
);
const insertCalls = statement(
  'test.exports.calls',
  `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
     transcript, created_at)
   select $1, row->>'id', 'agent_1', 'outboundPhoneCall', 'ended', '+12025550001', 'number_1', '+12025550002',
     json_build_array(repeat('x', 1000)), (row->>'at')::timestamptz
   from json_array_elements($2) as row`,
);
const forgetHours = statement(
  'test.exports.an_hour_later',
  `update export_hours set hour = hour - interval '1 hour'`,
);

const startedAtMs = Date.parse('2026-05-01T12:00:00.000Z');
const rowsOf = (prefix: 'call' | 'chat') =>
  Array.from({ length: 450 }, (_, i) => ({
    id: newId(prefix, startedAtMs + i),
    // The database's clock is behind the one that makes the ids of calls.
    at: new Date(startedAtMs + i - (prefix === 'call' ? 1500 : 0)).toISOString(),
  }));
const rows = { calls: rowsOf('call'), chats: rowsOf('chat') };
const newestFirst = { calls: rows.calls.toReversed(), chats: rows.chats.toReversed() };

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
  const { organizationId } = world.owner;
  await world.db.query(insertChats, [organizationId, JSON.stringify(rows.chats)]);
  await world.db.query(insertCalls, [organizationId, JSON.stringify(rows.calls)]);
});
afterAll(() => world.close());

const get = (address: string, key = world.owner.key) =>
  world.request('GET', address.replace(/^https?:\/\/[^/]+/, ''), { key });

const exportEntries = async () =>
  (await readIntactAuditLog(world.db)).filter(({ resourceType }) => resourceType === 'exports');

describe.each(['calls', 'chats'] as const)('the export of %s', (kind) => {
  const path = `/api/export/${kind}`;
  const ids = (body: Record<typeof kind, Record<string, string>[]>) =>
    body[kind].map((item) => item[kind === 'calls' ? 'callId' : 'chatId']);

  it('has everything on one page by default, newest first, each item as in the single operation', async () => {
    const { status, body, headers } = await get(path);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(ids(body)).toEqual(newestFirst[kind].map(({ id }) => id));
    expect(body.metadata).toEqual({ nextPage: null });
    const { id } = newestFirst[kind][200]!;
    const single = (await get(`/api/${kind}/${id}`)).body;
    // A single chat also has its customer's number, which is derived from what the export has, and what it tests.
    const { customerNumber, agentVersion, trial, ...stored } = single;
    expect(body[kind][200]).toEqual(kind === 'chats' ? stored : single);
  });

  it.each([1, 99, 100, 101, 449, 450, 10_000])('is walked in pages of %i without loss', async (size) => {
    const expected = size === 1 ? newestFirst[kind].slice(0, 20) : newestFirst[kind];
    const walked: unknown[] = [];
    let next: string | null = `${path}?pageSize=${size}`;
    while (next !== null && walked.length < expected.length) {
      const { body } = await get(next);
      expect(body[kind].length).toBeGreaterThan(0);
      walked.push(...ids(body));
      next = body.metadata.nextPage;
    }
    expect(walked).toEqual(expected.map(({ id }) => id));
    if (size !== 1) expect(next).toBeNull();
  });

  it('filters by time with exclusive bounds', async () => {
    const [after, before] = [rows[kind][100]!.at, rows[kind][111]!.at];
    const { body } = await get(`${path}?createdAtGt=${after}&createdAtLt=${before}&pageSize=4`);
    const expected = rows[kind].slice(101, 111).toReversed();
    expect(ids(body)).toEqual(expected.slice(0, 4).map(({ id }) => id));
    const second = await get(body.metadata.nextPage);
    const third = await get(second.body.metadata.nextPage);
    expect([...ids(second.body), ...ids(third.body)]).toEqual(expected.slice(4).map(({ id }) => id));
    expect(third.body.metadata.nextPage).toBeNull();
    expect((await get(`${path}?createdAtGt=${before}&createdAtLt=${after}`)).body[kind]).toEqual([]);
    expect((await get(`${path}?createdAtLt=0001-01-01T00:00:00Z`)).body[kind]).toEqual([]);
    expect((await get(`${path}?createdAtGt=9999-12-31T23:59:59Z`)).body[kind]).toEqual([]);
  });

  it.each([
    ['pageSize', '?pageSize=0'],
    ['pageSize', '?pageSize=10001'],
    ['createdAtGt', '?createdAtGt=yesterday'],
    ['pageToken', '?pageToken=x'],
  ])('names %s when %s is refused', async (field, query) => {
    const { status, body } = await get(`${path}${query}`);
    expect([status, body.error.split(':')[0]]).toEqual([400, field]);
  });

  it('shows the own organization only, and needs its scope', async () => {
    const other = await world.foundOrganization('Other');
    const theirs = await get(path, other.key);
    expect(theirs.body).toEqual({ [kind]: [], metadata: { nextPage: null } });
    const claims = { ...world.owner, scopes: [...scopesOfRole.Viewer], expiresAtSeconds: null };
    expect((await get(path, await signToken(world.secret, claims))).status).toBe(403);
  });
});

describe('an export', () => {
  it('is audited at most once an hour for each key and kind, whatever page is requested', async () => {
    const { key, organizationId } = await world.foundOrganization('Audited');
    const entries = async () =>
      (await exportEntries())
        .filter((entry) => entry.organizationId === organizationId)
        .map(({ actionVerb, resourceLabel }) => `${actionVerb} ${resourceLabel}`);
    await world.db.query(insertChats, [
      organizationId,
      JSON.stringify([
        { id: newId('chat'), at: new Date().toISOString() },
        { id: newId('chat'), at: new Date().toISOString() },
      ]),
    ]);
    const first = await get('/api/export/chats?pageSize=1', key);
    expect(await entries()).toEqual(['exported chats']);
    await world.db.query(forgetHours);
    // A page token can be made up, so a page that continues counts as one that does not.
    const { nextPage } = first.body.metadata;
    await Promise.all([nextPage, nextPage, nextPage].map((page) => get(page, key)));
    expect(await entries()).toEqual(['exported chats', 'exported chats']);
    await get('/api/export/chats', key);
    expect(await entries()).toEqual(['exported chats', 'exported chats']);
    await get('/api/export/calls', key);
    expect(await entries()).toEqual(['exported chats', 'exported chats', 'exported calls']);
  });
});
