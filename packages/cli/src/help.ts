import type { Command } from './command.ts';
import { commands, scripts } from './commands/index.ts';

/** What `parley --help` says. */
export function overview(): string {
  const summaries = Object.entries(commands).map(([name, { summary }]) => [name, summary]);
  const lines = [...Object.entries(scripts), ...summaries].map(
    ([name, summary]) => `  ${name!.padEnd(18)}${summary}`,
  );
  return `parley COMMAND …

${lines.join('\n')}

The service is that of PARLEY_URL (http://127.0.0.1:8080); the key that of --key-file FILE, PARLEY_API_KEY or data/owner.key.
With --json, what is printed is for programs. \`parley COMMAND --help\` tells more of one command, with an example.

  parley calls list --limit 5`;
}

/** What the `--help` of one command says. */
export function helpOf({ usage, about, example }: Command): string {
  return `parley ${usage} [--json] [--key-file FILE]\n\n${about}\n\n  ${example}`;
}
