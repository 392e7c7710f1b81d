import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TagPiece, TagReader } from './tag.ts';

/** Reads an answer in these pieces, and joins texts that follow each other. */
function read(pieces: readonly string[]): TagPiece[] {
  const reader = new TagReader();
  const all = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  const joined: TagPiece[] = [];
  for (const piece of all) {
    const last = joined.at(-1);
    if ('text' in piece && last && 'text' in last)
      joined[joined.length - 1] = { text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}

const tag = (go: string | null, values: Record<string, string> = {}) => ({ tag: { go, values } });

describe('the tag of an answer', () => {
  it.each([
    ['<flow go="pay">Gladly.', [tag('pay'), { text: 'Gladly.' }]],
    [
      '<flow go="pay" date="2026-12-01" guests=4> Gladly.',
      [tag('pay', { date: '2026-12-01', guests: '4' }), { text: 'Gladly.' }],
    ],
    ["`<FLOW go='pay' />` Gladly.", [tag('pay'), { text: 'Gladly.' }]],
    ['<flow name="O\'Brien &amp; Sons">Hi.', [tag(null, { name: "O'Brien & Sons" }), { text: 'Hi.' }]],
    ['<flow go=“pay”>Hi.</flow>', [tag('pay'), { text: 'Hi.' }, tag(null)]],
    ['Well, <flow go="pay">gladly.', [{ text: 'Well, ' }, tag('pay'), { text: 'gladly.' }]],
    ['<flow go="pay">', [tag('pay')]],
    ['<flow>Hi.', [tag(null), { text: 'Hi.' }]],
    ['<flow date="">Hi.', [tag(null), { text: 'Hi.' }]],
    ['Hi.', [{ text: 'Hi.' }]],
    ['"Hi," he said.', [{ text: '"Hi," he said.' }]],
    ['3 < 4 and <b>bold</b>, a <flower>.', [{ text: '3 < 4 and <b>bold</b>, a <flower>.' }]],
    // Malformed: never closed, an open quotation mark, cut off.
    ['<flow go="pay"\nGladly.', [tag('pay'), { text: 'Gladly.' }]],
    ['<flow go="pay>Gladly.\nWhen?', [tag('pay'), { text: 'Gladly.\nWhen?' }]],
    ['<flow go="pay" <flow date="1">Hi.', [tag('pay'), tag(null, { date: '1' }), { text: 'Hi.' }]],
    ['<flow go="pay"', [tag('pay')]],
    ['<flow', [tag(null)]],
    ['Hi <fl', [{ text: 'Hi ' }]],
  ] as [string, TagPiece[]][])('%j', (answer, expected) => {
    expect(read([answer])).toEqual(expected);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      '<flow',
      ' go="pay"',
      " date='x",
      '>',
      '/>',
      '<',
      '</flow>',
      '\n',
      '"',
      "'",
      '`',
      '<wait>',
      ' ',
    ),
    fc.constantFrom(
      '<flow go="pay">',
      '<flow date="2026-12-01" guests=4>',
      'Hello.',
      'flow',
      '<FLOW ',
      '“',
      '&amp;',
    ),
  );
  const answers = fc.array(piece, { maxLength: 12 }).map((all) => all.join(''));

  it('is the same wherever the answer is divided', () => {
    fc.assert(
      fc.property(answers, fc.array(fc.nat(), { maxLength: 6 }), (answer, cuts) => {
        const at = [0, ...cuts.map((cut) => cut % (answer.length + 1)), answer.length].sort((a, b) => a - b);
        const pieces = at.slice(1).map((end, index) => answer.slice(at[index]!, end));
        expect(read(pieces)).toEqual(read([answer]));
      }),
      { numRuns: 2000 },
    );
  });

  it('is never among the words', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const words = read([...answer]).map((one) => ('text' in one ? one.text : ''));
        for (const text of words) expect(text).not.toMatch(/<\s{0,2}\/?\s{0,2}flow(?![\w-])/i);
      }),
      { numRuns: 2000 },
    );
  });
});
