import { execFile, fork, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** A generator's report: the answers, the time, and the failures among the answers. */
export interface LoadCounts {
  requests: number;
  durationUs: number;
  failed: number;
  p50Us: number;
  p99Us: number;
}

/** Requests as sent, in turn over connections that each wait for their answer. */
export interface Load {
  run(options: { port: number; connections: number; seconds: number }): Promise<LoadResult>;
}

/** A process that sends requests over real sockets: Debian's wrk where it is installed, otherwise our own. */
export interface LoadGenerator {
  name: string;
  prepare(name: string, requests: string[]): Promise<Load>;
}

export function findLoadGenerator(folder: string): LoadGenerator {
  const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
  return hasWrk
    ? { name: 'wrk', prepare: prepareWrk(folder) }
    : { name: 'bench/load-client.ts', prepare: prepareOwn(folder) };
}

/** Returns a request as text: HTTP/1.1, kept alive. */
export function requestText(method: string, path: string, key: string, body?: unknown): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', `authorization: Bearer ${key}`];
  if (body !== undefined)
    head.push('content-type: application/json', `content-length: ${Buffer.byteLength(content)}`);
  return `${head.join('\r\n')}\r\n\r\n${content}`;
}

const execute = promisify(execFile);

function prepareWrk(folder: string) {
  return async (name: string, requests: string[]): Promise<Load> => {
    const script = join(folder, `${name}.lua`);
    await writeFile(script, luaScript(requests));
    return {
      async run({ port, connections, seconds }) {
        const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script];
        const { stdout } = await execute('wrk', [...args, `http://127.0.0.1:${port}/`]);
        return resultOf(name, JSON.parse(stdout.trim().split('\n').at(-1)!) as LoadCounts);
      },
    };
  };
}

function luaScript(requests: string[]): string {
  const quote = (text: string) =>
    `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n')}"`;
  return `local requests = {\n${requests.map(quote).join(',\n')}\n}
local at = 0
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('{"requests":%d,"durationUs":%d,"failed":%d,"p50Us":%d,"p99Us":%d}\\n',
    summary.requests, summary.duration, failed, latency:percentile(50), latency:percentile(99)))
end
`;
}

/** Prepares requests at a constant pace for our own generator. Its times count from when each request was due. */
export async function prepareOffered(
  folder: string,
  requests: string[],
  offeredPerSecond: number,
  name = `offered-${offeredPerSecond}`,
): Promise<Load> {
  return prepareOwn(folder, offeredPerSecond)(name, requests);
}

function prepareOwn(folder: string, offeredPerSecond?: number) {
  return async (name: string, requests: string[]): Promise<Load> => {
    const file = join(folder, `${name}.requests.json`);
    await writeFile(file, JSON.stringify(requests));
    return {
      run: (options) =>
        new Promise((resolve, reject) => {
          const child = fork(new URL('./load-client.ts', import.meta.url));
          child.once('message', (counts) => {
            child.disconnect();
            try {
              resolve(resultOf(name, counts as LoadCounts));
            } catch (error) {
              reject(error);
            }
          });
          child.once('error', reject);
          child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
          child.send({ file, offeredPerSecond, ...options });
        }),
    };
  };
}

function resultOf(name: string, counts: LoadCounts): LoadResult {
  const { requests, durationUs, failed, p50Us, p99Us } = counts;
  if (failed > 0 || requests === 0)
    throw new Error(`${name}: of ${requests} answers ${failed} were no success; nothing was measured`);
  return { perSecond: (requests * 1e6) / durationUs, p50Ms: p50Us / 1000, p99Ms: p99Us / 1000 };
}
