import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../test/world/api-world.ts';
import { compileCache } from '../../test/world/compile-cache.ts';
import { lockDataDir } from '../platform/db/embedded/index.ts';

const secretKey = 'a secret for tests, long enough to be taken';

let world: ApiWorld;
let folder: string;
let sql: pg.Client;
beforeEach(async () => {
  world = await createApiWorld();
  folder = await mkdtemp(join(tmpdir(), 'parley-cli-'));
  sql = new pg.Client(world.db.connectionString);
  await sql.connect();
  await sql.query('insert into installation (secret_fingerprint) values ($1)', [world.secret.fingerprint()]);
});
afterEach(async () => {
  await sql.end();
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs an operator's command in a process of its own, on the database of the world. */
function run(command: string, parameters: string[] = [], env: Record<string, string> = {}): Promise<Outcome> {
  const file = fileURLToPath(new URL(`./${command}.ts`, import.meta.url));
  const environment = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: compileCache,
    PARLEY_DATA_DIR: join(folder, 'data'),
    PARLEY_SECRET_KEY: secretKey,
    DATABASE_URL: world.db.connectionString,
    ...env,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...parameters], { env: environment }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

test('organization:create writes a key that works at once', async () => {
  const file = join(folder, 'new.key');
  const created = await run('organization-create', ['--name', 'Second', '--key-file', file]);
  expect(created).toMatchObject({ code: 0, stderr: '' });
  const key = (await readFile(file, 'utf8')).trim();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(created.stdout).not.toContain(key);
  const { status, body } = await world.request('GET', '/api/organization', { key });
  expect([status, body.name]).toEqual([200, 'Second']);
  expect(created.stdout).toContain(body.organizationId);

  const again = await run('organization-create', ['--name', 'Third', '--key-file', file]);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is not overwritten') });
  expect((await readFile(file, 'utf8')).trim()).toBe(key);
  const { rows } = await sql.query('select name from organizations order by organization_id');
  expect(rows.map(({ name }) => name)).toEqual(['Test organization', 'Second']);
});

test('organization:create creates nothing when it cannot write the key, or with a foreign secret key', async () => {
  const unwritable = join(folder, 'no such folder', 'new.key');
  const failed = await run('organization-create', ['--name', 'Second', '--key-file', unwritable]);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('ENOENT') });
  const file = join(folder, 'new.key');
  const foreign = await run('organization-create', ['--name', 'Second', '--key-file', file], {
    PARLEY_SECRET_KEY: 'the secret of another installation, as long',
  });
  expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining('secret key') });
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect((await sql.query('select 1 from organizations')).rowCount).toBe(1);
});

// One test for all commands, because none of them changes anything.
test('each command prints its usage after wrong arguments', { timeout: 60_000 }, async () => {
  for (const [command, parameters] of [
    ['organization-create', ['--key-file', 'new.key']],
    ['organization-create', ['--name', 'Second']],
    ['organization-create', ['--name', 'Second', '--key-file', 'new.key', '--unknown']],
    ['audit-verify', ['--head']],
    ['audit-head', ['file']],
    ['backup', []],
    ['restore', ['one', 'two']],
    ['../../scripts/carrier', ['--port', '5080x']],
    ['../../scripts/carrier-accounts', ['--port', '65535']],
    ['../../scripts/carrier-accounts', ['--unknown']],
    ['../../scripts/demo', ['--unknown']],
    ['../../scripts/probe', []],
  ] as const) {
    const outcome = await run(command, [...parameters]);
    expect(outcome, `${command} ${parameters}`).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/Usage: .*npm run/),
    });
  }
});

