import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { SecretKey } from '../access/index.ts';
import { readHeads } from './chain-store.ts';
import { openSignedHeads, signHeads } from './signed-heads.ts';
import { type ChainReport, verifyChains } from './verify.ts';

const entriesTotal = 153;
const middle = 87;

let world: ApiWorld;
let sql: pg.Client;
let organizationId: string;
beforeEach(async () => {
  world = await createApiWorld();
  organizationId = world.owner.organizationId;
  sql = new pg.Client(world.db.connectionString);
  await sql.connect();
  await append(entriesTotal - 3);
});
afterEach(async () => {
  await sql.end();
  await world.close();
});

/** Appends entries, in transactions of 100: each update of the head would else find all row versions before it. */
async function append(count: number): Promise<void> {
  await sql.query(
    `do $$ begin
       for i in 1 .. ${count} loop
         perform audit_append('${organizationId}', 'system', 'created', 'agents', 'agent_' || i, 'Ä "label"', 'req_1',
           gen_random_uuid());
         if i % 100 = 0 then commit; end if;
       end loop;
     end $$`,
  );
}

/** Runs a statement on the owner's chain; $1 is the organization. */
async function tamper(text: string): Promise<void> {
  const { rowCount } = await sql.query(text, [organizationId]);
  expect(rowCount).toBeGreaterThan(0);
}

/** Rewrites the chain from `position` on with correct hashes, and its head. */
async function rechain(position: number): Promise<void> {
  await sql.query(
    `do $$ declare
       entry record;
       previous bytea := (select hash from audit_logs
         where organization_id = '${organizationId}' and position = ${position - 1});
     begin
       for entry in select * from audit_logs
         where organization_id = '${organizationId}' and position >= ${position} order by position
       loop
         update audit_logs set previous_hash = previous,
           hash = sha256(previous || convert_to(position || E'\\n' || doc, 'UTF8'))
           where organization_id = entry.organization_id and created_at = entry.created_at
           returning hash into previous;
       end loop;
     end $$`,
  );
  await sql.query(
    `update audit_heads h set position = l.position, last_created_at = l.created_at, last_hash = l.hash
     from (select * from audit_logs where organization_id = $1 order by position desc limit 1) l
     where h.organization_id = $1`,
    [organizationId],
  );
}

async function verify(exported?: string): Promise<ChainReport[]> {
  const heads = exported === undefined ? [] : openSignedHeads(world.secret, exported);
  return Array.fromAsync(verifyChains(world.db, world.secret, heads));
}

async function faultOf(exported?: string) {
  const report = (await verify(exported)).find((one) => one.organizationId === organizationId);
  return report!.fault;
}

const exportHeads = async () => signHeads(world.secret, await readHeads(world.db), new Date());

async function createdAtOf(position: number): Promise<string> {
  const { rows } = await sql.query(
    `select doc::json->>'createdAt' as at from audit_logs where organization_id = $1 and position = $2`,
    [organizationId, position],
  );
  return rows[0].at;
}

test('reports untouched chains as intact, one report per organization', async () => {
  const other = await world.foundOrganization('Other');
  const exported = await exportHeads();
  await append(2);
  const reports = await verify(exported);
  expect(reports.map(({ fault }) => fault)).toEqual([null, null]);
  const positions = Object.fromEntries(
    reports.map((report) => [report.organizationId, report.head.position]),
  );
  expect(positions).toEqual({ [organizationId]: entriesTotal + 2, [other.organizationId]: 3 });
});

test('names the entry of one altered byte, also when the chain takes several reads', async () => {
  for (const position of [middle, 1_700]) {
    if (position > entriesTotal) await append(2_350);
    const at = await createdAtOf(position);
    const doc = (from: string, to: string) =>
      `update audit_logs set doc = replace(doc, '"${from}"', '"${to}"')
       where organization_id = $1 and position = ${position}`;
    await tamper(doc('created', 'creaTed'));
    expect(await faultOf()).toMatchObject({
      ...{ position, createdAt: at },
      problem: expect.stringMatching(/altered/),
    });
    await tamper(doc('creaTed', 'created'));
    expect(await faultOf()).toBeNull();
  }
});

