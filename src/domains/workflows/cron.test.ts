import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cronProblem } from './cron.ts';

describe('a cron expression', () => {
  it.each([
    '* * * * *',
    '0 9 * * mon-fri',
    '*/15 0-23/2 1,15 jan,JUL 0',
    '59 23 31 12 7',
    '0 0 29 2 *',
    '0 0 30 feb,apr *',
    '0 0 31 2 mon',
    '  5   4 * *  sun ',
    '1-5/2,30 * * * *',
    '0 9 L * *',
    '0 9 15W * *',
    '0 9 * * 5#3',
  ])('accepts %s', (text) => {
    expect(cronProblem(text)).toBeNull();
  });

  it.each([
    ['', 'five fields'],
    ['* * * *', 'five fields'],
    ['* * * * * *', 'five fields'],
    ['@daily', 'five fields'],
    ['60 * * * *', 'minute'],
    ['-1 * * * *', 'minute'],
    ['*/0 * * * *', 'minute'],
    ['5/10 * * * *', 'minute'],
    ['1,,2 * * * *', 'minute'],
    ['1.5 * * * *', 'minute'],
    ['** * * * *', 'minute'],
    ['* 24 * * *', 'hour'],
    ['* 9-5 * * *', 'hour'],
    ['* * 0 * *', 'day of the month'],
    ['* * 32 * *', 'day of the month'],
    ['* * ? * *', 'day of the month'],
    ['* * * * +1', 'day of the week'],
    ['* * * 13 *', 'month'],
    ['* * * mon *', 'month'],
    ['* * * * 8', 'day of the week'],
    ['* * * * fri-mon', 'day of the week'],
    ['0 0 30 2 *', 'never occurs'],
    ['0 0 31 4,jun *', 'never occurs'],
    [`${'0,'.repeat(150)}0 * * * *`, 'five fields'],
  ])('rejects %s: %s', (text, words) => {
    expect(cronProblem(text)).toContain(words);
  });

  it('accepts values in range and rejects others', () => {
    const inRange = fc.tuple(
      fc.nat(59),
      fc.nat(23),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(7),
    );
    fc.assert(fc.property(inRange, (values) => cronProblem(values.join(' ')) === null));
    const limits = [59, 23, 31, 12, 7];
    fc.assert(
      fc.property(inRange, fc.nat(4), fc.integer({ min: 1, max: 1000 }), (values, at, beyond) => {
        expect(cronProblem(values.with(at, limits[at]! + beyond).join(' '))).not.toBeNull();
      }),
    );
  });

  it('checks any text without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0159*,-/ ajm') }), (text) => void cronProblem(text)),
    );
  });
});
