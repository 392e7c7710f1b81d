import { describe, expect, it } from 'vitest';
import { callOnRecord, resultForModel, resultOnRecord } from './tool-result.ts';

describe('a tool result', () => {
  it('is recorded unchanged up to 8,000 characters', () => {
    const result = { text: 'x'.repeat(8000 - '{"text":""}'.length) };
    expect(resultOnRecord(result)).toBe(result);
    expect(resultOnRecord('done')).toBe('done');
    expect(resultOnRecord(undefined)).toBeUndefined();
  });

  it('is cut beyond that, with its length', () => {
    const result = { text: 'x'.repeat(200_000) };
    const kept = resultOnRecord(result) as { beginning: string; cut: string };
    expect(kept.beginning).toBe(JSON.stringify(result).slice(0, 8000));
    expect(kept.cut).toBe('the first 8000 of 200011 characters');
  });

  it('never ends with half a surrogate pair', () => {
    const { beginning } = resultOnRecord(`${'x'.repeat(7999)}😀`) as { beginning: string };
    expect(beginning).toHaveLength(7999);
    expect(beginning.isWellFormed()).toBe(true);
    const text = resultForModel(`${'x'.repeat(7999)}😀`);
    expect(text).toBe(`${'x'.repeat(7999)} (cut off: the first 7999 of 8001 characters)`);
    expect(resultForModel({ a: 1 })).toBe('{"a":1}');
    expect(resultForModel(undefined)).toBe('null');
  });

  it('bounds the arguments of its call in the same way', () => {
    const call = { id: 'a', name: 'look_up', arguments: { text: 'x'.repeat(20_000) } };
    expect(callOnRecord({ ...call, arguments: { a: 1 } }).arguments).toEqual({ a: 1 });
    expect(callOnRecord(call)).toMatchObject({
      id: 'a',
      name: 'look_up',
      arguments: { cut: 'the first 8000 of 20011 characters' },
    });
  });
});
