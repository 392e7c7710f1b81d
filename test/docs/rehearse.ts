import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Finds commands by absolute path, which no search path hides, and files that the shell writes outside of its folder.
 */
const unguarded = [
  /(?:^|[;&|({!]|\b(?:sudo|then|else|do))\s*["']?[\w.~$]*\/\S*/m,
  />[|&]?\s*["']?(?:[/~$]|\.\.)/,
];

/**
 * Runs blocks of commands that would change the machine. Each runs in its own shell in the folder `clone` of `stage`,
 * with stubs for the programs it calls (rehearsal.sh). Returns the output. Rejects when a command has no stub or would
 * write outside of `stage`.
 */
export async function rehearse(stage: string, blocks: readonly string[]): Promise<string> {
  for (const commands of blocks) {
    for (const pattern of unguarded) {
      const found = pattern.exec(commands);
      if (found) throw new Error(`${found[0].trim()}: cannot be rehearsed`);
    }
  }
  const units = join(stage, 'units');
  const refusals = join(stage, 'refusals');
  const tools = join(stage, 'tools');
  await mkdir(units);
  await mkdir(tools);
  const moved = blocks
    .map((commands) => `(\n${commands}\n)\n`)
    .join('')
    .replaceAll('/opt/parley', join(stage, 'opt'))
    .replaceAll('/etc/systemd/system', units);
  const stubs = join(import.meta.dirname, 'rehearsal.sh');
  const script = `. '${stubs}'\n${moved}test ! -e "$REFUSALS"`;
  const rehearsed = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: join(stage, 'clone'),
    env: {
      ...{ PATH: process.env.PATH, STAGE: stage, TOOLS: tools, UNITS: units, REFUSALS: refusals },
      ...{ API: 'http://127.0.0.1:1', KEY: 'a', CALL: 'call_1' },
    },
  });
  const { stdout } = await rehearsed.catch(({ stdout, stderr }) => {
    throw new Error(`${stderr}\nafter\n${String(stdout).slice(-3000)}`);
  });
  return stdout;
}
