import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runDecoder } from './run-decoder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decoder-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it("runs the decoder without Parley's environment variables, which contain secrets", async () => {
  vi.stubEnv('PARLEY_SECRET_KEY', 'a secret');
  vi.stubEnv('DATABASE_URL', 'postgres://user:password@host/database');
  vi.stubEnv('LD_LIBRARY_PATH', '/opt/lib');
  const command = join(folder, 'decoder');
  const seen = join(folder, 'seen');
  await writeFile(command, `#!/bin/sh\nenv > '${seen}'\nexit 3\n`, { mode: 0o700 });
  const grammar = { jsgf: '', dictionary: '', phrases: new Map() };
  const job = { command, modelFolder: folder, folder, name: 'one', grammar, args: [] };
  await expect(runDecoder({ ...job, signal: AbortSignal.timeout(30_000) })).rejects.toThrow('ended with 3');
  const given = await readFile(seen, 'utf8');
  expect(given).not.toMatch(/^(?:PARLEY_|DATABASE_URL)/m);
  expect(given).toMatch(/^PATH=/m);
  expect(given).toMatch(/^LD_LIBRARY_PATH=/m);
});
