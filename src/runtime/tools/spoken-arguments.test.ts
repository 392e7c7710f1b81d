import { describe, expect, it } from 'vitest';
import { fromSpokenWords } from './spoken-arguments.ts';

const today = '2026-11-21';
const of = (schema: object, value: unknown) =>
  fromSpokenWords({ type: 'object', properties: { a: schema } }, { a: value }, today);
const text = (more: object) => ({ type: 'string', ...more });

describe('spoken words of arguments', () => {
  it.each([
    [text({ format: 'email' }), 'max dot mustermann at web dot de', 'max.mustermann@web.de'],
    [text({ format: 'date' }), 'the third of May', '2027-05-03'],
    [text({ format: 'date' }), 'May 3rd, 2028', '2028-05-03'],
    [text({ format: 'time' }), 'half past three', '15:30'],
    [text({ format: 'phone' }), 'plus four nine one seven oh, double five', '+4917055'],
    [text({ format: 'phone' }), 'oh three oh one two', '03012'],
    [text({ pattern: '^\\d{4}$' }), 'four seven double one', '4711'],
    [text({ pattern: '^\\+[1-9]\\d{4,14}$' }), 'plus four nine three oh one', '+49301'],
    [text({ pattern: '^[A-Z]{2}\\d{2}$' }), 'A for Alpha, B, four, two', 'AB42'],
    [text({ pattern: '^[a-z]{5}$' }), 's m i t h', 'smith'],
    [{ type: 'integer' }, 'a hundred and five', 105],
    [{ type: ['integer', 'null'] }, '12', 12],
    [{ type: 'number' }, 'minus two point five', -2.5],
  ])('%j: %s becomes %s', (schema, words, value) => {
    expect(of(schema, words)).toEqual({ values: { a: value }, normalized: { a: value } });
  });

  it.each([
    // They have the declared form.
    [text({ format: 'email' }), 'Max.Mustermann@web.de'],
    [text({ format: 'date' }), '2026-05-03'],
    [text({ format: 'time' }), '15:30:00Z'],
    [text({ format: 'phone' }), '+49 170 1234567'],
    [text({ pattern: '^[a-z ]{3,20}$' }), 'four two'],
    // They are more than the value, or no value.
    [text({ format: 'email' }), 'max at web dot de, or my office'],
    [text({ format: 'date' }), 'the third of May or the fourth'],
    [text({ format: 'date' }), 'der dritte Mai'],
    [text({ format: 'phone' }), 'extension four two'],
    [text({ pattern: '^\\d{4}$' }), 'four seven one'],
    [text({ pattern: '^(\\d+)+$' }), 'four seven'],
    [{ type: 'integer' }, 'two point five'],
    [{ type: 'integer' }, 'four apples'],
    [{ type: ['integer', 'string'] }, 'four'],
    // Nothing is declared.
    [text({}), 'the third of May'],
    [true, 'four'],
    [text({ format: 'date' }), `the third of May${' '.repeat(200)}`],
    [text({ format: 'date' }), 5],
  ])('%j: %j stays as it is', (schema, value) => {
    expect(of(schema as object, value)).toEqual({ values: { a: value } });
  });

  it('finds values in lists and objects, and leaves the given arguments as they are', () => {
    const line = { type: 'object', properties: { count: { type: 'integer' } } };
    const parameters = { type: 'object', properties: { lines: { type: 'array', items: line } } };
    const input = { lines: [{ count: 'two', note: 'two' }, { count: 3 }], other: 'four' };
    expect(fromSpokenWords(parameters, input, today)).toEqual({
      values: { lines: [{ count: 2, note: 'two' }, { count: 3 }], other: 'four' },
      normalized: { 'lines.0.count': 2 },
    });
    expect(input.lines[0]!.count).toBe('two');
  });
});
