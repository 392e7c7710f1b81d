import { expect, it } from 'vitest';
import { sliceOf } from './forget-recordings.ts';

const call = (callId: string, { isOver = true, isDue = true, mayBeRecorded = true } = {}) => ({
  ...{ callId, isOver, isDue, mayBeRecorded },
});

it('needs no second look at a slice in which all recordings are due or absent', () => {
  const calls = [call('a'), call('b', { mayBeRecorded: false, isDue: false }), call('c')];
  expect(sliceOf(calls)).toEqual({ due: ['a', 'c'], doneTo: 'c', isAll: true });
  expect(sliceOf([])).toEqual({ due: [], doneTo: null, isAll: true });
});

it('returns to the first call that waits, is live or is not due, and takes due recordings behind it', () => {
  const waiting = call('b', { isOver: false, mayBeRecorded: false });
  expect(sliceOf([call('a'), waiting, call('c')])).toEqual({ due: ['a', 'c'], doneTo: 'a', isAll: false });
  const young = call('a', { isDue: false });
  expect(sliceOf([young, call('b')])).toEqual({ due: ['b'], doneTo: null, isAll: false });
});
