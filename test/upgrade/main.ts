import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findReleaseBefore, unpack } from './release-before.ts';

/**
 * `npm run upgrade-test` runs the tests of the release before on the present schema: those of all domains, and requests to
 * every operation. It takes about four minutes. Arguments replace its choice of tests. It exits with 1 when a test
 * failed.
 */
const tests = ['src/domains', 'test/references', 'test/fuzz/operations.test.ts'];
/** They compare the whole schema with lists of that release, which a newer table is rightly missing from. */
const wholeSchema = ['--testNamePattern', '^(?!every column that names |the list covers every table )'];
const asked = process.argv.slice(2);

const before = await findReleaseBefore();
if (typeof before === 'string') {
  console.log(`SKIPPED the tests of the release before: ${before}`);
  process.exit(0);
}
await using older = await unpack(before.commit);
console.log(`The release before is ${before.commit}, with migration ${before.schemaVersion}.`);
const migrations = join(older.root, 'migrations');
await rm(migrations, { recursive: true });
await cp(resolve(import.meta.dirname, '../../migrations'), migrations, { recursive: true });
const vitest = join(older.root, 'node_modules/vitest/vitest.mjs');
const child = spawn(
  process.execPath,
  [vitest, 'run', ...(asked.length > 0 ? asked : [...tests, ...wholeSchema])],
  {
    cwd: older.root,
    stdio: 'inherit',
  },
);
const [code] = await once(child, 'exit');
process.exitCode = code === 0 ? 0 : 1;
