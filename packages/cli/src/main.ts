/** `parley COMMAND …`, for every command that is one of the API (docs/command-line.md). bin/parley.js starts it. */
import { parseArgs } from 'node:util';
import { type Command, UsageError } from './command.ts';
import { commands } from './commands/index.ts';
import { exitCodes } from './exit-codes.ts';
import { helpOf, overview } from './help.ts';
import { Output } from './output.ts';

/** The command that the first one or two words name, with the words behind it. */
async function find(args: string[]): Promise<{ command: Command; rest: string[] }> {
  for (const count of [2, 1]) {
    const listed = commands[args.slice(0, count).join(' ')];
    if (listed) return { command: (await listed.load()).command, rest: args.slice(count) };
  }
  const said = args
    .filter((arg) => !arg.startsWith('-'))
    .slice(0, 2)
    .join(' ');
  throw new UsageError(`There is no command ${said}. \`parley --help\` lists them.`);
}

async function run(args: string[], signal: AbortSignal): Promise<number> {
  if (args.length === 0 || args[0] === '--help' || args[0] === 'help') {
    process.stdout.write(`${overview()}\n`);
    return exitCodes.success;
  }
  const { command, rest } = await find(args);
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      ...command.options,
      json: { type: 'boolean' },
      'key-file': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(`${helpOf(command)}\n`);
    return exitCodes.success;
  }
  const [min, max] = command.positionals;
  if (positionals.length < min || positionals.length > max)
    throw new UsageError(`Usage: parley ${command.usage}`);
  // The client is loaded by commands that need it, and not by help.
  const { connect } = await import('./connect.ts');
  const keyFile = values['key-file'];
  const context = {
    ...{ positionals, values, signal },
    output: new Output(values.json === true),
    connect: () => connect(typeof keyFile === 'string' ? keyFile : undefined),
  };
  return (await command.run(context)) ?? exitCodes.success;
}

const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
// Whoever reads may have seen enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
try {
  process.exitCode = await run(process.argv.slice(2), stopping.signal);
} catch (error) {
  if (stopping.signal.aborted) process.exitCode = 130;
  else {
    const { failureOf } = await import('./failure.ts');
    const { exitCode, lines } = failureOf(error);
    process.stderr.write(`parley: ${lines.join('\n')}\n`);
    process.exitCode = exitCode;
  }
}
