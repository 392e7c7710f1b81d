import type { ReadingLanguage } from '../language-of-reading.ts';
import { patternOf, type ReadingRule } from './rule.ts';

const domains =
  'com|org|net|info|biz|app|dev|shop|cloud|eu|at|be|br|ca|ch|cz|de|dk|es|fi|fr|hu|ie|it|nl|no|nz|pl|pt|ro|ru|se|tr|ua|uk|us';
const host = `[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?(?:\\.[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?)*`;

/** E-mail and web addresses. */
export function addressRules({ symbols }: ReadingLanguage): ReadingRule[] {
  const { at, dot, dash, underscore, slash, plus } = symbols;
  const names: Readonly<Record<string, string>> = {
    ...{ '@': at, '.': dot, '-': dash, _: underscore, '/': slash, '+': plus },
  };
  const inWords = (text: string) =>
    text
      .replaceAll(/[@.\-_/+]/gu, (sign) => ` ${names[sign]} `)
      .replaceAll(/ +/gu, ' ')
      .trim();
  return [
    {
      pattern: patternOf(
        `(?<![\\p{L}\\p{N}._+-])[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}._+-]*[\\p{L}\\p{N}_+-])?@${host}\\.\\p{L}{2,}(?![\\p{L}\\p{N}@-])`,
      ),
      read: ([text]) => inWords(text!),
    },
    {
      pattern: patternOf(
        `(?<![\\p{L}\\p{N}.@_-])(?:https?://)?((?:www\\.${host}|${host}\\.(?:${domains}))(?:/[\\p{L}\\p{N}_-]+)*)/?(?![\\p{L}\\p{N}@?#=&%_-]|\\.[\\p{L}\\p{N}]|/\\S)`,
      ),
      read: ([, address]) => (/^\d+(?:\.\d+)*$/u.test(address!) ? null : inWords(address!)),
    },
  ];
}
