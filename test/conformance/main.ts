import { readFile } from 'node:fs/promises';
import { type Arguments, parseArguments, usage } from './arguments.ts';
import type { Check, World } from './check.ts';
import { allChecks } from './checks/index.ts';
import { Client } from './client.ts';
import { Fixtures } from './fixtures.ts';
import { type GivenFixtures, parseGiven } from './given.ts';
import { describeRun, toJson } from './report.ts';
import { type CheckResult, runChecks } from './runner.ts';

function isAskedFor(check: Check, asked: Arguments): boolean {
  if (asked.documentOnly && check.kind !== 'document') return false;
  return asked.only.length === 0 || asked.only.includes(check.operation);
}

async function readGiven(asked: Arguments): Promise<GivenFixtures> {
  const given =
    asked.fixturesFile === null ? {} : parseGiven(await readFile(asked.fixturesFile, { encoding: 'utf8' }));
  return asked.otherKey === null ? given : { ...given, otherKey: asked.otherKey };
}

/** Prints the progress on the error stream, because the output may be a report in JSON. */
function showProgress(result: CheckResult): void {
  process.stderr.write({ passed: '.', failed: 'F', skipped: 's' }[result.outcome]);
}

/** Throws an Error when nothing answers at the base address, before any check runs. */
async function expectServer(client: Client): Promise<void> {
  await client.get('/').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`nothing answers at ${client.baseUrl}: ${code}`);
  });
}

async function run(asked: Arguments): Promise<number> {
  const key = 'text' in asked.key ? asked.key.text : (await readFile(asked.key.file, 'utf8')).trim();
  const given = await readGiven(asked);
  const client = new Client(asked.baseUrl, key);
  await expectServer(client);
  const world: World = { client, fixtures: new Fixtures(client, given) };
  const checks = allChecks.filter((check) => isAskedFor(check, asked));
  const results = await runChecks(checks, world, showProgress);
  const kept = await world.fixtures.remove();
  process.stderr.write('\n');
  console.log(asked.json ? toJson(results, kept) : describeRun(results, kept));
  return results.some((result) => result.outcome === 'failed') ? 1 : 0;
}

try {
  process.exitCode = await run(parseArguments(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error(`\n${usage}`);
  process.exitCode = 2;
}
