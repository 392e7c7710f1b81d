import { expect, it } from 'vitest';
import { registrationHealth } from './check-targets.ts';
import { afterCheck, type TrunkFinding, trunkHealth, unknownTrunk } from './trunk-check.ts';

const there: TrunkFinding = { isThere: true, answer: { problem: null, codecs: null } };
const refused: TrunkFinding = { isThere: false, isSilent: false, reason: 'connection refused' };
const silent: TrunkFinding = { isThere: false, isSilent: true, reason: 'it answers no OPTIONS' };

it('a trunk is down after one refusal, or after repeated silence', () => {
  const down = afterCheck(unknownTrunk, refused, null);
  expect(down).toMatchObject({ record: { status: 'down' }, nextCheckMs: 2000, reason: 'connection refused' });
  const answering = { ...unknownTrunk, status: 'up', answersOptions: true } as const;
  const once = afterCheck(answering, silent, null);
  expect(once.record).toMatchObject({ status: 'up', failures: 1 });
  expect(afterCheck(once.record, silent, null).record.status).toBe('down');
});

it('a trunk is up and out of doubt after one answer', () => {
  const doubted = { status: 'down', failures: 7, isInDoubt: true, answersOptions: true } as const;
  expect(afterCheck(doubted, there, null)).toEqual({
    record: { status: 'up', failures: 0, isInDoubt: false, answersOptions: true },
    nextCheckMs: 15_000,
    reason: null,
  });
  expect(afterCheck(doubted, there, 60_000).nextCheckMs).toBe(60_000);
  const refusing: TrunkFinding = {
    isThere: true,
    answer: { problem: 'OPTIONS was answered 401', codecs: null },
  };
  expect(afterCheck(doubted, refusing, null)).toMatchObject({
    ...{ record: { status: 'up' }, reason: 'OPTIONS was answered 401' },
  });
});

it('a trunk that is down stays down while it does not answer', () => {
  const known = { status: 'down', failures: 1, isInDoubt: true, answersOptions: true } as const;
  const { record } = afterCheck(known, silent, null);
  expect(record).toEqual({ ...known, failures: 2 });
});

it('ignores the silence of a trunk that never answered OPTIONS, unless it wants regular OPTIONS', () => {
  const doubted = { ...unknownTrunk, status: 'up', isInDoubt: true } as const;
  expect(afterCheck(doubted, silent, null).record).toMatchObject({ status: 'up', isInDoubt: false });
  const closed = { ...unknownTrunk, status: 'down', isInDoubt: true } as const;
  expect(afterCheck(closed, silent, null).record).toMatchObject({ status: 'unknown', isInDoubt: false });
  const once = afterCheck(unknownTrunk, silent, 10_000);
  expect(afterCheck(once.record, silent, 10_000).record.status).toBe('down');
});

it('a trunk that registers is up while its registrar and its OPTIONS say so', () => {
  const up = { status: 'up', reason: null } as const;
  const lost = { status: 'down', reason: 'no answer to REGISTER: no response' } as const;
  const record = { status: 'up', failures: 0, isInDoubt: false, answersOptions: true } as const;
  const silent = { ...record, status: 'down' } as const;
  expect(trunkHealth({ registered: up, record, reason: null })).toEqual(up);
  expect(trunkHealth({ registered: up, record: silent, reason: 'silence' })).toEqual({
    status: 'down',
    reason: 'silence',
  });
  expect(trunkHealth({ registered: lost, record, reason: null })).toEqual(lost);
  expect(trunkHealth({ registered: null, record, reason: null })).toEqual(up);
});

it('a trunk is down when the refresh of its registration is not answered', () => {
  const failed = (code: number | null) => ({ code, reason: 'no response', atEpochMs: 0 });
  const state = (status: 'registered' | 'registering', code?: number | null) => ({
    ...{ status, registeredUntilEpochMs: null },
    lastFailure: code === undefined ? null : failed(code),
  });
  expect(registrationHealth(state('registered'))?.status).toBe('up');
  expect(registrationHealth(state('registered', 503))?.status).toBe('up');
  expect(registrationHealth(state('registered', null))?.status).toBe('down');
  expect(registrationHealth(state('registering'))).toBeNull();
  expect(registrationHealth(state('registering', 403))?.status).toBe('down');
});
