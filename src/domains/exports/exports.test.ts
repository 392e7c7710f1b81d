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
const makeFormula = statement(
  'test.exports.formula',
  `update calls set customer_number = '=1+1', summary = '@SUM(A1,"x")', variables = '{"Name":"=2+2, Ann"}' where call_id = $1`,
);
const forgetHours = statement(
  'test.exports.an_hour_later',
  `update export_hours set hour = hour - interval '1 hour'`,
);

const startedAtMs = Date.parse('2026-05-01T12:00:00.000Z');
const startedAt = new Date(startedAtMs).toISOString();
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

describe('the table of a list of calls', () => {
  it('streams every match over several pages, as CSV and as NDJSON', async () => {
    const { key, organizationId } = await world.foundOrganization('Tables');
    const many = Array.from({ length: 1003 }, (_, n) => ({
      id: newId('call', startedAtMs + n),
      at: startedAt,
    }));
    await world.db.query(insertCalls, [organizationId, JSON.stringify(many)]);
    const expected = many.toReversed().map(({ id }) => id);
    const csv = await get('/api/calls/export?agentId=agent_1', key);
    expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, ...lines] = csv.text.trimEnd().split('\r\n');
    expect(head).toMatch(/^callId,createdAt,startedAt,endedAt,status,type,customerNumber,/);
    expect(lines.map((line) => line.split(',')[0])).toEqual(expected);
    expect(lines[0]).toMatch(/,$/);
    expect(lines[0]).toContain(',ended,outboundPhoneCall,+12025550001,+12025550002,agent_1,');
    const ndjson = await get('/api/calls/export?format=ndjson&text=xxx+or+nothing', key);
    expect([ndjson.status, ndjson.text]).toEqual([200, '']);
    const all = await get('/api/calls/export?format=ndjson&customerNumber=0001', key);
    expect(all.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const objects = all.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(objects.map(({ callId }) => callId)).toEqual(expected);
    expect(objects[0]).toMatchObject({ status: 'ended', agentId: 'agent_1', cost: null, campaignId: null });
  });

  it('writes no formula into a spreadsheet', async () => {
    const { key, organizationId } = await world.foundOrganization('Formulas');
    const id = newId('call', startedAtMs);
    await world.db.query(insertCalls, [organizationId, JSON.stringify([{ id, at: startedAt }])]);
    await world.db.query(makeFormula, [id]);
    const { text } = await get('/api/calls/export', key);
    expect(text).toContain(`,'=1+1,`);
    expect(text).toContain(`,"'@SUM(A1,""x"")",`);
    expect(text).toContain(`,"{""Name"":""=2+2, Ann""}"\r\n`);
    const ndjson = await get('/api/calls/export?format=ndjson', key);
    expect(JSON.parse(ndjson.text).callVariables).toEqual({ Name: '=2+2, Ann' });
    expect(text).not.toMatch(/(^|,|(?<!")")[=@]/m);
  });

  it('names a wrong filter, and a page that it does not have', async () => {
    for (const [query, field] of [
      ['format=xlsx', 'format'],
      ['pageSize=5', 'pageSize'],
      ['trunk=x', 'trunk'],
    ]) {
      const { status, body } = await get(`/api/calls/export?${query}`);
      expect([status, body.error.split(':')[0]]).toEqual([400, field]);
    }
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
