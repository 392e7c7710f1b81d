import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { keepAuditLogStill } from '../../../test/world/still-audit-log.ts';
import type { FoundedOrganization } from '../../domains/keys/index.ts';
import type { Queryable, Statement } from '../db/index.ts';
import { type EntryFilters, readFound } from './list-store.ts';

const path = '/api/audit-logs';
const members = ['system', 'member_ann', 'member_ben'];
const kinds = ['agents', 'trunks', 'sessions'];
const verbs = ['created', 'updated', 'deleted'];

interface Entry {
  auditLogId: string;
  memberId: string;
  actionVerb: string;
  resourceType: string;
  resourceReferenceId: string;
  createdAt: string;
}

let world: ApiWorld;
let sql: pg.Client;
let other: FoundedOrganization;
let everything: Entry[];

beforeAll(async () => {
  world = await createApiWorld();
  await keepAuditLogStill(world);
  sql = new pg.Client(world.db.connectionString);
  await sql.connect();
  other = await world.foundOrganization('Other');
  await append(world.owner.organizationId, 120);
  await append(other.organizationId, 40);
  everything = (await read('/api/export/audit-logs?createdAtLt=9999-01-01T00:00:00Z')).auditLogs;
});
afterAll(async () => {
  await sql.end();
  await world.close();
});

/**
 * Appends entries of every member, kind and verb in mixed order: about 9 of each resource, and all 27 kinds within 27
 * entries.
 */
async function append(organizationId: string, count: number): Promise<void> {
  await sql.query(
    `select audit_append($1, ($3::text[])[1 + i % 3], ($5::text[])[1 + i / 3 % 3], ($4::text[])[1 + i / 9 % 3],
       'thing_' || i % 14, 'A "label"', 'req_1', gen_random_uuid())
     from generate_series(1, $2::int) as i`,
    [organizationId, count, members, kinds, verbs],
  );
}

async function read(query: string, key = world.owner.key) {
  const { status, text, body } = await world.request('GET', query, { key });
  expect(status, text).toBe(200);
  return body as { auditLogs: Entry[]; metadata: { nextPage: string | null } };
}

/** Returns all pages, by following nextPage. */
async function follow(query: string, key?: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let next: string | null = `${path}?${query}`; next !== null; ) {
    const page = await read(next, key);
    entries.push(...page.auditLogs);
    const url = page.metadata.nextPage && new URL(page.metadata.nextPage);
    next = url && `${url.pathname}${url.search}`;
  }
  return entries;
}

type Filters = Partial<Entry> & { createdAtGt?: string; createdAtLt?: string };

function expected({ createdAtGt = '', createdAtLt = '~', ...wanted }: Filters): Entry[] {
  return everything.filter(
    (entry) =>
      entry.createdAt > createdAtGt &&
      entry.createdAt < createdAtLt &&
      Object.entries(wanted).every(([name, value]) => entry[name as keyof Entry] === value),
  );
}

function combinations(): Filters[] {
  const choices = {
    memberId: [undefined, 'member_ben'],
    actionVerb: [undefined, 'deleted'],
    resourceType: [undefined, 'trunks'],
    resourceReferenceId: [undefined, 'thing_5'],
    createdAtGt: [undefined, everything[90]!.createdAt],
    createdAtLt: ['9999-01-01T00:00:00Z', everything[30]!.createdAt],
  };
  return Object.entries(choices).reduce<Filters[]>(
    (all, [name, values]) =>
      all.flatMap((one) => values.map((value) => (value === undefined ? one : { ...one, [name]: value }))),
    [{}],
  );
}

test('returns what each combination of filters leaves of the export, in order, page by page', async () => {
  for (const filters of combinations()) {
    const query = new URLSearchParams(filters as Record<string, string>);
    const found = await follow(`${query}&pageSize=25`);
    expect(found, String(query)).toEqual(expected(filters));
  }
  expect(expected({ memberId: 'member_ben', actionVerb: 'deleted', resourceType: 'trunks' })).not.toEqual([]);
});