test.each([
  ['hash', `hash = set_byte(hash, 31, get_byte(hash, 31) # 1)`],
  ['previous_hash', `previous_hash = set_byte(previous_hash, 0, get_byte(previous_hash, 0) # 1)`],
  ['created_at', `created_at = created_at + interval '1 microsecond'`],
  ['audit_log_id', `audit_log_id = gen_random_uuid()`],
  ['position', `position = 999999`],
])('an altered %s names its entry', async (_column, change) => {
  // Far enough from its neighbours that one microsecond does not collide.
  await sql.query(`delete from audit_logs where organization_id = $1 and position > $2`, [
    organizationId,
    middle,
  ]);
  await rechain(middle);
  await tamper(`update audit_logs set ${change} where organization_id = $1 and position = ${middle}`);
  expect(await faultOf()).toMatchObject({ position: middle });
});

test('detects an entry that was rewritten with its hash by the next one', async () => {
  await tamper(
    `update audit_logs set doc = replace(doc, 'agent_', 'agenT_'),
       hash = sha256(previous_hash || convert_to(position || E'\\n' || replace(doc, 'agent_', 'agenT_'), 'UTF8'))
     where organization_id = $1 and position = ${middle}`,
  );
  expect(await faultOf()).toMatchObject({ position: middle, problem: expect.stringMatching(/altered/) });
});

test('names a removed entry, in the middle and at the beginning', async () => {
  await tamper(
    `delete from audit_logs where organization_id = $1 and position in (${middle}, ${middle + 1})`,
  );
  expect(await faultOf()).toMatchObject({
    position: middle,
    problem: expect.stringContaining(`entry ${middle} to ${middle + 1} was removed`),
  });
  await tamper(`delete from audit_logs where organization_id = $1 and position = 1`);
  expect(await faultOf()).toMatchObject({ position: 1 });
});

test('detects a cut tail by the head, and by the exported head when the head was rewritten', async () => {
  const exported = await exportHeads();
  await tamper(`delete from audit_logs where organization_id = $1 and position > ${middle}`);
  expect(await faultOf()).toMatchObject({ position: middle + 1, problem: expect.stringMatching(/cut off/) });
  await rechain(middle);
  expect(await faultOf()).toBeNull();
  expect(await faultOf(exported)).toMatchObject({
    position: middle + 1,
    problem: expect.stringMatching(/cut off/),
  });
  // Cut off and grown again beyond the exported position.
  await append(entriesTotal);
  expect(await faultOf()).toBeNull();
  expect(await faultOf(exported)).toMatchObject({
    position: entriesTotal,
    problem: expect.stringMatching(/rewritten/),
  });
});

test('detects a chain that was rewritten from one entry on by the exported head', async () => {
  const exported = await exportHeads();
  await tamper(
    `update audit_logs set doc = replace(doc, '"created"', '"deleted"') where organization_id = $1 and position = ${middle}`,
  );
  await rechain(middle);
  expect(await faultOf()).toBeNull();
  expect(await faultOf(exported)).toMatchObject({
    position: entriesTotal,
    problem: expect.stringMatching(/rewritten/),
  });
});

test('reports the first entry of a deleted chain as missing, whatever became of its head', async () => {
  const wiped = { position: 1, createdAt: null, problem: expect.stringMatching(/every entry.*removed/) };
  await tamper('delete from audit_logs where organization_id = $1');
  expect(await faultOf()).toMatchObject({ position: 1, problem: expect.stringMatching(/cut off/) });
  await tamper(`update audit_heads set position = 0, last_created_at = '-infinity', last_hash = '\\x'
    where organization_id = $1`);
  expect(await faultOf()).toEqual(wiped);
  await tamper('delete from audit_heads where organization_id = $1');
  expect(await faultOf()).toEqual(wiped);
});

test('detects a removed organization by the exported head', async () => {
  const exported = await exportHeads();
  await tamper('delete from audit_heads where organization_id = $1');
  expect(await faultOf()).toMatchObject({ problem: expect.stringMatching(/head of the chain was removed/) });
  await tamper('delete from audit_logs where organization_id = $1');
  await tamper('delete from organizations where organization_id = $1');
  expect(await verify()).toEqual([]);
  expect(await faultOf(exported)).toMatchObject({ position: 1, problem: expect.stringMatching(/cut off/) });
});

test('refuses an exported head that was altered or is of another installation', async () => {
  const exported = await exportHeads();
  expect(openSignedHeads(world.secret, exported)).toEqual(await readHeads(world.db));
  const altered = exported.replace(`"position": ${entriesTotal}`, `"position": ${entriesTotal - 1}`);
  expect(altered).not.toBe(exported);
  expect(() => openSignedHeads(world.secret, altered)).toThrow('they were altered');
  const other = new SecretKey('the secret of another installation, as long');
  expect(() => openSignedHeads(other, exported)).toThrow('another installation');
  expect(() => openSignedHeads(world.secret, '{"heads": []}')).toThrow('audit:head');
});
