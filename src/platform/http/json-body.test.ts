import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nestingMax } from '../kernel/index.ts';
import { isEmptyBody, parseJsonBody } from './json-body.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

describe('parseJsonBody', () => {
  it('reads every JSON value that has no forbidden text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('__proto__') && !text.includes('\\u0000') && (text as string).isWellFormed());
        fc.pre(!/\\ud[89a-f]/i.test(text));
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses bytes that are not JSON or not UTF-8', () => {
    expect(() => parse('{"a":')).toThrow('body: must be valid JSON');
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow('body: must be UTF-8');
  });

  it('refuses deep nesting before it parses, and ignores brackets in strings', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parse(nested(nestingMax))).toBeDefined();
    expect(() => parse(nested(nestingMax + 1))).toThrow(`deeper than ${nestingMax} levels`);
    expect(() => parse('['.repeat(500_000))).toThrow('deeper');
    expect(parse(JSON.stringify({ text: '[{'.repeat(1000) }))).toBeDefined();
  });

  it('names the field that holds a NUL or a lone surrogate, written plainly or escaped', () => {
    expect(() => parse('{"a":{"b":["\\u0000"]}}')).toThrow('a.b.0: must not contain a NUL character');
    expect(() => parse('{"a":"\\ud800"}')).toThrow('a: must not contain a lone surrogate');
    expect(() => parse('{"k\\u0000":1}')).toThrow('body: must not contain a NUL character');
    expect(parse('{"a":"\\ud83d\\ude00"}')).toEqual({ a: '😀' });
  });

  it('refuses a key __proto__ at any depth, also when it is escaped', () => {
    expect(() => parse('{"__proto__":{"polluted":1}}')).toThrow('__proto__');
    expect(() => parse('{"a":[{"\\u005f_proto__":1}]}')).toThrow('__proto__');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('refuses a number that would become another value', () => {
    expect(() => parse('{"a":[1e999]}')).toThrow('a.0: must be a number that fits');
    expect(() => parse(`-${'9'.repeat(400)}`)).toThrow('body: must be a number that fits');
    expect(parse('{"a":1e308,"b":"1e999"}')).toEqual({ a: 1e308, b: '1e999' });
  });

  /** White space of JSON (RFC 8259 §2). */
  const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\r', '\n'), maxLength: 5 });
  const mark = fc.constantFrom('', '\ufeff');

  it('skips a byte order mark and white space', () => {
    fc.assert(
      fc.property(mark, space, fc.jsonValue(), space, (mark, before, value, after) => {
        const text = JSON.stringify(value);
        fc.pre(!/__proto__|\\u/.test(text));
        expect(parse(`${mark}${before}${text}${after}`)).toEqual(JSON.parse(text));
        expect(isEmptyBody(Buffer.from(`${mark}${before}${text}${after}`))).toBe(false);
      }),
    );
    expect(() => parse('\ufeff\ufeff{}')).toThrow('body: must be valid JSON');
    expect(() => parse('{"a":\ufeff1}')).toThrow('body: must be valid JSON');
    expect(parse('{"a":"\ufeff"}')).toEqual({ a: '\ufeff' });
    expect(() => parseJsonBody(Buffer.from('\ufeff{}', 'utf16le'))).toThrow('body: must be UTF-8');
  });

  it('treats only white space as an empty body', () => {
    fc.assert(
      fc.property(mark, space, (mark, spaces) => {
        expect(isEmptyBody(Buffer.from(`${mark}${spaces}`))).toBe(true);
      }),
    );
    for (const text of ['\v', '\u00a0', '\0', '\u2028', ' \ufeff', 'null', '""']) {
      expect([text, isEmptyBody(Buffer.from(text))]).toEqual([text, false]);
    }
    expect(isEmptyBody(Buffer.from([0xef, 0xbb]))).toBe(false);
  });
});
