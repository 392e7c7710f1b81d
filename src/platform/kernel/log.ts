import { type Logger, pino, type SerializedError, stdSerializers } from 'pino';
import { setting } from './settings.ts';

export type Log = Logger;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Creates the program's structured log: one JSON object per line, by default on standard output. Fields that can hold a
 * secret are redacted by name in the first two levels.
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

/** Returns the loggable parts of an error: all but the database client that a connection pool puts into it. */
export function describeError(error: Error): object {
  if (!(error instanceof Error)) return error;
  const { client: _, ...loggable } = stdSerializers.err(error) as SerializedError & { client?: unknown };
  return loggable;
}

/** A log that writes nothing, for tests. */
export const silentLog: Log = pino({ level: 'silent' });

/** The settings of the log. */
export const logSettings = {
  logLevel: setting<LogLevel>({
    env: 'PARLEY_LOG_LEVEL',
    doc: 'The log level. Changes and failures are logged at `info`, reads at `debug`.',
    accepts: `one of ${logLevels.join(', ')}`,
    default: 'info',
    parse: (text) => logLevels.find((level) => level === text),
  }),
};
