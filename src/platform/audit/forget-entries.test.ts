import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { partitionsOf, statement } from '../db/index.ts';
import { readHeads } from './chain-store.ts';
import { forgetAuditEntries } from './forget-entries.ts';
import { openSignedHeads, signHeads } from './signed-heads.ts';
import { verifyChains } from './verify.ts';

const append = statement(
  'test.forget.append',
  `select audit_append($1, 'system', 'created', 'agents', 'agent_' || i, 'label', 'req_1', gen_random_uuid())
   from generate_series(1, $2::int) as i`,
);
const count = statement(
  'test.forget.count',
  'select count(*)::int, min(position)::int from audit_logs where organization_id = $1',
);
const lastEntry = statement(
  'test.forget.last',
  'select doc from audit_logs where organization_id = $1 order by position desc limit 1',
);
const alter = statement(
  'test.forget.alter',
  `update audit_logs set doc = replace(doc, 'label', 'Label') where organization_id = $1 and position = 700`,
);
const moveCheckpoint = statement(
  'test.forget.move',
  `with l as (select position, created_at, hash from audit_logs where organization_id = $1 order by position limit 1),
     gone as (delete from audit_logs where organization_id = $1 and position = (select position from l))
   update audit_checkpoints c set position = l.position, created_at = l.created_at, hash = l.hash from l
   where organization_id = $1`,
);
const unsign = statement(
  'test.forget.unsign',
  'update audit_checkpoints set signature = null where organization_id = $1',
);
const dropCheckpoint = statement(
  'test.forget.drop',
  'delete from audit_checkpoints where organization_id = $1',
);

// A partition that ended two days ago, with one entry.
const lay = statement(
  'test.forget.lay',
  `do $$ declare bound text := (select substring(pg_get_expr(relpartbound, oid) from 'TO (.*)') from pg_class
     where relname = 'audit_logs_1'); begin
     alter table audit_logs detach partition partitions.audit_logs_1;
     execute format('alter table audit_logs attach partition partitions.audit_logs_1 for values from (%L) to %s',
       current_date - 2, bound);
     execute format('create table partitions.audit_logs_0 partition of audit_logs for values from (minvalue) to (%L)',
       current_date - 2);
     insert into audit_logs (organization_id, created_at, position, audit_log_id, doc, previous_hash, hash)
       values ('org_gone', now() - interval '9 days', 1, gen_random_uuid(), '{}', '', '');
   end $$`,
);
const removeLaid = statement(
  'test.forget.remove_laid',
  "delete from audit_logs where organization_id = 'org_gone'",
);

let world: ApiWorld;
let organizationId: string;
beforeEach(async () => {
  world = await createApiWorld();
  organizationId = world.owner.organizationId;
});
afterEach(() => world.close());

const inDays = (days: number) => Date.now() + days * 86_400_000;
const keep = (auditDays: number | null) =>
  world.request('PATCH', '/api/organization', { body: { retention: { auditDays } } });
const verify = async (exported?: string) => {
  const heads = exported === undefined ? [] : openSignedHeads(world.secret, exported);
  const reports = await Array.fromAsync(verifyChains(world.db, world.secret, heads));
  return reports.find((report) => report.organizationId === organizationId)!;
};
const rows = async () => (await world.db.query(count, [organizationId]))[0] as { count: number; min: number };

test('removes older entries, and verifies the rest from the checkpoint', async () => {
  const other = await world.foundOrganization('Other');
  expect((await keep(30)).body.retention).toMatchObject({ auditDays: 30 });
  await world.db.query(append, [organizationId, 2500]);
  const exported = signHeads(world.secret, await readHeads(world.db), new Date());
  const { count: before } = await rows();
  expect(await forgetAuditEntries(world.db, world.secret, inDays(29))).toBe(0);

  // Removes all but the newest of each slice's moment: later entries record the removal of the slices.
  const removed = await forgetAuditEntries(world.db, world.secret, inDays(32));
  expect(removed).toBeGreaterThanOrEqual(before - 1);
  const report = await verify();
  expect(report.fault).toBeNull();
  expect(report.start.position).toBe(removed);
  expect((await rows()).min).toBe(removed + 1);
  const [last] = await world.db.query<{ doc: string }>(lastEntry, [organizationId]);
  expect(JSON.parse(last!.doc)).toMatchObject({
    ...{ memberId: 'system', actionVerb: 'deleted', resourceType: 'audit_logs' },
    resourceLabel: expect.stringMatching(/^entries \d+ to \d+, by retention$/),
  });
  // A head that was exported before its entry was removed says nothing about the rest.
  expect((await verify(exported)).fault).toBeNull();
  const reports = await Array.fromAsync(verifyChains(world.db, world.secret));
  expect(reports.find((one) => one.organizationId === other.organizationId)).toMatchObject({
    ...{ fault: null, start: { position: 0 } },
  });

  await world.db.query(dropCheckpoint, [organizationId]);
  expect((await verify()).fault).toMatchObject({ position: 1, problem: expect.stringContaining('missing') });
});

test('removes the same entries with two processes as with one', async () => {
  await keep(30);
  await world.db.query(append, [organizationId, 1500]);
  await Promise.all([1, 2, 3].map(() => forgetAuditEntries(world.db, world.secret, inDays(32))));
  const report = await verify();
  expect(report.fault).toBeNull();
  expect(report.start.position).toBeGreaterThanOrEqual(1500);
});

test('detects a foreign checkpoint and removes nothing more', async () => {
  await keep(30);
  await world.db.query(append, [organizationId, 1100]);
  await forgetAuditEntries(world.db, world.secret, inDays(32));
  await world.db.query(append, [organizationId, 10]);
  expect((await verify()).fault).toBeNull();
  // Entries are cut off the front, and the rest is still a chain.
  await world.db.query(moveCheckpoint, [organizationId]);
  const { start, fault } = await verify();
  const { position, createdAt } = start;
  expect(fault).toEqual({ position, createdAt, problem: 'the checkpoint there was altered' });
  await expect(forgetAuditEntries(world.db, world.secret, inDays(64))).rejects.toThrow('was altered');
  await world.db.query(unsign, [organizationId]);
  expect((await verify()).fault?.problem).toBe('the checkpoint there is not signed');
});

test('keeps everything from the first altered entry on', async () => {
  await keep(30);
  await world.db.query(append, [organizationId, 1000]);
  await world.db.query(alter, [organizationId]);
  const before = await rows();
  await expect(forgetAuditEntries(world.db, world.secret, inDays(32))).rejects.toThrow('entry 700: altered');
  expect(await rows()).toEqual(before);
});

test.each([29, 3651, 1.5, 'x'])('refuses %s days', async (auditDays) => {
  const { status, body } = await keep(auditDays as number);
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('auditDays')]);
  expect((await world.request('GET', '/api/organization')).body.retention).toMatchObject({ auditDays: null });
});

test('a partition of past days is dropped when all its entries are removed', async () => {
  await world.db.query(lay);
  const first = async () => (await partitionsOf(world.db, 'audit_logs'))[0];
  await forgetAuditEntries(world.db, world.secret, Date.now());
  expect(await first()).toMatchObject({ name: 'audit_logs_0', isEmpty: false });
  await world.db.query(removeLaid);
  await forgetAuditEntries(world.db, world.secret, Date.now());
  expect(await first()).toMatchObject({ name: 'audit_logs_0', isEmpty: true });
  expect((await rows()).count).toBeGreaterThan(0);
});
