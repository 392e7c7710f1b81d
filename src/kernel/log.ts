import { type Logger, pino } from 'pino';

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
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  };
  return pino(options, pino.destination({ dest: to === 'stdout' ? 1 : 2, sync: true }));
}

/** A log that says nothing, for tests. */
export const silentLog: Log = pino({ level: 'silent' });
