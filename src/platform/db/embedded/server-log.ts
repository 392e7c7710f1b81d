import type { Log } from '../../kernel/index.ts';
import { here } from './settings.ts';

/** A line of the server's log. `backend` is missing before the server has read its settings. */
export interface ServerLine {
  backend: string | undefined;
  severity: string;
  message: string;
}

/** Parses a line with the prefix `[%b %p] `. Returns undefined for the continuation of a message. */
export function parseServerLine(line: string): ServerLine | undefined {
  const match = /^(?:\[([^\]]*?) ?\d+\] )?([A-Z][A-Z0-9]+): {2}(.*)$/.exec(line);
  return match ? { backend: match[1], severity: match[2]!, message: match[3]! } : undefined;
}

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Messages of every client and worker when the server starts or stops. */
const routine = /due to administrator command$|^the database system is (starting up|shutting down)$/;
const alarming = /was terminated by signal|corrupt|could not|not properly shut down/;

/**
 * Returns the level of a line in our log. A client has received its own errors already. Errors of the server's own
 * processes (a full disk at a checkpoint) reach only the log.
 */
export function levelOf({ backend, severity, message }: ServerLine): Level {
  if (routine.test(message)) return 'debug';
  const ofClient = backend === 'client backend';
  if (severity === 'PANIC') return 'error';
  if (severity === 'FATAL') return ofClient ? 'warn' : 'error';
  if (ofClient) return 'debug';
  if (severity === 'ERROR') return 'error';
  if (severity === 'WARNING' || alarming.test(message)) return 'warn';
  // Redo after a crash.
  return backend === 'startup' && /redo|recovery/.test(message) ? 'info' : 'debug';
}

/** Whether the line reports that the server accepts connections. */
export function isReady({ backend, message }: ServerLine): boolean {
  return backend === 'postmaster' && message === 'database system is ready to accept connections';
}

const lineCharsMax = 2_000;
const tailLinesMax = 40;

/** Splits the server's standard error into lines, logs them, and keeps the last ones. */
export class ServerLog {
  readonly #log: Log;
  readonly #directory: string;
  readonly #onLine: (line: ServerLine) => void;
  readonly #tail: string[] = [];
  #rest = '';
  #level: Level = 'warn';

  constructor(log: Log, directory: string, onLine: (line: ServerLine) => void) {
    this.#log = log;
    this.#directory = directory;
    this.#onLine = onLine;
  }

  /** Adds output that may end anywhere in a line. */
  push(text: string): void {
    const lines = (this.#rest + text).split('\n');
    // Bounds a line that never ends.
    this.#rest = lines.pop()!.slice(0, lineCharsMax);
    for (const line of lines) this.#take(line.slice(0, lineCharsMax).replaceAll(here, this.#directory));
  }

  /** Returns the last lines, for an error message. */
  tail(): string {
    return [...this.#tail, ...(this.#rest ? [this.#rest] : [])].join('\n');
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    this.#tail.push(line);
    if (this.#tail.length > tailLinesMax) this.#tail.shift();
    const parsed = parseServerLine(line);
    if (parsed) this.#level = levelOf(parsed);
    this.#log[this.#level]({ backend: parsed?.backend }, `postgres: ${parsed?.message ?? line.trim()}`);
    if (parsed) this.#onLine(parsed);
  }
}
