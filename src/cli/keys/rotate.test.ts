import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { temporaryFolder } from '../../../test/world/temporary-folder.ts';
import { openHeaders } from '../../domains/agents/index.ts';
import { openSecrets, sealSecrets } from '../../domains/carriers/sealed-secrets.ts';
import { openDevicePassword } from '../../domains/devices/index.ts';
import { findProviderCredentials } from '../../domains/provider-keys/index.ts';
import { findTrunk, trunkCredentials } from '../../domains/trunks/index.ts';
import { findWorkflowSecrets } from '../../domains/workflows/index.ts';
import {
  joinKeys,
  KeyWatcher,
  RootKey,
  retireClosedKeys,
  SecretKey,
  signToken,
} from '../../platform/access/index.ts';
import { openSignedHeads, readHeads, signHeads } from '../../platform/audit/index.ts';
import { Listener } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { MailOutbox } from '../../platform/mail/index.ts';
import { rotateKeys } from './rotate.ts';
import { sealedColumns } from './sealed-columns.ts';
import { StillInUseError } from './wait-for-processes.ts';

let world: ApiWorld;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let sql: pg.Client;
let closers: (() => Promise<void>)[] = [];
beforeEach(async () => {
  world = await createApiWorld();
  folder = await temporaryFolder();
  sql = new pg.Client(world.db.connectionString);
  await sql.connect();
  await sql.query('insert into installation (secret_fingerprint) values ($1)', [world.secret.fingerprint()]);
  await writeFile(join(folder.path, 'secret.key'), `${world.secretText}\n`);
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  closers = [];
  await sql.end();
  await folder[Symbol.asyncDispose]();
  await world.close();
});

/** A process reads the keys every second. The time is long enough for a busy machine. */
const pollOptions = { timeout: 30_000 };
const readSecret = async () => (await readFile(join(folder.path, 'secret.key'), 'utf8')).trim();

/**
 * Starts a process's watcher of the keys. `text` is a secret key of the environment; without it, the file has the key.
 */
async function startProcess(secret?: SecretKey, text?: string): Promise<SecretKey> {
  const key = secret ?? new SecretKey(text ?? (await readSecret()));
  const options = {
    connectionString: world.db.connectionString,
    applicationName: 'parley process',
    log: silentLog,
  };
  const listener = new Listener(options);
  const isInFile = text === undefined;
  const watched = { db: world.db, listener, secret: key, log: silentLog };
  const watcher = new KeyWatcher({ ...watched, readSecret: isInFile ? readSecret : null });
  await watcher.start();
  await listener.start();
  const close = async () => {
    await watcher.close();
    await listener.close();
  };
  closers.push(close);
  return key;
}