test('each command reports that the service was never started, and creates nothing', {
  timeout: 60_000,
}, async () => {
  const file = join(folder, 'new.key');
  const commands = [
    ['audit-verify', []],
    ['audit-head', []],
    ['organization-create', ['--name', 'Second', '--key-file', file]],
  ] as const;
  const refused = {
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The database is empty: start the service/),
  };
  for (const [command, parameters] of commands) {
    const outcome = await run(command, [...parameters], { DATABASE_URL: '' });
    expect(outcome, command).toMatchObject(refused);
    expect(outcome.stderr).toContain(join(folder, 'data'));
  }
  const address = new URL(world.db.connectionString);
  await sql.query('create database untouched');
  address.pathname = '/untouched';
  expect(await run('audit-verify', [], { DATABASE_URL: address.href })).toMatchObject(refused);
  const other = new pg.Client(address.href);
  await other.connect();
  expect((await other.query('select 1 from pg_tables where schemaname = current_schema()')).rowCount).toBe(0);
  await other.end();
  await sql.query('drop database untouched');
  const keyless = await run('audit-verify', [], { PARLEY_SECRET_KEY: '' });
  expect(keyless).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no secret.key in') });
  expect(await readdir(folder)).toEqual([]);
});

test('commands run beside a service whose database is elsewhere', async () => {
  const dataDir = join(folder, 'data');
  const service = await lockDataDir(dataDir);
  try {
    expect(await run('audit-head')).toMatchObject({ code: 0, stderr: '' });
  } finally {
    await service.release();
    await rm(dataDir, { recursive: true });
  }
});

test('audit:verify names an altered entry', async () => {
  const { organizationId } = world.owner;
  const right = await run('audit-verify');
  expect(right).toMatchObject({ code: 0, stderr: '' });
  expect(right.stdout).toMatch(
    new RegExp(`^${organizationId}: right, 3 entries to .+, head [0-9a-f]{64}\n$`),
  );
  await sql.query(
    `update audit_logs set doc = overlay(doc placing 'X' from 20) where organization_id = $1 and position = 2`,
    [organizationId],
  );
  const inJson = await run('audit-verify', ['--json']);
  expect(inJson.code).toBe(1);
  expect(JSON.parse(inJson.stdout)).toMatchObject({
    ...{ organizationId, isRight: false, start: { position: 0 }, head: { position: 1 } },
    fault: { position: 2, problem: expect.stringContaining('altered') },
  });
  const wrong = await run('audit-verify');
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toMatch(new RegExp(`^${organizationId}: WRONG at entry 2 \\(.+Z\\): altered`));
});

