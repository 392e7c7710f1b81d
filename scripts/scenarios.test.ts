import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Flite } from '../src/conversation/providers/flite/index.ts';
import { templates } from '../src/domains/agent-templates/index.ts';
import { readWav } from '../src/telephony/media/index.ts';
import { disagreements, type LedgerTurn } from '../test/audio/end-to-end-latency.ts';
import { type Program, startProgram } from '../test/world/program.ts';
import { createTestDatabase, type TestDatabase } from '../test/world/template-database.ts';
import { Api } from './demo/api.ts';
import { Lanes } from './scenarios/lanes.ts';
import { templateScenario } from './scenarios/of-template.ts';
import { type FileOutcome, isHeavy, playFile, type ScenarioFile } from './scenarios/play-file.ts';
import { readScenario } from './scenarios/read.ts';

const folder = join(import.meta.dirname, '../scenarios');
const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
/** The sample conversations of the agent templates, by their job. */
const ofTemplates = new Map(templates.map((template) => [`template ${template.job}`, template]));
// Those of templates come first: they share the lanes with scenarios that wait for the recognizer.
const names = [...ofTemplates.keys(), ...files];
/** Conversations in which one speaks after the other, so that each answer can be found in the recording. */
const probed = ['appointment.yaml', 'menu-by-voice.yaml'];

/** What happened in a call, and what came of it. */
interface Played extends FileOutcome {
  happened: string;
}

/** One program carries them all at the same time, each with an agent, a trunk and a number of its own. */
describe('scenarios', () => {
  let database: TestDatabase;
  let program: Program;
  let voice: Flite;
  const playing = new Map<string, Promise<Played>>();

  async function play(file: ScenarioFile): Promise<Played> {
    const service = {
      api: new Api(program.url, program.key),
      sip: { address: '127.0.0.1', port: program.sipPort },
    };
    const happened: string[] = [];
    const onHappening = ({ atMs, who, what }: { atMs: number; who: string; what: string }) =>
      happened.push(`${(atMs / 1000).toFixed(2)} ${who} ${what}`);
    const played = await playFile(file, service, { voice, onHappening, changes: null });
    return { ...played, happened: happened.join('\n') };
  }

  const fileOf = async (name: string): Promise<ScenarioFile> => {
    const path = join(folder, name);
    const template = ofTemplates.get(name);
    return { path, scenario: template ? templateScenario(template) : await readScenario(path) };
  };

  /** The ledger of a call against its recording, both on the clock of the audio, however slow the machine is. */
  async function probe(callId: string): Promise<void> {
    const { body } = await program.request('GET', `/api/calls/${callId}`);
    const headers = { authorization: `Bearer ${program.key}` };
    const answer = await fetch(`${program.url}/api/calls/${callId}/recording`, { headers });
    const recording = readWav(Buffer.from(await answer.arrayBuffer()));
    const turns = body.turns as LedgerTurn[];
    expect(turns.filter(({ kind, waitedMs }) => kind === 'speech' && waitedMs !== null)).not.toEqual([]);
    expect(disagreements(turns, recording)).toEqual([]);
  }

  /** What the conversation found out is in the record. */
  async function expectFound(callId: string, result: object): Promise<void> {
    const { body } = await program.request('GET', `/api/calls/${callId}/analysis`);
    expect(body.analysis).toEqual(result);
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { PARLEY_EGRESS_ALLOW: '127.0.0.1/32' };
    program = await startProgram({ databaseUrl: database.url, env });
    voice = new Flite();
    const lanes = new Lanes(availableParallelism());
    for (const name of names) {
      const file = await fileOf(name);
      const played = lanes.run(isHeavy(file), () => play(file));
      played.catch(() => undefined);
      playing.set(name, played);
    }
  });
  afterAll(async () => {
    await Promise.allSettled(playing.values());
    await voice[Symbol.asyncDispose]();
    await program[Symbol.asyncDispose]();
    await database.drop();
  });

  test.each(names)('%s', { timeout: 240_000 }, async (name) => {
    // A failed scenario is played again alone, where tests may be repeated.
    const again = async () => {
      await Promise.allSettled(playing.values());
      return play(await fileOf(name));
    };
    const first = playing.get(name);
    playing.delete(name);
    const { outcome, happened } = await (first ?? again());
    if (outcome.skipped !== null) return;
    const { failures, record } = outcome;
    expect(failures, `${happened}\n${JSON.stringify(record?.transcript, null, 1)}`).toEqual([]);
    const template = ofTemplates.get(name);
    if (template) await expectFound(record!.callId, template.result);
    if (probed.includes(name)) await probe(record!.callId);
  });
});
