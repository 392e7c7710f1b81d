/**
 * `npm run simulate -- dialing [FILE]` compares ways of dialing for the members of a team (docs/simulation.md).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { DialingConfiguration, RecordedAttempt, simulateDialing } from '../../src/simulation/index.ts';
import { dialingCurve } from './dialing-curve.ts';
import { describeDialing } from './dialing-table.ts';
import { readYaml } from './read-yaml.ts';

const help = `parley simulate dialing [FILE] [--seed N] [--runs N] [--json] [--svg FILE], or npm run simulate -- dialing …

Dials the calls of FILE (YAML; 10,000 calls without it) for teams of some sizes on a virtual clock: one call for each
free member, by the best fixed ratio, and predictively. Says how many calls no member took in time, and how long members
waited for calls. Needs no database. --svg writes the curve as a picture. docs/simulation.md describes FILE.

  parley simulate dialing examples/dialing.yaml --runs 20
`;

/** In a file, `recorded` is the path of a CSV file, relative to the file. */
const FileConfiguration = DialingConfiguration.extend({ recorded: z.string().min(1).optional() });

export async function simulateDialingCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      runs: { type: 'string' },
      svg: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const configuration = await readDialing(positionals[0]);
  const given = DialingConfiguration.safeParse({
    ...configuration,
    ...(values.seed !== undefined && { seed: Number(values.seed) }),
    ...(values.runs !== undefined && { runs: Number(values.runs) }),
  });
  if (!given.success) {
    const [problem] = given.error.issues;
    throw new Error(`--${problem?.path.join('.')}: ${problem?.message}`);
  }
  const result = simulateDialing(given.data, (what) => void process.stderr.write(`${what}\n`));
  if (values.svg !== undefined) await writeFile(values.svg, dialingCurve(given.data, result));
  process.stdout.write(
    values.json ? `${JSON.stringify(result, null, 1)}\n` : describeDialing(given.data, result),
  );
}

/** Returns the configuration of a file, or the default one without a file. */
export async function readDialing(path: string | undefined): Promise<DialingConfiguration> {
  if (path === undefined) return DialingConfiguration.parse({});
  const { recorded, ...rest } = await readYaml(path, FileConfiguration);
  if (recorded === undefined) return rest;
  return { ...rest, recorded: await readRecorded(resolve(dirname(path), recorded)) };
}

/** Reads a CSV file with the columns outcome, seconds and handlingSeconds, after a line of their names. */
async function readRecorded(path: string): Promise<RecordedAttempt[]> {
  const [names, ...lines] = (await readFile(path, 'utf8')).trim().split(/\r?\n/);
  if (names !== 'outcome,seconds,handlingSeconds') {
    throw new Error(`${path}:1: must be outcome,seconds,handlingSeconds`);
  }
  return lines.map((line, index) => {
    const [outcome, seconds, handlingSeconds] = line.split(',');
    const { success, data, error } = RecordedAttempt.safeParse({
      outcome,
      seconds: Number(seconds),
      handlingSeconds: Number(handlingSeconds),
    });
    if (success) return data;
    const [problem] = error.issues;
    throw new Error(`${path}:${index + 2}: ${problem?.path.join('.')}: ${problem?.message}`);
  });
}