test('audit:verify --head finds a cut tail whose head was rewritten', async () => {
  const { organizationId } = world.owner;
  const exported = await run('audit-head');
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  const { heads, publicKey } = JSON.parse(exported.stdout);
  expect(heads).toEqual([
    {
      organizationId,
      position: 3,
      createdAt: expect.stringMatching(/\.\d{6}Z$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  expect(publicKey).toMatch(/^MCowBQYDK2VwAyEA/);
  const file = join(folder, 'heads.json');
  await writeFile(file, exported.stdout);
  expect(await run('audit-verify', ['--head', file])).toMatchObject({ code: 0 });

  await sql.query('delete from audit_logs where organization_id = $1 and position = 3', [organizationId]);
  await sql.query(
    `update audit_heads h set position = l.position, last_created_at = l.created_at, last_hash = l.hash
     from audit_logs l where l.organization_id = $1 and l.position = 2 and h.organization_id = $1`,
    [organizationId],
  );
  expect(await run('audit-verify')).toMatchObject({ code: 0 });
  const found = await run('audit-verify', ['--head', file]);
  expect(found.code).toBe(1);
  expect(found.stdout).toContain('WRONG at entry 3: missing: entry 3 was cut off the end');

  await writeFile(file, exported.stdout.replace('"position": 3', '"position": 2'));
  const altered = await run('audit-verify', ['--head', file]);
  expect(altered).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('were altered') });
});

/** Returns the member and the organization of the link that the command printed. */
async function guestOf({ stdout }: Outcome): Promise<Record<string, string>> {
  const [, token] = /^https:\/\/parley\.example\/join#([\w-]{43})\n$/.exec(stdout) ?? [];
  const headers = { origin: 'http://localhost:80' };
  return (await world.request('POST', '/console/join/info', { body: { token }, key: null, headers })).body;
}

const publicUrl = { PARLEY_PUBLIC_URL: 'https://parley.example' };

test('owner:link prints a link for the first Admin, and names the Admin', async () => {
  const { organizationId } = world.owner;
  // The demo is no organization to choose.
  await sql.query(
    "insert into organizations (organization_id, name, demo_until) values ('org_0', 'D', now())",
  );
  const made = await run('owner-link', [], publicUrl);
  expect(made.code).toBe(0);
  expect(made.stderr).toBe(
    `This link signs in Olive Owner <olive@example.com>, Admin of Test organization (${organizationId}).\n`,
  );
  expect(await guestOf(made)).toMatchObject({
    memberName: 'Olive Owner',
    organizationName: 'Test organization',
  });
}, 60_000);

test('owner:link requires an organization when there are several, and links only to its Admin', async () => {
  const first = world.owner.organizationId;
  const second = (await world.foundOrganization('Second')).organizationId;
  const { body: heir } = await world.request('POST', '/api/members', {
    body: { name: 'Heir', role: 'Admin' },
  });
  await world.request('DELETE', `/api/members/${world.owner.memberId}`);

  const asked = await run('owner-link', [], publicUrl);
  expect(asked).toMatchObject({ code: 2, stdout: '' });
  expect(asked.stderr).toContain(
    `There are 2 organizations. Choose one with --organization ID (or NAME).\n` +
      `  ${first}  Test organization\n  ${second}  Second\n`,
  );
  expect((await sql.query('select 1 from member_links')).rowCount).toBe(0);

  const byId = await run('owner-link', ['--organization', first], publicUrl);
  expect(byId.stderr).toBe(
    `This link signs in Heir (${heir.memberId}, without an e-mail address), Admin of Test organization (${first}).\n`,
  );
  expect(await guestOf(byId)).toMatchObject({ memberName: 'Heir', organizationName: 'Test organization' });
  const byName = await run('owner-link', ['--organization', 'second'], publicUrl);
  expect(await guestOf(byName)).toMatchObject({ memberName: 'Olive Owner', organizationName: 'Second' });

  const unknown = await run('owner-link', ['--organization', 'Third'], publicUrl);
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain(`No organization has the id or name Third.`);
  await world.foundOrganization('Second');
  const ambiguous = await run('owner-link', ['--organization', 'Second'], publicUrl);
  expect(ambiguous).toMatchObject({ code: 2, stdout: '' });
  expect(ambiguous.stderr).toContain(
    '2 organizations have the name Second. Choose one with --organization ID.',
  );
}, 60_000);

const twoCarriers = `insert into nodes (node_id, roles, version, schema_version, heartbeat_at)
  select 'node_doctor' || i, '{calls}', 'of the doctor', 1, clock_timestamp() from generate_series(1, 2) i`;

test('doctor prints its checks, and fails for a wrong secret key', async () => {
  const healthy = await run('doctor');
  expect(healthy).toMatchObject({ code: 0, stderr: '' });
  for (const line of [
    /^ok +timeline +1 of the cluster/m,
    /^ok +synchronous +no/m,
    /^ok +recordings/m,
    /^ok +secret key/m,
  ])
    expect(healthy.stdout).toMatch(line);
  await sql.query(twoCarriers);
  const apart = await run('doctor');
  await sql.query("delete from nodes where version = 'of the doctor'");
  for (const line of [/^warning +synchronous +no, and no standby/m, /^warning +recordings .*S3_ENDPOINT/m])
    expect(apart.stdout).toMatch(line);
  await sql.query("select bound_table('chats', 'chat_id', id_bound('chat', '2100-01-02Z'))");
  const unfinished = await run('doctor');
  await sql.query('alter table chats drop constraint chats_below');
  expect(unfinished.code).toBe(1);
  expect(unfinished.stdout).toMatch(/^failed +partitions +the conversion of chats .* from 2100-01-02T00/m);
  const wrong = await run('doctor', [], { PARLEY_SECRET_KEY: 'another secret for tests, long enough' });
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toMatch(/^failed +secret key/m);
});
