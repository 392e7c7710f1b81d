import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileCache } from '../../test/world/compile-cache.ts';
import { make, setUpDialing } from '../../test/world/dialing.ts';
import { fileCalls } from '../../test/world/file-calls.ts';
import { type Program, startProgram } from '../../test/world/program.ts';
import { temporaryFolder } from '../../test/world/temporary-folder.ts';
import { findProviderCredentials } from '../domains/provider-keys/index.ts';
import { SecretKey } from '../platform/access/index.ts';
import { Database, statement } from '../platform/db/index.ts';
import { silentLog } from '../platform/kernel/index.ts';

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** The progress that a command reports every 15 s. */
const progressLines = /^(recordings|database|checking|restoring) .* MB\n/gm;

/** Runs an operator's command in a process of its own. Its progress is removed from `stderr`. */
function run(
  command: string,
  parameters: string[],
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Outcome> {
  const file = fileURLToPath(new URL(`./${command}.ts`, import.meta.url));
  const paths = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache };
  const environment = { ...paths, PARLEY_DATA_DIR: dataDir, ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...parameters], { env: environment }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr: stderr.replaceAll(progressLines, '') }),
    );
  });
}

/** Starts only the API, with the secret key of its data directory. */
const start = (dataDir: string) =>
  startProgram({ dataDir, env: { PARLEY_ROLES: 'api', PARLEY_SECRET_KEY: '' } });

async function openDatabase(dataDir: string): Promise<Database & AsyncDisposable> {
  const connectionString = (await readFile(join(dataDir, 'database.url'), 'utf8')).trim();
  const db = new Database({ connectionString, applicationName: 'test', connectionsMax: 2, log: silentLog });
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.close() });
}

const ended = statement(
  'test.backup.ended',
  `update calls set status = 'ended', ended_at = now(), recording_file = call_id || '.wav' where call_id = $1`,
);
const organization = statement('test.backup.organization', 'select organization_id from organizations');

