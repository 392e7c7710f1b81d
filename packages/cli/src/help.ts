import { readFileSync } from 'node:fs';
import type { Command } from './command.ts';
import { commands, scripts } from './commands/index.ts';

/** Returns the text of `parley --help`. */
export function overview(): string {
  return `parley COMMAND …

${linesOf(() => true).join('\n')}

Commands use the service at PARLEY_URL, by default on this machine, and the key of --key-file FILE, PARLEY_API_KEY or
data/owner.key. They heed PARLEY_HTTP_PORT and PARLEY_DATA_DIR as the service does. With --json, they print JSON.
\`parley COMMAND --help\` describes one command. \`parley --version\` prints the version.

  parley calls list --limit 5`;
}

/** Returns the commands of two words that begin with this one; null when there are none. */
export function beginningWith(word: string): string | null {
  const lines = linesOf((name) => name.startsWith(`${word} `));
  return lines.length === 0 ? null : lines.join('\n');
}

function linesOf(isWanted: (name: string) => boolean): string[] {
  const summaries = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  return [...Object.entries(scripts), ...summaries]
    .filter(([name]) => isWanted(name))
    .map(([name, summary]) => `  ${name.padEnd(18)}${summary}`);
}

/** Returns the text of `--help` of one command. */
export function helpOf({ usage, about, example }: Command): string {
  return `parley ${usage} [--json] [--key-file FILE]\n\n${about}\n\n  ${example}`;
}

/** Returns the text of `parley start --help`. */
export const aboutStart = `parley start

Starts the service, as \`parley\` alone does. It runs until SIGTERM or Ctrl-C. Its settings are environment variables
(docs/configuration.md). By default it stores everything in the folder data of the current directory.

  PARLEY_HTTP_PORT=8090 parley start`;

/** Returns the version of this copy. */
export function version(): string {
  const file = new URL('../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
