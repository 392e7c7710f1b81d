import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { SecretKey } from '../access/index.ts';
import { readHeads } from './chain-store.ts';
import { openSignedHeads, signHeads } from './signed-heads.ts';
import { type ChainReport, verifyChains } from './verify.ts';

/** As many as take several reads, and a tampered one that is not among the first. */
const entriesTotal = 2503;
const middle = 1700;

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

async function append(count: number): Promise<void> {
  await sql.query(
    `select audit_append($1, 'system', 'created', 'agents', 'agent_' || i, 'Ä "label"', 'req_1', gen_random_uuid())
     from generate_series(1, $2::int) as i`,
    [organizationId, count],
  );
}

/** Runs a statement about the owner's chain; $1 is the organization. */
async function tamper(text: string): Promise<void> {
  const { rowCount } = await sql.query(text, [organizationId]);
  expect(rowCount).toBeGreaterThan(0);
}

/** Rewrites the chain from `position` on so that every hash is right again, and the head with it. */
async function rechain(position: number): Promise<void> {
  await sql.query(
    `with recursive chain as (
       select position, created_at, previous_hash, hash from audit_logs where organization_id = $1 and position = $2 - 1
       union all
       select a.position, a.created_at, c.hash,
         sha256(c.hash || convert_to(a.position || E'\\n' || a.doc, 'UTF8'))
       from chain c join audit_logs a on a.organization_id = $1 and a.position = c.position + 1
     )
     update audit_logs a set previous_hash = chain.previous_hash, hash = chain.hash
     from chain where a.organization_id = $1 and a.position = chain.position and a.position >= $2`,
    [organizationId, position],
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

test('untouched chains are right, one report an organization', async () => {
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

test('one altered byte names its entry', async () => {
  const at = await createdAtOf(middle);
  await tamper(
    `update audit_logs set doc = replace(doc, '"created"', '"creaTed"') where organization_id = $1 and position = ${middle}`,
  );
  expect(await faultOf()).toMatchObject({
    position: middle,
    createdAt: at,
    problem: expect.stringMatching(/altered/),
  });
});

test.each([
  ['hash', `hash = set_byte(hash, 31, get_byte(hash, 31) # 1)`],
  ['previous_hash', `previous_hash = set_byte(previous_hash, 0, get_byte(previous_hash, 0) # 1)`],
  ['created_at', `created_at = created_at + interval '1 microsecond'`],
  ['audit_log_id', `audit_log_id = gen_random_uuid()`],
  ['position', `position = 999999`],
])('an altered %s names its entry', async (_column, change) => {
  // Far enough from its neighbours that a microsecond does not meet one.
  await sql.query(`delete from audit_logs where organization_id = $1 and position > $2`, [
    organizationId,
    middle,
  ]);
  await rechain(2);
  await tamper(`update audit_logs set ${change} where organization_id = $1 and position = ${middle}`);
  expect(await faultOf()).toMatchObject({ position: middle });
});

test('an entry that was rewritten with its hash is named by the one that is chained to it', async () => {
  await tamper(
    `update audit_logs set doc = replace(doc, 'agent_', 'agenT_'),
       hash = sha256(previous_hash || convert_to(position || E'\\n' || replace(doc, 'agent_', 'agenT_'), 'UTF8'))
     where organization_id = $1 and position = ${middle}`,
  );
  expect(await faultOf()).toMatchObject({ position: middle, problem: expect.stringMatching(/altered/) });
});

test('a removed entry is named, in the middle and at the beginning', async () => {
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

test('a cut tail is found by the head, and by the exported head when that was rewritten too', async () => {
  const exported = await exportHeads();
  await tamper(`delete from audit_logs where organization_id = $1 and position > ${middle}`);
  expect(await faultOf()).toMatchObject({ position: middle + 1, problem: expect.stringMatching(/cut off/) });
  await rechain(middle);
  expect(await faultOf()).toBeNull();
  expect(await faultOf(exported)).toMatchObject({
    position: middle + 1,
    problem: expect.stringMatching(/cut off/),
  });
  // Cut and grown again past the exported position.
  await append(entriesTotal);
  expect(await faultOf()).toBeNull();
  expect(await faultOf(exported)).toMatchObject({
    position: entriesTotal,
    problem: expect.stringMatching(/rewritten/),
  });
});

test('a chain that was rewritten from one entry on is found by the exported head', async () => {
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

test('a wiped chain is missing its first entry, whether its head is left, put back to the beginning or gone', async () => {
  const wiped = { position: 1, createdAt: null, problem: expect.stringMatching(/every entry.*removed/) };
  await tamper('delete from audit_logs where organization_id = $1');
  expect(await faultOf()).toMatchObject({ position: 1, problem: expect.stringMatching(/cut off/) });
  await tamper(`update audit_heads set position = 0, last_created_at = '-infinity', last_hash = '\\x'
    where organization_id = $1`);
  expect(await faultOf()).toEqual(wiped);
  await tamper('delete from audit_heads where organization_id = $1');
  expect(await faultOf()).toEqual(wiped);
});

test('a removed organization is found by the exported head', async () => {
  const exported = await exportHeads();
  await tamper('delete from audit_heads where organization_id = $1');
  expect(await faultOf()).toMatchObject({ problem: expect.stringMatching(/head of the chain was removed/) });
  await tamper('delete from audit_logs where organization_id = $1');
  await tamper('delete from organizations where organization_id = $1');
  expect(await verify()).toEqual([]);
  expect(await faultOf(exported)).toMatchObject({ position: 1, problem: expect.stringMatching(/cut off/) });
});

test('an exported head that was altered, or is of another installation, is not taken', async () => {
  const exported = await exportHeads();
  expect(openSignedHeads(world.secret, exported)).toEqual(await readHeads(world.db));
  const altered = exported.replace(`"position": ${entriesTotal}`, `"position": ${entriesTotal - 1}`);
  expect(altered).not.toBe(exported);
  expect(() => openSignedHeads(world.secret, altered)).toThrow('they were altered');
  const other = new SecretKey('the secret of another installation, as long');
  expect(() => openSignedHeads(other, exported)).toThrow('another installation');
  expect(() => openSignedHeads(world.secret, '{"heads": []}')).toThrow('audit:head');
});
