import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DialingConfiguration, simulateDialing } from '../../src/simulation/index.ts';
import { readDialing } from './dialing.ts';
import { dialingCurve } from './dialing-curve.ts';
import { describeDialing } from './dialing-table.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-dialing-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const store = async (name: string, text: string) => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};
const attempts = Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? 'person,8,60' : 'no-answer,30,0'));
const header = 'outcome,seconds,handlingSeconds';

it('reads recorded attempts from a CSV file beside the file', async () => {
  await store('attempts.csv', [header, ...attempts].join('\n'));
  const path = await store('dialing.yaml', 'calls: 400\nrecorded: attempts.csv\n');
  const { calls, recorded } = await readDialing(path);
  expect([calls, recorded?.length]).toEqual([400, 100]);
  expect(recorded?.[0]).toEqual({ outcome: 'person', seconds: 8, handlingSeconds: 60 });
});

it('names the line of a wrong attempt', async () => {
  await store('attempts.csv', [header, ...attempts.slice(1), 'sleeping,1,0'].join('\n'));
  const path = await store('dialing.yaml', 'recorded: attempts.csv\n');
  await expect(readDialing(path)).rejects.toThrow(/attempts\.csv:101: outcome: /);
});

it('reads the example', async () => {
  expect((await readDialing('examples/dialing.yaml')).teams).toEqual([5, 10, 20, 50]);
});

it('shows a row for each team and way of dialing, and draws the curve', () => {
  const configuration = DialingConfiguration.parse({
    ...{ runs: 2, calls: 400, teams: [5], curveTeam: 5, curveBounds: [0.03] },
  });
  const result = simulateDialing(configuration);
  const text = describeDialing(configuration, result);
  for (const name of ['one for each free member', 'best fixed ratio', "Erlang's loss formula"])
    expect(text).toContain(name);
  expect(text).toContain('No predictive run was above its bound at any time.');
  expect(dialingCurve(configuration, result).match(/<circle/g)).toHaveLength(4);
});
