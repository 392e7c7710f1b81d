import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillAddress } from './fill-address.ts';

/** Returns the address with the value in place of each `*`. */
const fill = (template: string, value: string) =>
  fillAddress((encode) => template.replaceAll('*', () => encode(value)));

test.each([
  ['https://a.test/users/*', '..'],
  ['https://a.test/users/*/sessions', '..'],
  ['https://a.test/users/*', '.'],
  ['https://a.test/users/**', '.'],
  ['https://a.test/users/.*?a=b', '.'],
  ['https://a.test/users/%2e*#a', '.'],
  ['https://a.test/users/%2*%2E', 'e'],
  ['https://a.test/users/*\t/a', '..'],
  ['https://a.test/users/* ', '..'],
  ['https://a.test\\users\\*', '..'],
])('%s filled with %s is refused', (template, value) => {
  expect(fill(template, value)).toEqual({ problem: expect.stringContaining('. or ..') });
});

test.each([
  ['https://a.test/*', 'x/../y', 'https://a.test/x%2F..%2Fy'],
  ['https://a.test/*', '...', 'https://a.test/...'],
  ['https://a.test/v*', '..', 'https://a.test/v..'],
  ['https://a.test/*', '%2e%2e', 'https://a.test/%252e%252e'],
  ['https://a.test/a/../*?q=*', 'x', 'https://a.test/a/../x?q=x'],
  ['https://a.test/a?q=*', '..', 'https://a.test/a?q=..'],
  ['https://a.test/a#/*', '..', 'https://a.test/a#/..'],
  ['https://a.test/*', '\uffff\ud800', 'https://a.test/%EF%BF%BF%EF%BF%BD'],
])('%s filled with %s is %s', (template, value, url) => {
  expect(fill(template, value)).toEqual({ url });
});

test('an inserted value never changes the number of path segments', () => {
  const pieces = fc.array(fc.constantFrom('.', '%2e', '/', '\\', '?', '#', '\t', 'a', '%'), { maxLength: 4 });
  const around = fc.tuple(
    fc.constantFrom('', '.', '%2e', 'a'),
    fc.constantFrom('', '.', '%2E', 'a'),
    fc.constantFrom('', '/b'),
  );
  fc.assert(
    fc.property(pieces, around, (parts, [before, after, rest]) => {
      const template = `https://a.test/users/${before}*${after}${rest}`;
      const filled = fill(template, parts.join(''));
      const path = (url: string) => new URL(url).pathname.split('/');
      if ('url' in filled) expect(path(filled.url)).toHaveLength(path(template.replace('*', 'x')).length);
    }),
  );
});
