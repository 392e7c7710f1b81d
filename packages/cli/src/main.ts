/** `parley COMMAND …` for commands that use the API (docs/command-line.md). bin/parley.js starts it. */
import { parseArgs } from 'node:util';
import { commonOptions, UsageError } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { find } from './find.ts';
import { helpOf } from './help.ts';
import { Output } from './output.ts';

async function run(args: string[], signal: AbortSignal): Promise<number> {
  const said = find(args);
  if ('text' in said) {
    process.stdout.write(`${said.text}\n`);
    return exitCodes.success;
  }
  const { command } = await said.listed.load();
  const { values, positionals } = parseArgs({
    args: said.rest,
    allowPositionals: true,
    options: { ...command.options, ...commonOptions },
  });
  if (values.help) {
    process.stdout.write(`${helpOf(command)}\n`);
    return exitCodes.success;
  }
  const [min, max] = command.positionals;
  if (positionals.length < min || positionals.length > max || positionals.includes(''))
    throw new UsageError(`Usage: parley ${command.usage}`);
  // Only commands load the client. Help does not need it.
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
// The reader of the pipe may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`parley: standard output: ${error.message}\n`);
  process.exit(error.code === 'EPIPE' ? exitCodes.success : exitCodes.failure);
});
try {
  process.exitCode = await run(process.argv.slice(2), stopping.signal);
} catch (error) {
  if (stopping.signal.aborted) process.exitCode = 130;
  else {
    const { failureOf } = await import('./failure.ts');
    const { exitCode, text, json } = failureOf(error);
    // Also when the other arguments are invalid.
    const isJson = process.argv.includes('--json');
    process.stderr.write(isJson ? `${JSON.stringify(json)}\n` : `parley: ${text}\n`);
    process.exitCode = exitCode;
  }
}
