import { expect, it } from 'vitest';
import { afterLook, type TrunkFinding, unknownTrunk } from './trunk-check.ts';

const there: TrunkFinding = { isThere: true, answersOptions: true };
const refused: TrunkFinding = { isThere: false, isSilent: false, reason: 'connection refused' };
const silent: TrunkFinding = { isThere: false, isSilent: true, reason: 'it answers no OPTIONS' };

it('a refusal is believed at once, silence only when it is repeated', () => {
  const down = afterLook(unknownTrunk, refused, null);
  expect(down).toMatchObject({ record: { status: 'down' }, nextLookMs: 2000, reason: 'connection refused' });
  const answering = { ...unknownTrunk, status: 'up', answersOptions: true } as const;
  const once = afterLook(answering, silent, null);
  expect(once.record).toMatchObject({ status: 'up', failures: 1 });
  expect(afterLook(once.record, silent, null).record.status).toBe('down');
});

it('one answer brings a trunk up and settles every doubt', () => {
  const doubted = { status: 'down', failures: 7, isInDoubt: true, answersOptions: true } as const;
  expect(afterLook(doubted, there, null)).toEqual({
    record: { status: 'up', failures: 0, isInDoubt: false, answersOptions: true },
    nextLookMs: 15_000,
    reason: null,
  });
  expect(afterLook(doubted, there, 60_000).nextLookMs).toBe(60_000);
});

it('a trunk that is down stays so while nobody is found', () => {
  const known = { status: 'down', failures: 1, isInDoubt: true, answersOptions: true } as const;
  const { record } = afterLook(known, silent, null);
  expect(record).toEqual({ ...known, failures: 2 });
});

it('the silence of a trunk that never answered OPTIONS proves nothing, unless it is to be asked regularly', () => {
  const doubted = { ...unknownTrunk, status: 'up', isInDoubt: true } as const;
  expect(afterLook(doubted, silent, null).record).toMatchObject({ status: 'up', isInDoubt: false });
  const closed = { ...unknownTrunk, status: 'down', isInDoubt: true } as const;
  expect(afterLook(closed, silent, null).record).toMatchObject({ status: 'unknown', isInDoubt: false });
  const once = afterLook(unknownTrunk, silent, 10_000);
  expect(afterLook(once.record, silent, 10_000).record.status).toBe('down');
});
