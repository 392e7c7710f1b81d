import { type Logger, pino, type SerializedError, stdSerializers } from 'pino';

export type Log = Logger;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * The program's structured log: one JSON object a line, on standard output unless told otherwise. Fields that can hold a secret are
 * struck out by name wherever they stand in the first two levels.
 */
export function createLog(
  level: LogLevel,
  bindings: Record<string, unknown> = {},
  to: 'stdout' | 'stderr' = 'stdout',
): Log {
  const secrets = ['password', 'authorization', 'apiKey', 'key', 'token', 'secret', 'secretKey'];
  const options = {
    level,
    base: { pid: process.pid, ...bindings },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  };
  return pino(options, pino.destination({ dest: to === 'stdout' ? 1 : 2, sync: true }));
}

/** What the log tells of an error: all but the database client that a pool of connections puts into it. */
export function describeError(error: Error): object {
  if (!(error instanceof Error)) return error;
  const { client: _, ...told } = stdSerializers.err(error) as SerializedError & { client?: unknown };
  return told;
}

/** A log that says nothing, for tests. */
export const silentLog: Log = pino({ level: 'silent' });
