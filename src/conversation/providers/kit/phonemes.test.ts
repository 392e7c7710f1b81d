import { expect, test } from 'vitest';
import { escapeXml, markPhonemes } from './phonemes.ts';

test('marks phonemes, and escapes the text around them', () => {
  const request = {
    text: 'Tom & Aoife <3 Siobhan',
    phonemes: [
      { start: 6, end: 11, ipa: 'ˈiːfə' },
      { start: 15, end: 22, ipa: 'ʃɪˈvɔːn' },
    ],
  };
  const marked = markPhonemes(request, (part, ipa) => `[${part}|${ipa}]`, escapeXml);
  expect(marked).toBe('Tom &amp; [Aoife|ˈiːfə] &lt;3 [Siobhan|ʃɪˈvɔːn]');
  expect(markPhonemes({ text: 'a < b' }, () => '', escapeXml)).toBe('a &lt; b');
});