test('returns no next page after a full last page', async () => {
  const wanted = { memberId: 'member_ann', createdAtLt: '9999-01-01T00:00:00Z' };
  const all = expected(wanted);
  const page = await read(`${path}?${new URLSearchParams(wanted)}&pageSize=${all.length}`);
  expect([page.auditLogs.length, page.metadata.nextPage]).toEqual([all.length, null]);
  const { metadata } = await read(`${path}?${new URLSearchParams(wanted)}&pageSize=${all.length - 1}`);
  const next = new URL(metadata.nextPage!);
  expect(Object.fromEntries(next.searchParams)).toEqual({
    memberId: 'member_ann',
    pageSize: String(all.length - 1),
    createdAtLt: expect.any(String),
  });
  expect((await read(`${next.pathname}${next.search}`)).auditLogs).toEqual(all.slice(-1));
});

test('shows another organization none of our entries, also by their ids', async () => {
  const own = await follow('memberId=member_ann&createdAtLt=9999-01-01T00:00:00Z', other.key);
  const ids = new Set(everything.map(({ auditLogId }) => auditLogId));
  expect(own).toHaveLength(14);
  expect(own.filter(({ auditLogId }) => ids.has(auditLogId))).toEqual([]);
  const { organizationId } = world.owner;
  expect(await follow(`resourceReferenceId=${organizationId}&createdAtLt=9999-01-01T00:00:00Z`)).toHaveLength(
    1,
  );
  expect(
    await follow(`resourceReferenceId=${organizationId}&createdAtLt=9999-01-01T00:00:00Z`, other.key),
  ).toEqual([]);
});

test('refuses an unknown action, an unknown kind and a wrong page size at their fields', async () => {
  for (const [query, field] of [
    ['actionVerb=create', 'actionVerb'],
    ['resourceType=agent', 'resourceType'],
    ['memberId=a&memberId=b', 'memberId'],
    ['resourceReferenceId=%00', 'resourceReferenceId'],
    ['pageSize=1001', 'pageSize'],
    ['createdAtGt=today', 'createdAtGt'],
  ] as const) {
    const { status, body } = await world.request('GET', `${path}?${query}`);
    expect([status, body.error.split(':')[0]], query).toEqual([400, field]);
  }
});

test('records each reader in the log, once an hour', async () => {
  const { body } = await world.request('POST', '/api/api-keys', { body: { name: 'Reader', role: 'Admin' } });
  const looks = () => follow('actionVerb=exported&createdAtLt=9999-01-01T00:00:00Z');
  const before = await looks();
  await read(`${path}?resourceType=agents`, body.key);
  await read(`${path}?memberId=system`, body.key);
  expect(await looks()).toHaveLength(before.length + 1);
});

/** Returns how many database pages each of these searches touches. */
async function buffersOf(questions: EntryFilters[]): Promise<number[]> {
  await sql.query('analyze audit_logs');
  let buffers = 0;
  const query = async ({ text }: Statement, values?: unknown[]) => {
    const { rows } = await sql.query(`explain (analyze, buffers, format json) ${text}`, values);
    const plan = rows[0]['QUERY PLAN'][0].Plan;
    buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return [];
  };
  const range = { after: null, before: null };
  const figures: number[] = [];
  for (const question of questions) {
    buffers = 0;
    await readFound({ query } as Queryable, world.owner.organizationId, question, range, 50);
    figures.push(buffers);
  }
  return figures;
}

test('costs the same with ten times as many other entries', async () => {
  const questions: EntryFilters[] = [
    { memberId: 'member_ann' },
    { actionVerb: 'updated' },
    { resourceType: 'trunks' },
    { memberId: 'member_ben', resourceType: 'agents', actionVerb: 'deleted' },
    { resourceReferenceId: 'thing_1' },
  ];
  const before = await buffersOf(questions);
  await sql.query(
    `select audit_append($1, 'member_cho', 'triggered', 'workflow_runs', 'run_' || i, null, 'req_1', gen_random_uuid())
     from generate_series(1, 1500) as i`,
    [world.owner.organizationId],
  );
  const after = await buffersOf(questions);
  const grown = after.flatMap((buffers, place) =>
    buffers > 2 * before[place]! + 40 ? [{ asked: questions[place], before: before[place], buffers }] : [],
  );
  expect(grown).toEqual([]);
});