/** Stores a secret of each kind. Returns a function that opens all of them with a key. */
async function storeSecrets() {
  const post = async (path: string, body: object, method = 'POST') => {
    const answer = await world.request(method, path, { body });
    expect([200, 201], answer.text).toContain(answer.status);
    return answer.body;
  };
  const { trunkId } = await post('/api/trunks', {
    name: 'T',
    host: '192.0.2.1',
    username: 'u',
    password: 'trunk',
  });
  await post('/api/provider-keys', { provider: 'openai', apiKey: 'provider' });
  const endpoint = await post('/api/webhook-endpoints', {
    url: 'https://example.com/',
    events: ['call.ended'],
  });
  await post(`/api/webhook-endpoints/${endpoint.webhookEndpointId}/rotate-secret`, {});
  const secret = { name: 'token', value: 'workflow', allowedOrigins: ['https://example.com'] };
  await post('/api/workflow-secrets', secret);
  const eligibilityWebhook = { url: 'https://example.com/', secret: `whsec_${'a'.repeat(32)}` };
  await post('/api/organization', { eligibilityWebhook }, 'PATCH');
  const tool = (value: string) => ({
    ...{ type: 'http', name: 'look', description: 'Looks', method: 'GET', url: 'https://example.com/' },
    headers: { 'x-plain': 'plain', 'x-token': { secret: value } },
  });
  const { agentId } = await post('/api/agents', { name: 'A', prompt: 'P', tools: [tool('published')] });
  await post(`/api/agents/${agentId}`, { tools: [tool('draft')], publish: false }, 'PATCH');
  await post(`/api/agents/${agentId}/chats`, { customerUniqueId: 'c', draft: true });
  const { organizationId, memberId } = world.owner;
  const place = { organizationId, carrierConnectionId: 'carrier_1' };
  const carrier = sealSecrets(world.secret, place, { key: 'carrier', sipPassword: 'p' });
  await sql.query(
    `insert into carrier_connections (organization_id, carrier_connection_id, vendor, name, sealed_secrets, sip_address,
       member_id, request_id)
     values ($1, $2, 'telnyx', 'T', $3, 'sip.example.com:5060', $4, 'req_1')`,
    [organizationId, place.carrierConnectionId, carrier, memberId],
  );
  const device = await post('/api/devices', { name: 'Telephone' });
  await post('/api/alert-channels', { kind: 'slack', name: 'S', url: 'https://hooks.example.com/secret' });
  const mail = { organizationId, to: 'm@example.com', kind: 'invitation', referenceId: memberId } as const;
  await world.db.transaction((tx) =>
    new MailOutbox(world.secret).put(tx, { ...mail, subject: 'S', text: 'T', html: 'H' }),
  );
  return async (key: SecretKey) => {
    const [connection] = (await sql.query('select sealed_secrets from carrier_connections')).rows;
    const trunk = await findTrunk(world.db, organizationId, trunkId);
    const workflow = await findWorkflowSecrets(world.db, key, organizationId, ['token']);
    const { rows } = await sql.query(
      `select a.draft, v.configuration, d.draft as tested from agents a
         join agent_versions v using (organization_id, agent_id, version) join chat_trials d using (organization_id, agent_id)
       where agent_id = $1`,
      [agentId],
    );
    const [{ draft, configuration, tested }] = rows;
    const headers = (from: { tools: [{ headers: object }] }) =>
      openHeaders(key, { organizationId, agentId }, from.tools[0].headers as never)['x-token'];
    const hooks = await sql.query('select sealed_secret, sealed_previous_secret from webhook_endpoints');
    const devices = await sql.query('select sealed_password from member_devices where device_id = $1', [
      device.deviceId,
    ]);
    const ofDevice = { organizationId, deviceId: device.deviceId };
    const open = (sealed: Buffer) =>
      key.open(sealed, `webhook-endpoint:${organizationId}:${endpoint.webhookEndpointId}`);
    return [
      trunkCredentials(key, trunk!)?.password,
      (await findProviderCredentials(world.db, key, organizationId, 'openai', null))?.apiKey,
      workflow.get('token')?.value,
      headers(configuration),
      headers(draft),
      headers(tested),
      open(hooks.rows[0].sealed_previous_secret) === endpoint.secret,
      open(hooks.rows[0].sealed_secret).startsWith('whsec_'),
      openSecrets(key, { ...place, sealedSecrets: connection.sealed_secrets }).key,
      openDevicePassword(key, ofDevice, devices.rows[0].sealed_password) === device.password,
    ];
  };
}
const opened = ['trunk', 'provider', 'workflow', 'published', 'draft', 'draft', true, true, 'carrier', true];

/** Returns the tables with values that the key has sealed, except those of the keys themselves. */
async function tablesWith(keyId: string): Promise<string[]> {
  const head = Buffer.concat([Buffer.from('PSK1'), Buffer.from(keyId, 'hex')]);
  const tables = await sql.query(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
       and relname not like 'secret_key%'`,
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rowCount } = await sql.query(
      `select from ${name} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%' limit 1`,
      [head.toString('hex'), head.toString('base64')],
    );
    if (rowCount) found.push(name);
  }
  return found.sort();
}

const rotate = (secret: SecretKey, more: Partial<Parameters<typeof rotateKeys>[0]> = {}) =>
  rotateKeys({
    db: world.db,
    secret,
    dataDir: folder.path,
    next: null,
    waitLimits: { timeoutMs: 30_000, quietMs: 50 },
    say: () => {},
    ...more,
  });

test('the rotation knows every column with sealed secrets', { timeout: 60_000 }, async () => {
  const schema = await readFile(join(import.meta.dirname, '../../../schema.sql'), 'utf8');
  const columns = [...schema.matchAll(/^create table (\w+) \(([^;]*)\);/gm)].flatMap(([, table, body]) =>
    [...body!.matchAll(/^ {2}(\w*sealed\w*) /gm)].map(([, column]) => `${table}.${column}`),
  );
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  // These columns are JSON, and their names do not contain `sealed`.
  const json = [
    ...['organizations.eligibility_webhook', 'agents.draft', 'agent_versions.configuration'],
    'chat_trials.draft',
  ];
  expect(known.toSorted()).toEqual([...columns, ...json].sort());
  await startProcess(world.secret);
  await storeSecrets();
  const { rows } = await sql.query('select distinct source from sealed_secrets()');
  const tables = [...new Set(sealedColumns.map(({ table }) => table))];
  expect(rows.map(({ source }) => source).sort()).toEqual(tables.sort());
  expect(await tablesWith(world.secret.currentKeyId)).toEqual(tables);
});

