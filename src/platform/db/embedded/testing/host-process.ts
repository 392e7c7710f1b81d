// Runs the embedded PostgreSQL until it is stopped, for tests that kill it. Argument: the data directory. Prints
// `{"ready":…}` or `{"failed":…}` as a line of JSON, after `{"log":…}` lines.
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../start.ts';

const say = (words: unknown) => process.stdout.write(`${JSON.stringify(words)}\n`);
const log = pino({ level: 'debug', base: null }, { write: (line: string) => say({ log: JSON.parse(line) }) });

// As at a terminal, where Ctrl-C only asks the process to stop.
process.on('SIGINT', () => say({ interrupted: true }));

try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log });
  say({ ready: { url: server.url, connection: server.connection, processId: server.processId } });
  createInterface({ input: process.stdin }).once('line', () => void server.stop('fast'));
  say({ exited: await server.exited });
} catch (error) {
  say({ failed: String(error) });
} finally {
  process.stdin.destroy();
}
