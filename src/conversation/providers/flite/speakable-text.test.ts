import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasWords } from '../kit/index.ts';
import { speakablePieces, spokenLength, toSpeakableText } from './speakable-text.ts';

test.each([
  ['Grüße aus Zürich', 'Grusse aus Zurich'],
  ['“Don’t” – she said…', '"Don\'t" - she said...'],
  ['5 €,\n\tnot £4', '5 euros , not pounds 4'],
  ['a\u0000b\u0007c\ud800d', 'a b c d'],
  ['½ ﬁle', '1 2 file'],
  ['a ===== b?!?!', 'a = b?!?!'],
  ['…', ''],
  ['你好', ''],
])('%j is spoken as %j', (text, speakable) => {
  expect(toSpeakableText(text)).toBe(speakable);
});

test('returns one line of printable ASCII without extra spaces for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(toSpeakableText(text)).toMatch(/^(|[\x21-\x7e]+( [\x21-\x7e]+)*)$/);
    }),
  );
});

test('counts digits and symbols as words', () => {
  expect(spokenLength('Call me, please.')).toBe(16);
  expect(spokenLength('Call 911 @ 3')).toBe(12 + 5 * 4);
});

test('counts words of other scripts', () => {
  expect(hasWords('你好')).toBe(true);
  expect(hasWords(' …!')).toBe(false);
});

test('splits a long text only between sentences', () => {
  const long = 'This is the first sentence, and it is long enough to stand by itself.';
  expect(
    speakablePieces(`${long} And the second, which is spoken while that is heard, follows. Yes? No!`),
  ).toEqual([long, 'And the second, which is spoken while that is heard, follows.', 'Yes? No!']);
  for (const whole of [
    'Hello. How are you? Fine.',
    'The appointment that you made is with Dr. Miller at 4 p.m. in No. 10 on St. James Street',
    'It costs 3.50 today, and tomorrow perhaps 4.25 or even more than that, who knows. that is all',
  ])
    expect(speakablePieces(whole)).toEqual([whole]);
});

test('returns pieces that join to the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('word', 'Dr.', 'ends.', 'Is', '"So!"', 'A?', 'and', ','), { maxLength: 60 }),
      (words) => {
        expect(speakablePieces(words.join(' ')).join(' ')).toBe(words.join(' '));
      },
    ),
  );
});
