import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { readIntactAuditLog } from '../../../test/world/audit-chain.ts';
import { keepAuditLogStill } from '../../../test/world/still-audit-log.ts';
import { change, type Scope } from './change.ts';
import { ExportRecorder } from './export-recorder.ts';

const path = '/api/export/audit-logs';

let world: ApiWorld;
let sql: pg.Client;
beforeEach(async () => {
  world = await createApiWorld();
  await keepAuditLogStill(world);
  sql = new pg.Client(world.db.connectionString);
  await sql.connect();
});
afterEach(async () => {
  await sql.end();
  await world.close();
});

/** Appends `count` entries to the owner's log. */
async function append(count: number, organizationId = world.owner.organizationId): Promise<void> {
  await sql.query(
    `select audit_append($1, $2, 'created', 'agents', 'agent_' || i, 'Agent "' || i || E'"\\n', 'req_1', gen_random_uuid())
     from generate_series(1, $3::int) as i`,
    [organizationId, world.owner.memberId, count],
  );
}

interface Entry {
  auditLogId: string;
  createdAt: string;
  actionVerb: string;
}

async function exportPage(
  query: string,
): Promise<{ auditLogs: Entry[]; metadata: { nextPage: string | null } }> {
  const answer = await world.request('GET', path + query);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Returns the pages from `query` on, by following nextPage. */
async function followPages(query: string) {
  const pages: Entry[][] = [];
  for (let next: string | null = query; next !== null; ) {
    const page = await exportPage(next);
    pages.push(page.auditLogs);
    next = page.metadata.nextPage && new URL(page.metadata.nextPage).search;
  }
  return pages;
}

const all = 'createdAtLt=9999-01-01T00:00:00Z';

test('returns documented entries, newest first, and null on the last page', async () => {
  const { status, headers, body } = await world.request('GET', path);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(body.metadata).toEqual({ nextPage: null });
  expect(body.auditLogs.map(({ resourceType }: Record<string, string>) => resourceType)).toEqual([
    'api_keys',
    'members',
    'organizations',
  ]);
  expect(body.auditLogs[0]).toEqual({
    auditLogId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
    memberId: 'system',
    memberName: null,
    memberEmail: null,
    actionVerb: 'created',
    resourceType: 'api_keys',
    resourceReferenceId: world.owner.apiKeyId,
    resourceLabel: 'Owner key',
    requestId: expect.stringMatching(/^req_/),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  });
});

test('names the member, the resource and the request of a change', async () => {
  const changed = await world.request('PATCH', '/api/organization', { body: { name: 'Renamed' } });
  const { auditLogs } = await exportPage('?pageSize=1');
  expect(auditLogs[0]).toMatchObject({
    memberId: world.owner.memberId,
    memberName: 'Olive Owner',
    memberEmail: 'olive@example.com',
    actionVerb: 'updated',
    resourceType: 'organizations',
    resourceReferenceId: world.owner.organizationId,
    resourceLabel: 'Renamed',
    requestId: changed.headers['x-request-id'],
  });
});

test('contains every entry exactly once in pages of any size', async () => {
  await append(21);
  const everything = (await exportPage(`?${all}`)).auditLogs;
  expect(everything).toHaveLength(24);
  for (let size = 1; size <= 25; size++) {
    const pages = await followPages(`?${all}&pageSize=${size}`);
    expect(pages.flat()).toEqual(everything);
    expect(pages).toHaveLength(Math.ceil(24 / size));
  }
});

test('streams a page of many chunks', async () => {
  await append(2_997);
  const pages = await followPages(`?${all}&pageSize=1500`);
  expect(pages.map(({ length }) => length)).toEqual([1500, 1500]);
  expect(new Set(pages.flat().map(({ auditLogId }) => auditLogId)).size).toBe(3000);
  expect((await exportPage(`?${all}`)).auditLogs).toEqual(pages.flat());
});

test('returns an absolute nextPage with createdAtLt, pageSize and the given createdAtGt', async () => {
  await append(3);
  const entries = (await exportPage(`?${all}`)).auditLogs;
  const from = entries[4]!.createdAt.replace('Z', '+00:00');
  const first = await exportPage(`?createdAtGt=${encodeURIComponent(from)}&pageSize=2`);
  const url = new URL(first.metadata.nextPage!);
  expect(url.pathname).toBe(path);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    createdAtLt: expect.any(String),
    createdAtGt: from,
    pageSize: '2',
  });
  const rest = await followPages(url.search);
  expect([...first.auditLogs, ...rest.flat()]).toEqual(entries.slice(0, 4));
});

test('treats bounds as exclusive to the microsecond, for any offset and number of digits', async () => {
  await append(5);
  const entries = (await exportPage(`?${all}`)).auditLogs;
  const middle = entries[3]!.createdAt;
  const between = async (query: string) => (await exportPage(query)).auditLogs;
  expect(await between(`?createdAtGt=${middle}&${all}`)).toEqual(entries.slice(0, 3));
  expect(await between(`?createdAtLt=${middle}`)).toEqual(entries.slice(4));
  const finer = middle.replace('Z', '500Z');
  expect(await between(`?createdAtGt=${finer}&${all}`)).toEqual(entries.slice(0, 3));
  expect(await between(`?createdAtLt=${finer}`)).toEqual(entries.slice(3));
  // The same instant on a clock two hours ahead.
  const ahead = new Date(Date.parse(`${middle.slice(0, 19)}Z`) + 7_200_000).toISOString().slice(0, 19);
  const shifted = encodeURIComponent(`${ahead}${middle.slice(19, -1)}+02:00`);
  expect(await between(`?createdAtGt=${shifted}&${all}`)).toEqual(entries.slice(0, 3));
  const small = middle.toLowerCase();
  expect(await between(`?createdAtGt=${small}&${all}`)).toEqual(entries.slice(0, 3));
  expect(await exportPage(`?createdAtGt=${middle}&createdAtLt=${middle}`)).toEqual({
    auditLogs: [],
    metadata: { nextPage: null },
  });
  expect(await between('?createdAtGt=2200-01-01T00:00:00Z&createdAtLt=2000-01-01T00:00:00Z')).toEqual([]);
});

