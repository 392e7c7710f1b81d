import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';
import { compileCache } from '../../test/world/compile-cache.ts';
import { type Program, startProgram } from '../../test/world/program.ts';
import { temporaryFolder } from '../../test/world/temporary-folder.ts';
import { lockOfSecret, SecretKey, secretInUseSpace } from '../platform/access/index.ts';

/** Runs an operator's command in a process of its own. `seen` receives the output so far. */
function run(
  command: string,
  parameters: string[],
  dataDir: string,
  seen: (printed: string, child: ChildProcess) => void = () => {},
): Promise<{ code: number | null; printed: string }> {
  const file = fileURLToPath(new URL(`./${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...parameters], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, PARLEY_DATA_DIR: dataDir },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      seen(printed, child);
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, printed })));
}

/** Holds the lock of a process that uses a secret key. A rotation waits until it is released. */
async function useSecret(dataDir: string, secret: string): Promise<AsyncDisposable> {
  const client = new pg.Client((await readFile(join(dataDir, 'database.url'), 'utf8')).trim());
  await client.connect();
  const locks = [secretInUseSpace, lockOfSecret(new SecretKey(secret.trim()).fingerprint())];
  await client.query('select pg_advisory_lock_shared($1, $2)', locks);
  return { [Symbol.asyncDispose]: () => client.end() };
}

const start = (dataDir: string) => startProgram({ dataDir, env: { PARLEY_SECRET_KEY: '' } });
/** Polls long enough for a busy machine. */
const pollOptions = { timeout: 60_000, interval: 200 };
const status = async (program: Program, key: string) =>
  (await program.request('GET', '/api/organization', { key })).status;

test('rotates the secret key of a running service after a killed attempt; an earlier backup restores the earlier key', {
  timeout: 240_000,
}, async () => {
  await using folder = await temporaryFolder();
  const [dataDir, backup, restored] = ['data', 'backup.tar', 'restored'].map((name) =>
    join(folder.path, name),
  ) as [string, string, string];
  const secretOf = (dir: string) => readFile(join(dir, 'secret.key'), 'utf8');
  let before: string;
  let key: string;
  {
    await using program = await start(dataDir);
    key = program.key;
    before = await secretOf(dataDir);
    expect(await run('backup', [backup], dataDir)).toMatchObject({
      code: 0,
      printed: expect.stringContaining('The secret key is in it'),
    });
    {
      // The lock keeps the command from its next step, even if the kill is late.
      await using _ = await useSecret(dataDir, before);
      const killed = await run('keys-rotate', [], dataDir, (printed, child) => {
        if (printed.includes('secret.key holds the next')) child.kill('SIGKILL');
      });
      expect(killed.printed).toContain('secret.key holds the next');
      expect(killed.printed).not.toContain('is no longer accepted');
    }
    expect(await readdir(dataDir)).not.toContain('secret.key.next');
    expect(await status(program, key)).toBe(200);

    const finished = await run('keys-rotate', [], dataDir);
    expect(finished).toMatchObject({
      code: 0,
      printed: expect.stringContaining('The secret key was rotated'),
    });
    expect(await secretOf(dataDir)).not.toBe(before);
    expect(await readdir(dataDir)).not.toContain('secret.key.next');
    expect(await status(program, key)).toBe(200);
    const body = { provider: 'openai', apiKey: 'sk-after-the-rotation' };
    expect((await program.request('POST', '/api/provider-keys', { body })).status).toBe(201);
    // A new calls process reads the secret key from the file.
    const callsProcessId = program.callsProcessId();
    process.kill(callsProcessId, 'SIGKILL');
    await expect.poll(() => program.callsProcessId(), pollOptions).not.toBe(callsProcessId);
    await expect.poll(async () => (await fetch(`${program.url}/readyz`)).status, pollOptions).toBe(200);

    const asked = await run('keys-retire', [], dataDir);
    expect(asked).toMatchObject({
      code: 1,
      printed: expect.stringContaining('1 API keys of 1 organizations'),
    });
    expect(await status(program, key)).toBe(200);
    expect(await run('keys-retire', ['--yes'], dataDir)).toMatchObject({
      code: 0,
      printed: expect.stringContaining('were removed'),
    });
    await expect.poll(() => status(program, key), pollOptions).toBe(401);
    expect(await run('keys-retire', [], dataDir)).toMatchObject({
      code: 0,
      printed: expect.stringContaining('No key can be retired'),
    });
    // A killed program may run for a moment longer, and a command would use its database.
    await program.stop();
  }
  expect(await run('audit-verify', [], dataDir)).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/: right, \d+ entries/),
  });

  expect(await run('restore', [backup], restored)).toMatchObject({
    code: 0,
    printed: expect.stringContaining('restored, as of'),
  });
  expect(await secretOf(restored)).toBe(before);
  await using program = await start(restored);
  expect(await status(program, key)).toBe(200);
});
