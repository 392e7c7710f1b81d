import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Flite } from '../src/providers/flite/index.ts';
import { type Program, startProgram } from '../test/world/program.ts';
import { createTestDatabase, type TestDatabase } from '../test/world/template-database.ts';
import { Api } from './demo/api.ts';
import { runScenario } from './scenarios/run.ts';

const folder = join(import.meta.dirname, '../scenarios');
const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
const decodes = (name: string) => /^needs: .*pocketsphinx/m.test(texts[files.indexOf(name)]!);

/**
 * One program carries them all at the same time, each with an agent, a trunk and a number of its own. Those with a
 * recognizer wait for each other: decoding takes a whole core, and words that come too late are not waited for.
 */
describe('scenarios', () => {
  let database: TestDatabase;
  let program: Program;
  let voice: Flite;
  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { PARLEY_EGRESS_ALLOW: '127.0.0.1/32' };
    program = await startProgram({ databaseUrl: database.url, env });
    voice = new Flite();
  });
  afterAll(async () => {
    await voice[Symbol.asyncDispose]();
    await program[Symbol.asyncDispose]();
    await database.drop();
  });

  async function play(name: string): Promise<void> {
    const service = {
      api: new Api(program.url, program.key),
      sip: { address: '127.0.0.1', port: program.sipPort },
    };
    const happened: string[] = [];
    const { failures, skipped, record } = await runScenario(join(folder, name), service, {
      voice,
      tell: ({ atMs, who, what }) => happened.push(`${(atMs / 1000).toFixed(2)} ${who} ${what}`),
    });
    if (skipped !== null) return;
    expect(failures, `${happened.join('\n')}\n${JSON.stringify(record?.transcript, null, 1)}`).toEqual([]);
  }

  let decoded: Promise<void> = Promise.resolve();
  test.concurrent.each(files)('%s', { timeout: 300_000 }, (name) => {
    if (!decodes(name)) return play(name);
    const played = decoded.then(() => play(name));
    decoded = played.catch(() => undefined);
    return played;
  });
});
