import { pino } from 'pino';
import { expect, test } from 'vitest';
import { describeError } from './log.ts';

test('logs an error with code and stack, and without its database client', () => {
  const lines: string[] = [];
  const log = pino({ serializers: { err: describeError } }, { write: (line) => void lines.push(line) });
  const client = { processID: 4711, secretKey: 1234567 };
  log.warn({ err: Object.assign(new Error('gone'), { code: '57P01', client }) }, 'broke');
  const { err } = JSON.parse(lines[0]!);
  expect(err).toEqual({
    type: 'Error',
    message: 'gone',
    code: '57P01',
    stack: expect.stringContaining('log.test'),
  });
});

test('logs a thrown value that is not an error as it is', () => {
  const lines: string[] = [];
  const log = pino({ serializers: { err: describeError } }, { write: (line) => void lines.push(line) });
  log.warn({ err: 'a text' }, 'broke');
  expect(JSON.parse(lines[0]!).err).toBe('a text');
});
