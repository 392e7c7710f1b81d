import { type ChildProcess, fork } from 'node:child_process';
import { openSync } from 'node:fs';
import { nodeFlags } from './start-command.ts';

/** The options of both servers. */
export interface ServerOrder {
  connectionString: string;
  secret: string;
  organizationId: string;
  memberId: string;
}

/** A server in its own process. */
export interface ServerProcess {
  port: number;
  processId: number;
  /** Sends an empty message, and resolves with the answer. */
  ask(): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts `bench/<name>.ts`. Its log goes to a file. */
export async function startServer(
  name: 'service-server' | 'floor-server' | 'workflows/engine-process',
  order: ServerOrder,
  logFile: string,
): Promise<ServerProcess> {
  const log = openSync(logFile, 'a');
  const child: ChildProcess = fork(new URL(`./${name}.ts`, import.meta.url), {
    // The flags of the program.
    execArgv: [...nodeFlags, '--expose-gc'],
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
    child.send(order);
  });
  return {
    port,
    processId: child.pid!,
    ask() {
      const answer = new Promise<unknown>((resolve) => child.once('message', resolve));
      child.send({});
      return answer;
    },
    async close() {
      child.disconnect();
      await exited;
    },
  };
}

/** The server's side: starts the server of the order, and ends with the bench. */
export function serveBench(start: (order: ServerOrder) => Promise<number>): void {
  process.once('message', async (order: ServerOrder) => process.send?.({ port: await start(order) }));
  process.once('disconnect', () => process.exit());
}
