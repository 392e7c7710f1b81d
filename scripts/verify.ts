/**
 * `npm run verify` makes every check of the code that needs neither a run nor a database. The parts run at the same
 * time. Each prints its result in one line; the output of failed parts follows. Exits with 1 when a part failed.
 */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { performance } from 'node:perf_hooks';

const root = join(import.meta.dirname, '..');
/** A part takes seconds on an idle machine. A part that hangs is killed after this. */
const partTimeoutMs = 300_000;

interface Part {
  name: string;
  command: string[];
}

const parts: Part[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['tsc', '--pretty', 'false', '-p', '.'] },
  { name: 'types of the console', command: ['tsc', '--pretty', 'false', '-p', 'console'] },
  { name: 'types of the SDK', command: ['tsc', '--pretty', 'false', '--noEmit', '-p', 'packages/sdk'] },
  { name: 'import ranks', command: ['node', 'scripts/check-imports.ts'] },
  { name: 'import circles', command: ['node', 'scripts/check-cycles.ts'] },
  { name: 'length of functions', command: ['node', 'scripts/check-functions.ts'] },
  { name: 'words', command: ['node', 'scripts/check-words.ts'] },
  { name: 'commit subjects', command: ['node', 'scripts/check-commits.ts'] },
  { name: 'openapi/openapi.json', command: ['node', 'scripts/openapi.ts', '--check'] },
  { name: 'rules of OpenAPI', command: ['node', 'scripts/check-openapi.ts'] },
  { name: 'types of the API', command: ['node', 'scripts/api-types.ts', '--check'] },
  { name: 'methods of the SDK', command: ['node', 'scripts/sdk-resources.ts', '--check'] },
  { name: 'docs/dialogue.schema.json', command: ['node', 'scripts/dialogue-schema.ts', '--check'] },
  { name: 'docs/workflow.schema.json', command: ['node', 'scripts/workflow-schema.ts', '--check'] },
  { name: 'docs/providers.md', command: ['node', 'scripts/providers.ts', '--check'] },
  { name: 'docs/templates.md', command: ['node', 'scripts/templates.ts', '--check'] },
  { name: 'docs/configuration.md', command: ['node', 'scripts/configuration.ts', '--check'] },
];

interface Outcome extends Part {
  passed: boolean;
  output: string;
}

/** Runs one part with the tools that npm installed, and prints its result. */
async function run(part: Part): Promise<Outcome> {
  const startedAtMs = performance.now();
  const [file = '', ...args] = part.command;
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: partTimeoutMs,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const passed = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      output += `${error.message}\n`;
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  const note = /^NOT CHECKED.*/m.exec(output)?.[0];
  console.log(`${passed ? 'passed' : 'FAILED'}  ${part.name} (${seconds} s)${note ? `: ${note}` : ''}`);
  return { ...part, passed, output };
}

const outcomes = await Promise.all(parts.map(run));
const failed = outcomes.filter(({ passed }) => !passed);
for (const { name, command, output } of failed) {
  console.log(`\n── ${name}: ${command.join(' ')}\n${output.trim() || 'It printed nothing.'}`);
}
if (failed.length > 0) {
  console.log(`\nverify: ${failed.length} of ${outcomes.length} parts failed`);
  process.exitCode = 1;
} else console.log(`\nverify: all ${outcomes.length} parts passed`);