test('a rotation that is killed after any step is finished by the next, and every process can open all secrets', {
  timeout: 120_000,
}, async () => {
  const other = await startProcess();
  await startProcess(world.secret);
  const openAll = await storeSecrets();
  const first = new RootKey(world.secretText).id;
  const heads = signHeads(world.secret, await readHeads(world.db), new Date());
  let cuts = 0;
  for (let isDone = false; !isDone; ) {
    const command = new SecretKey(await readSecret());
    await joinKeys(world.db, command);
    const say = () => {
      throw new Error('killed');
    };
    isDone = await rotate(command, { say }).then(
      (end) => end === 'done',
      (error: Error) => {
        expect(error.message).toBe('killed');
        cuts++;
        return false;
      },
    );
    expect(await openAll(await startProcess())).toEqual(opened);
    const trunk = { name: `T${cuts}`, host: '192.0.2.1', username: 'u', password: 'later' };
    expect((await world.request('POST', '/api/trunks', { body: trunk })).status).toBe(201);
    if (cuts === 5) break;
  }
  // One kill after each step that prints a line: accept, replace, drop, activate, reseal.
  expect(cuts).toBe(5);
  expect(await tablesWith(first)).toEqual([]);
  await expect.poll(() => other.currentKeyId, pollOptions).not.toBe(first);
  expect(await openAll(other)).toEqual(opened);
  expect(await openAll(world.secret)).toEqual(opened);
  // A start with the previous secret key is refused.
  await expect(joinKeys(world.db, new SecretKey(world.secretText))).rejects.toThrow();
  expect(openSignedHeads(world.secret, heads)).toHaveLength(1);
});

test('earlier API keys are valid until the key that signed them is retired', {
  timeout: 60_000,
}, async () => {
  await startProcess(world.secret);
  const status = async (key: string) => (await world.request('GET', '/api/organization', { key })).status;
  const claims = { ...world.owner, scopes: ['organization:read'], expiresAtSeconds: null };
  const before = await signToken(world.secret, claims);
  const heads = signHeads(world.secret, await readHeads(world.db), new Date());
  const command = new SecretKey(world.secretText);
  await joinKeys(world.db, command);
  expect(await rotate(command)).toBe('done');
  await expect.poll(() => world.secret.currentKeyId, pollOptions).toBe(command.currentKeyId);
  const since = await signToken(world.secret, claims);
  expect([await status(before), await status(since)]).toEqual([200, 200]);
  await retireClosedKeys(world.db);
  // This process may still be reading the keys of an earlier step.
  await expect.poll(() => status(before), pollOptions).toBe(401);
  expect(await status(since)).toBe(200);
  // Signed heads can be checked even after their key was removed.
  expect(openSignedHeads(world.secret, heads)).toHaveLength(1);
});

test('with the secret key in the environment, secrets are sealed again only when every process has the next key', {
  timeout: 60_000,
}, async () => {
  const openAll = await (async () => {
    await joinKeys(world.db, world.secret);
    return storeSecrets();
  })();
  const next = 'the secret of the next years, which is as long';
  await startProcess(undefined, world.secretText);
  const closeOld = closers.pop()!;
  closers.push(closeOld);
  const say = () => {};
  const inEnvironment = { dataDir: null, say };
  const old = new SecretKey(world.secretText);
  await joinKeys(world.db, old);
  expect(await rotate(old, inEnvironment)).toBe('need-secret');
  expect(await rotate(old, { ...inEnvironment, next })).toBe('restart');
  expect(await rotate(old, inEnvironment)).toBe('superseded');

  const restarted = await startProcess(undefined, next);
  expect(await openAll(restarted)).toEqual(opened);
  const command = new SecretKey(next);
  await joinKeys(world.db, command);
  await expect(
    rotate(command, { ...inEnvironment, waitLimits: { timeoutMs: 100, quietMs: 50 } }),
  ).rejects.toBeInstanceOf(StillInUseError);
  expect(await tablesWith(new RootKey(world.secretText).id)).not.toEqual([]);
  closers.splice(closers.indexOf(closeOld), 1);
  await closeOld();
  expect(await rotate(command, { ...inEnvironment, next })).toBe('done');
  expect(await tablesWith(new RootKey(world.secretText).id)).toEqual([]);
  await expect.poll(() => restarted.currentKeyId, pollOptions).toBe(command.currentKeyId);
  expect(await openAll(restarted)).toEqual(opened);
  // A process that does not know the new key must not store secrets.
  const refused = await world.request('POST', '/api/provider-keys', {
    body: { provider: 'openai', apiKey: 'late' },
  });
  expect(refused.status).toBe(503);
});
