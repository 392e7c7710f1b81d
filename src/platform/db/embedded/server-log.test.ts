import fc from 'fast-check';
import { expect, test } from 'vitest';
import { silentLog } from '../../kernel/index.ts';
import { isReady, levelOf, parseServerLine, type ServerLine, ServerLog } from './server-log.ts';

function lineOf(backend: string, severity: string, message: string): ServerLine {
  return { backend, severity, message };
}

test('parses the lines that PostgreSQL writes', () => {
  expect(parseServerLine('[client backend 4711] ERROR:  relation "x" does not exist')).toEqual(
    lineOf('client backend', 'ERROR', 'relation "x" does not exist'),
  );
  expect(parseServerLine('FATAL:  data directory "/x" has wrong ownership')).toEqual({
    backend: undefined,
    severity: 'FATAL',
    message: 'data directory "/x" has wrong ownership',
  });
  expect(parseServerLine('\tcontinued')).toBeUndefined();
  expect(parseServerLine('postgres: error while loading shared libraries')).toBeUndefined();
});

test('logs errors of one client quietly and errors of the server loudly', () => {
  expect(levelOf(lineOf('client backend', 'ERROR', 'duplicate key value'))).toBe('debug');
  expect(levelOf(lineOf('client backend', 'FATAL', 'sorry, too many clients already'))).toBe('warn');
  expect(levelOf(lineOf('checkpointer', 'ERROR', 'could not write: No space left on device'))).toBe('error');
  expect(levelOf(lineOf('checkpointer', 'PANIC', 'could not fsync'))).toBe('error');
  expect(
    levelOf(lineOf('postmaster', 'LOG', 'client backend (PID 4) was terminated by signal 9: Killed')),
  ).toBe('warn');
  expect(levelOf(lineOf('startup', 'LOG', 'redo starts at 0/1B80D10'))).toBe('info');
  expect(levelOf(lineOf('checkpointer', 'LOG', 'checkpoint complete: redo lsn=0/1B80D10'))).toBe('debug');
});

test('logs an orderly stop quietly', () => {
  const words = 'terminating autovacuum process due to administrator command';
  expect(levelOf(lineOf('autovacuum launcher', 'FATAL', words))).toBe('debug');
  expect(levelOf(lineOf('client backend', 'FATAL', 'the database system is shutting down'))).toBe('debug');
});

test('takes only the postmaster’s line for readiness', () => {
  const words = 'database system is ready to accept connections';
  expect(isReady(lineOf('postmaster', 'LOG', words))).toBe(true);
  expect(isReady(lineOf('client backend', 'LOG', words))).toBe(false);
});

test('reads the same lines wherever the output is cut', () => {
  const output = '[postmaster 1] LOG:  one\n\tmore of one\n\n[startup 2] LOG:  two\n';
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: output.length }), { maxLength: 8 }), (cuts) => {
      const heard: ServerLine[] = [];
      const log = new ServerLog(silentLog, '/data', (line) => heard.push(line));
      const bounds = [0, ...cuts.sort((a, b) => a - b), output.length];
      for (const [index, end] of bounds.entries()) log.push(output.slice(bounds[index - 1] ?? 0, end));
      expect(heard).toEqual([lineOf('postmaster', 'LOG', 'one'), lineOf('startup', 'LOG', 'two')]);
      expect(log.tail().split('\n')).toHaveLength(3);
    }),
  );
});

test('keeps a bounded tail that names the directory as the operator knows it', () => {
  const log = new ServerLog(silentLog, '/data/postgres', () => undefined);
  log.push('FATAL:  "/proc/self/cwd/x" is broken\n');
  expect(log.tail()).toBe('FATAL:  "/data/postgres/x" is broken');
  for (let n = 0; n < 1_000; n++) log.push('x'.repeat(1_000));
  expect(log.tail().length).toBeLessThan(5_000);
  for (let n = 0; n < 1_000; n++) log.push(`${'y'.repeat(3_000)}\n`);
  expect(log.tail().length).toBeLessThan(100_000);
});