// These share one world, because none of them changes anything.
test('refuses a wrong page size and a wrong date-time', async () => {
  for (const [query, field] of [
    ['pageSize=0', 'pageSize'],
    ['pageSize=10001', 'pageSize'],
    ['pageSize=1.5', 'pageSize'],
    ['pageSize=', 'pageSize'],
    ['pageSize=1e3', 'pageSize'],
    ['pageSize=5&pageSize=5', 'pageSize'],
    ['createdAtGt=yesterday', 'createdAtGt'],
    ['createdAtGt=2026-11-21', 'createdAtGt'],
    ['createdAtGt=2026-02-30T00:00:00Z', 'createdAtGt'],
    ['createdAtLt=', 'createdAtLt'],
    ['createdAtLt=2026-11-21T00:00:00Z&createdAtLt=2026-11-22T00:00:00Z', 'createdAtLt'],
  ] as const) {
    const { status, body } = await world.request('GET', `${path}?${query}`);
    expect([status, body.error.split(':')[0], body.details[0].field], query).toEqual([400, field, field]);
  }
});

test('ignores unknown parameters and accepts extreme instants', async () => {
  const query = '?unknown=1&createdAtGt=0001-01-01T00:00:00%2B23:59&createdAtLt=9999-12-31T23:59:59-23:59';
  expect((await exportPage(query)).auditLogs).toHaveLength(3);
});

const verbsOfLog = async () =>
  (await readIntactAuditLog(world.db))
    .filter(({ organizationId }) => organizationId === world.owner.organizationId)
    .map(({ actionVerb }) => actionVerb);

test('is audited once per key and hour, after its page', async () => {
  await sql.query('delete from audit_export_hours');
  expect((await exportPage('')).auditLogs).toHaveLength(3);
  expect(await verbsOfLog()).toEqual(['created', 'created', 'created', 'exported']);
  expect(await followPages('?pageSize=1')).toHaveLength(4);
  await exportPage('?createdAtGt=2026-01-01T00:00:00Z');
  expect(await verbsOfLog()).toHaveLength(4);
  // Another process, whose cache is empty, finds the hour taken.
  const scope: Scope = {
    db: world.db,
    actor: {
      organizationId: world.owner.organizationId,
      memberId: world.owner.memberId,
      apiKeyId: world.owner.apiKeyId,
      scopes: new Set(),
      requestId: 'req_other',
    },
  };
  await Promise.all([new ExportRecorder(), new ExportRecorder()].map((recorder) => recorder.record(scope)));
  expect(await verbsOfLog()).toHaveLength(4);
  await new ExportRecorder().record({ ...scope, actor: { ...scope.actor, apiKeyId: 'key_another' } });
  expect(await verbsOfLog()).toHaveLength(5);
});

test('is audited with any parameters', async () => {
  const newest = (await exportPage('')).auditLogs[0]!.createdAt;
  for (const [index, query] of [
    all,
    `createdAtLt=${newest}&pageSize=1`,
    'createdAtGt=2200-01-01T00:00:00Z&createdAtLt=2000-01-01T00:00:00Z',
  ].entries()) {
    const made = { body: { name: 'Exporter', scopes: ['audit:export'] } };
    const { key } = (await world.request('POST', '/api/api-keys', made)).body;
    for (const address of [`${path}?${query}`, `/api/audit-logs?${query}`]) {
      expect((await world.request('GET', address, { key })).status).toBe(200);
      expect((await verbsOfLog()).filter((verb) => verb === 'exported')).toHaveLength(index + 1);
    }
  }
});

test('shows an organization nothing of another', async () => {
  const other = await world.foundOrganization('Other');
  await append(5, other.organizationId);
  expect((await exportPage(`?${all}`)).auditLogs).toHaveLength(3);
});

test('gives each entry a later createdAt, although the clock stands still', async () => {
  const { organizationId } = world.owner;
  await sql.query(
    `update audit_heads set last_created_at = '2100-01-01T00:00:00.999998Z' where organization_id = $1`,
    [organizationId],
  );
  await append(3);
  const newest = (await exportPage('?createdAtGt=2099-01-01T00:00:00Z')).auditLogs;
  expect(newest.map(({ createdAt }) => createdAt)).toEqual([
    '2100-01-01T00:00:01.000001Z',
    '2100-01-01T00:00:01.000000Z',
    '2100-01-01T00:00:00.999999Z',
  ]);
});

test('rolls back a change whose entry cannot be written', async () => {
  await sql.query('delete from audit_heads where organization_id = $1', [world.owner.organizationId]);
  const before = await world.request('GET', '/api/organization');
  const { status } = await world.request('PATCH', '/api/organization', { body: { name: 'Unaudited' } });
  expect(status).toBe(500);
  expect((await world.request('GET', '/api/organization')).body).toEqual(before.body);
});

test('writes no entry for a change that throws', async () => {
  const scope: Scope = {
    db: world.db,
    actor: {
      organizationId: world.owner.organizationId,
      memberId: world.owner.memberId,
      apiKeyId: world.owner.apiKeyId,
      scopes: new Set(),
      requestId: 'req_undone',
    },
  };
  const failing = change(scope, async () => Promise.reject(new Error('undone')));
  await expect(failing).rejects.toThrow('undone');
  expect((await exportPage(`?${all}`)).auditLogs).toHaveLength(3);
});
