import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../kernel/index.ts';
import { DateTimeParameter, integerParameter } from './schemas.ts';
import { parseInput } from './validation.ts';

function failuresOf(schema: z.ZodType, value: unknown, root = 'body'): string[] {
  try {
    parseInput(schema, value, root);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    expect(thrown.status).toBe(400);
    const details = (thrown.details ?? []).map(({ field, message }) => `${field}: ${message}`);
    expect(thrown.message).toBe(details[0]);
    return details;
  }
}

describe('the messages of a validation error', () => {
  const Person = z.strictObject({
    name: z.string().min(1).max(5),
    age: z.int().min(0).optional(),
    home: z.strictObject({ city: z.string() }).optional(),
    tags: z.array(z.enum(['a', 'b'])).optional(),
  });

  it('name a missing field, a wrong type, a size and an unknown field by dotted paths, all of them', () => {
    expect(failuresOf(Person, {})).toEqual(['name: is required']);
    expect(failuresOf(Person, { name: 7, age: 1.5 })).toEqual([
      'name: must be a string',
      'age: must be an integer',
    ]);
    const Shape = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('dot') }),
      z.strictObject({ kind: z.literal('line'), length: z.int() }),
    ]);
    expect(failuresOf(Shape, { kind: 'box' })).toEqual(['kind: must be one of dot, line']);
    expect(failuresOf(Person, { name: '', age: -1 })).toEqual([
      'name: must have at least 1 character',
      'age: must be at least 0',
    ]);
    expect(failuresOf(Person, { name: 'x', home: { city: 'Y', zip: 1 } })).toEqual([
      'home.zip: is not a known field',
    ]);
    expect(failuresOf(Person, { name: 'x', tags: ['a', 'c'] })).toEqual(['tags.1: must be one of a, b']);
  });

  it('name the body when it is not an object', () => {
    expect(failuresOf(Person, undefined)).toEqual(['body: is required']);
    expect(failuresOf(Person, [])).toEqual(['body: must be an object']);
  });

  it('report each field once, with its first error', () => {
    const word = z.string().min(2).regex(/^b/, { error: 'does not begin with b' });
    const Words = z.object({ words: z.array(word), word });
    expect(failuresOf(Words, { words: ['a', 'ab', 'b'], word: '' })).toEqual([
      'words.0: must have at least 2 characters',
      'words.1: does not begin with b',
      'words.2: must have at least 2 characters',
      'word: must have at least 2 characters',
    ]);
  });

  it("report the field's own limit, in the schema's own message if it has one", () => {
    const later = 'must be before the year 10000';
    const Times = z.object({ at: z.int().max(253_402_300_799_999, { error: later }), count: z.int() });
    expect(failuresOf(Times, { at: 9e15, count: 1 })).toEqual([`at: ${later}`]);
    expect(failuresOf(Times, { at: 1e300, count: 1e300 })).toEqual([
      `at: ${later}`,
      'count: must be at most 9007199254740991',
    ]);
  });

  it('report every wrong date-time alike, and a repeated parameter', () => {
    const Query = z.object({ at: DateTimeParameter.optional(), size: integerParameter(1, 10).optional() });
    const date = 'at: must be an RFC 3339 date-time such as 2026-11-21T09:30:00Z';
    expect(failuresOf(Query, { at: 'soon' }, 'query')).toEqual([date]);
    expect(failuresOf(Query, { at: ['a', 'b'] }, 'query')).toEqual(['at: must be given once']);
    expect(failuresOf(Query, { size: '11' }, 'query')).toEqual(['size: must be an integer from 1 to 10']);
  });
});