/** Adds suppressions, three at a time, until it is stopped. `acknowledged` lists the numbers that the API accepted. */
function write(program: Program): {
  acknowledged: string[];
  until(count: number): Promise<void>;
  stop(): Promise<void>;
} {
  const acknowledged: string[] = [];
  let next = 0;
  let stopped = false;
  let report = () => {};
  const loop = async () => {
    while (!stopped) {
      const phoneNumber = `+1212555${String(next++).padStart(4, '0')}`;
      const { status } = await program.request('POST', '/api/suppressions', { body: { phoneNumber } });
      if (status === 201) acknowledged.push(phoneNumber);
      report();
    }
  };
  const loops = [loop(), loop(), loop()];
  return {
    acknowledged,
    until: (count) =>
      new Promise((resolve) => {
        report = () => acknowledged.length >= count && resolve();
      }),
    async stop() {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

async function suppressed(program: Program): Promise<string[]> {
  const found: string[] = [];
  for (let url: string | null = '/api/suppressions?pageSize=1000'; url !== null; ) {
    const { body } = await program.request('GET', url);
    found.push(...body.suppressions.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber));
    url = body.metadata.nextPage === null ? null : body.metadata.nextPage.replace(program.url, '');
  }
  return found;
}

test('a restored backup holds everything that was acknowledged before it, even if it was made under load', {
  timeout: 240_000,
}, async () => {
  await using folder = await temporaryFolder();
  const [dataDir, file, restored] = ['data', 'backup.tar', 'restored'].map((name) =>
    join(folder.path, name),
  ) as [string, string, string];
  const apiKey = 'sk-proj-very-secret-0123456789-wxyz';
  const audio = randomBytes(3_000_017);
  let callId = '';
  let before: string[];
  {
    await using program = await start(dataDir);
    await make(program.request, '/api/provider-keys', { provider: 'openai', apiKey });
    const { agentId, phoneNumberId } = await setUpDialing(program.request);
    const body = { phoneNumber: '+12125550123', phoneNumberId, variables: { firstName: 'Ada' } };
    callId = (await make(program.request, `/api/agents/${agentId}/calls`, body)).callId;
    await using db = await openDatabase(dataDir);
    await db.query(ended, [callId]);
    await fileCalls(db);
    await mkdir(join(dataDir, 'recordings'), { recursive: true });
    await writeFile(join(dataDir, 'recordings', `${callId}.wav`), audio);
    await writeFile(`${file}.999999999.partial`, 'of a backup that was killed');

    const writers = write(program);
    await writers.until(20);
    before = [...writers.acknowledged];
    const written = await run('backup', [file], dataDir);
    const during = writers.acknowledged.length - before.length;
    await writers.stop();
    expect(written).toMatchObject({ code: 0, stderr: '' });
    expect(written.stdout).toContain('the database and 1 recordings');
    expect(written.stdout).toContain('The secret key is in it');
    expect(during).toBeGreaterThan(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder.path)).toEqual(['backup.tar', 'data']);

    const again = await run('backup', [file], dataDir);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is not overwritten') });
    const occupied = await run('restore', [file], dataDir);
    expect(occupied).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
    // An operator tests a backup by restoring it beside the running service.
    const made = await run('restore', ['--from', file], restored);
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect((await program.request('GET', '/api/organization')).status).toBe(200);
  }
  expect(await run('restore', [file], restored)).toMatchObject({ code: 1 });

  await using program = await start(restored);
  expect(await suppressed(program)).toEqual(expect.arrayContaining(before));
  const recording = await fetch(`${program.url}/api/calls/${callId}/recording`, {
    headers: { authorization: `Bearer ${program.key}` },
  });
  expect(Buffer.from(await recording.arrayBuffer()).equals(audio)).toBe(true);
  const verified = await run('audit-verify', [], restored);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/: right, \d+ entries/) });
  await using db = await openDatabase(restored);
  const secret = new SecretKey((await readFile(join(restored, 'secret.key'), 'utf8')).trim());
  const [row] = await db.query<{ organization_id: string }>(organization);
  expect(await findProviderCredentials(db, secret, row!.organization_id, 'openai', null)).toMatchObject({
    apiKey,
  });
  // The restored database accepts changes, and their audit entries continue the chain.
  const added = await program.request('POST', '/api/suppressions', { body: { phoneNumber: '+12125559999' } });
  expect(added.status).toBe(201);

  await refusals(file, restored, folder.path);
});

/** Checks that damaged files restore nothing, and that the service refuses to start after an interrupted restore. */
async function refusals(file: string, running: string, folder: string): Promise<void> {
  const target = join(folder, 'refused');
  const { size } = await stat(file);
  await using handle = await open(file, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.floor(size / 2));
  await handle.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, Math.floor(size / 2));
  const damaged = await run('restore', [file], target);
  expect(damaged).toMatchObject({ code: 1, stderr: expect.stringMatching(/cannot be restored.*damaged/) });
  await truncate(file, Math.floor(size / 2));
  const cut = await run('restore', [file], target);
  expect(cut).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/cannot be restored.*(too early|complete)/),
  });
  expect(await readdir(folder)).not.toContain('refused');

  const unwritable = await run('backup', [join(folder, 'none', 'file.tar')], running);
  expect(unwritable).toMatchObject({ code: 2, stderr: expect.stringContaining('does not exist, so') });
  await mkdir(join(target, 'restoring'), { recursive: true });
  await expect(start(target)).rejects.toThrow('was interrupted: run npm run restore once more');
  expect(await readdir(target)).not.toContain('postgres');
}

test('refuses an external database, and names what the operator must back up', async () => {
  await using folder = await temporaryFolder();
  const env = { DATABASE_URL: 'postgres://parley@localhost/parley' };
  const refused = await run('backup', [join(folder.path, 'file.tar')], join(folder.path, 'data'), env);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('pg_basebackup') });
  const target = await run('restore', [join(folder.path, 'file.tar')], join(folder.path, 'data'), env);
  expect(target).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('DATABASE_URL') });
  expect(await readdir(folder.path)).toEqual([]);
});
