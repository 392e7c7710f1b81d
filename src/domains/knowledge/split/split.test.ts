import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkCharactersMax, chunkWordsMax, splitText } from './split.ts';
import { countWords } from './words.ts';

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const word = fc.stringMatching(/^[a-z]{1,12}$/);
const sentence = fc.array(word, { minLength: 1, maxLength: 40 }).map((all) => `${all.join(' ')}.`);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 20 }).map((all) => all.join(' '));
const heading = fc.tuple(fc.integer({ min: 1, max: 4 }), word).map(([n, text]) => `${'#'.repeat(n)} ${text}`);
const list = fc
  .array(sentence, { minLength: 1, maxLength: 30 })
  .map((all) => all.map((one) => `- ${one}`).join('\n'));
const table = fc
  .array(fc.tuple(word, word), { minLength: 1, maxLength: 200 })
  .map((rows) => ['| a | b |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'));
const code = sentence.map((text) => `\`\`\`\n${text}\n\`\`\``);
const long = fc.integer({ min: 1, max: 9000 }).map((n) => 'x'.repeat(n));
const unspaced = fc.integer({ min: 1, max: 1500 }).map((n) => '語'.repeat(n));
const markdown = fc
  .array(fc.oneof(paragraph, heading, list, code, long, unspaced), { maxLength: 25 })
  .map((blocks) => blocks.join('\n\n'));

/** Headings and text, each heading where it first applies. */
function readBack(text: string): string[] {
  let above: string[] = [];
  return splitText(text).flatMap((chunk) => {
    const same = chunk.headings.findIndex((one, level) => above[level] !== one);
    const fresh = same === -1 ? [] : chunk.headings.slice(same);
    above = chunk.headings;
    return wordsOf([...fresh, chunk.text].join(' '));
  });
}

test('no word of any text is lost, the order is kept, and every chunk keeps the bounds', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const words = readBack(text).join('');
      // A heading that leads to nothing is in the text of its chunk as well.
      const expected = wordsOf(text).join('');
      let at = 0;
      for (const letter of words) if (letter === expected[at]) at += 1;
      expect(at).toBe(expected.length);
      for (const chunk of splitText(text)) {
        expect(countWords(chunk.text)).toBeLessThanOrEqual(chunkWordsMax);
        expect(chunk.text.length).toBeLessThanOrEqual(chunkCharactersMax);
      }
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['a list with empty lines', '- a\n\n'.repeat(60_000)],
  ['what is almost the rule of a table', `a|b\n|-${' '.repeat(200_000)}x|`],
])('%s takes time in proportion to its length', (_what, text) => {
  expect(splitText(text).length).toBeGreaterThan(0);
});

test('a heading of many words is text, so that the parts below it do not all hold it', () => {
  const [first] = splitText(`# ${'word '.repeat(400)}\n\nText.`);
  expect(first?.headings).toEqual([]);
});

test('a long table is split by rows, and each part has the header', () => {
  fc.assert(
    fc.property(table, (text) => {
      const chunks = splitText(text);
      const [header, rule, ...rows] = text.split('\n');
      for (const chunk of chunks) expect(chunk.text.split('\n').slice(0, 2)).toEqual([header, rule]);
      expect(chunks.flatMap((chunk) => chunk.text.split('\n').slice(2))).toEqual(rows);
    }),
  );
});

test('headings become a path, and short sections below one heading share a chunk', () => {
  const text = ['# Shop', 'We sell tea.', '## Hours', 'Nine to five.', '# Returns', 'Within 30 days.'].join(
    '\n',
  );
  expect(splitText(text)).toEqual([
    { headings: ['Shop'], text: 'We sell tea.\n\n## Hours\n\nNine to five.' },
    { headings: ['Returns'], text: 'Within 30 days.' },
  ]);
});
