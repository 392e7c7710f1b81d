import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandPhrase } from './expand-phrase.ts';
import { matchPhrase } from './match-phrase.ts';
import { parsePhrase, slotsOf } from './phrase.ts';
import { type SlotType, spansOfSlot } from './slots/index.ts';
import { contracted, wordsOf } from './words.ts';

const slots: Record<string, SlotType> = {
  count: { type: 'number', min: 0, max: 100, whole: true },
  who: { type: 'name' },
  what: { type: 'text' },
};
const match = (phrase: string, said: string) =>
  matchPhrase(parsePhrase(phrase), wordsOf(said), (name, words, at) =>
    spansOfSlot(slots[name]!, words, at, '2026-11-21'),
  );

describe('a phrase', () => {
  test.each<[string, string, Record<string, unknown> | null]>([
    ['yes | yeah | yes please', 'Yes, please!', {}],
    ['yes | yeah | yes please', 'yes thanks', null],
    ['[i want to] cancel [my] (order | booking)', 'I want to cancel my booking.', {}],
    ['[i want to] cancel [my] (order | booking)', 'cancel order', {}],
    ['[i want to] cancel [my] (order | booking)', 'cancel', null],
    ['* cancel *', 'uh, could you cancel it', {}],
    ['* cancel *', 'keep it', null],
    ["[i'd like] {count} [people | persons]", "I'd like twenty two people", { count: 22 }],
    ['{count} {who}', 'two three', { count: 2, who: 'Three' }],
    ['call {who} about {what}', 'call ada about the red car', { who: 'Ada', what: 'the red car' }],
    ['café', 'Cafe', {}],
    ['good-bye', 'good bye', {}],
    ['that is right', "That's right.", {}],
    ["[no] i can't", 'I can not', {}],
    ['you will get it', 'you’ll get it', {}],
    ["people's homes", 'people is homes', null],
    ['yes [please]', 'Yeah, please', {}],
    ['no', 'Nope.', {}],
  ])('%j and %j', (phrase, said, captured) => {
    expect(match(phrase, said)).toEqual(captured);
  });

  test.each([
    ['', 'has an alternative or a group without words'],
    ['yes |', 'has an alternative or a group without words'],
    ['(yes', 'has ( without )'],
    ['yes)', 'has ) without an opening bracket'],
    ['[yes]', 'can match silence; at least one word must be required'],
    ['!?', 'can match silence; at least one word must be required'],
    ['{no slot}', 'has {no slot}, which is not the name of a slot'],
    ['{__proto__}', 'has {__proto__}, which is not the name of a slot'],
    ['a } b', 'has } without {'],
    [`${'('.repeat(12)}a${')'.repeat(12)}`, 'has groups nested more than 10 deep'],
  ])('%j is refused: %s', (phrase, message) => {
    expect(() => parsePhrase(phrase)).toThrow(message);
  });

  test.each([
    ['that is not right', "that's not right"],
    ['where are you', 'where are you'],
    ['i would like to but i cannot', "i'd like to but i can't"],
    ['yes i am', 'yes i am'],
    ['i do not have the time', "i don't have the time"],
  ])('%j is said as %j, which has the same words', (phrase, said) => {
    expect([contracted(phrase), wordsOf(said).join(' ')]).toEqual([said, phrase]);
  });

  test('expands into whole phrases', () => {
    const examples = (name: string) => (name === 'count' ? ['one', 'two'] : []);
    const expand = (phrase: string, max = 100) =>
      expandPhrase(parsePhrase(phrase), examples, max).map(({ text: way }) => way);
    expect(expand('[yes] please | * ok')).toEqual(['please', 'yes please', 'ok']);
    // The fewest optional parts first.
    expect(expand('[a] [b] (c | d)', 5)).toEqual(['c', 'd', 'b c', 'b d', 'a c']);
    expect(expand('{count} of them')).toEqual(['one of them', 'two of them']);
    expect(expand('i am {who}')).toEqual([]);
    expect(expand('(a|b) (a|b) (a|b) (a|b) (a|b) (a|b) (a|b) (a|b)', 20)).toHaveLength(20);
    expect(slotsOf(parsePhrase('{count} [{who}]'))).toEqual(['count', 'who']);
  });
});

/** Generates phrases of a few words, so that they often match. */
const phraseText = fc.letrec<{ phrase: string; piece: string }>((tie) => ({
  phrase: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(' ')),
  piece: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', 'c'),
    fc.tuple(tie('phrase'), tie('phrase')).map(([one, other]) => `(${one} | ${other})`),
    tie('phrase').map((inner) => `[${inner}]`),
    fc.constant('*'),
  ),
})).phrase;

test('matches all its expansions', () => {
  fc.assert(
    fc.property(phraseText, (text) => {
      const phrase = parsePhrase(`start ${text}`);
      for (const { text: way } of expandPhrase(phrase, () => [], 50)) {
        expect([text, way, matchPhrase(phrase, way.split(' '), () => [])]).toEqual([text, way, {}]);
      }
    }),
  );
});

test('matches within a bounded number of steps for any phrase and words', () => {
  const phrase = parsePhrase(`${'[{what}] (* | a | a a | [a] [a]) '.repeat(14)}z`);
  const words = Array.from({ length: 100 }, () => 'a');
  let steps = 0;
  const spans = (_: string, all: readonly string[], at: number) => {
    steps++;
    return all.slice(at).map((__, index) => ({ end: at + index + 1, value: null }));
  };
  expect(matchPhrase(phrase, words, spans)).toBeNull();
  expect(steps).toBeLessThanOrEqual(14 * 101);
});

test('parses or rejects any text, and matches any words without failing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab|()[]*{} \u0301é!') }), fc.string(), (text, said) => {
      try {
        matchPhrase(parsePhrase(text), wordsOf(said), () => []);
      } catch (error) {
        expect((error as Error).message).toMatch(/^(has|can)/);
      }
    }),
  );
});
