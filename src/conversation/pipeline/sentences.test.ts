import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SentenceSplitter } from './sentences.ts';

/** Returns the trimmed pieces of a text that arrives at once. */
function split(text: string, language = 'en'): string[] {
  const splitter = new SentenceSplitter(language);
  return [...splitter.push(text), ...splitter.flush()].map((piece) => piece.trim());
}

it.each([
  ['Hello. How are you? Fine!', ['Hello.', 'How are you?', 'Fine!']],
  ['Dr. Smith, e.g. Mr. J. Smith of St. Ives, is in.', ['Dr. Smith, e.g. Mr. J. Smith of St. Ives, is in.']],
  ['It costs 3.50 or 1,000 dollars. Is that ok?', ['It costs 3.50 or 1,000 dollars.', 'Is that ok?']],
  ['He said "Stop." Then he left.', ['He said "Stop."', 'Then he left.']],
  ['1. First of all\n2. Second', ['1. First of all', '2. Second']],
  ['Wait... what?', ['Wait...', 'what?']],
  ['नमस्ते। आप कैसे हैं? ठीक हूँ।', ['नमस्ते।', 'आप कैसे हैं?', 'ठीक हूँ।']],
  ['مرحبا. كيف حالك؟ أنا بخير', ['مرحبا.', 'كيف حالك؟', 'أنا بخير']],
  ['شکریہ۔ کیا آپ آئیں گے؟ ٹھیک ہے۔', ['شکریہ۔', 'کیا آپ آئیں گے؟', 'ٹھیک ہے۔']],
  ['你好。今天怎么样？很好', ['你好。', '今天怎么样？', '很好']],
])('%j', (text, expected) => {
  expect(split(text)).toEqual(expected);
});

it('recognizes ordinals in languages that write them with a full stop', () => {
  expect(split('Am 3. Mai um 10 Uhr. Passt das?', 'de')).toEqual(['Am 3. Mai um 10 Uhr.', 'Passt das?']);
});

it('emits the first clause of a long sentence early, and a sentence once it is complete', () => {
  const splitter = new SentenceSplitter('en');
  expect(splitter.push('If you would like to come on Friday, ')).toEqual([
    'If you would like to come on Friday, ',
  ]);
  expect(splitter.push('then we have, as always, a table')).toEqual([]);
  expect(splitter.push('. ')).toEqual(['then we have, as always, a table. ']);
  expect(new SentenceSplitter('zh').push('如果您想在星期五来，')).toEqual(['如果您想在星期五来，']);
});

it('loses and changes nothing for any text in any pieces, and keeps pieces short', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', ' ', '.', ',', '3', '!', '\n', '。', '語', '😀', 'Dr.'),
    maxLength: 600,
  });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (parts) => {
      const splitter = new SentenceSplitter('en');
      const pieces = [...parts.flatMap((part) => splitter.push(part)), ...splitter.flush()];
      expect(pieces.join('')).toBe(parts.join(''));
      for (const piece of pieces) expect(piece.trimEnd().length).toBeLessThanOrEqual(241);
      for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
    }),
  );
});

it('cuts an endless row of dots', () => {
  const splitter = new SentenceSplitter('en');
  const pieces = splitter.push('.'.repeat(20_000));
  expect(pieces.every(({ length }) => length <= 240)).toBe(true);
  expect([...pieces, ...splitter.flush()].join('')).toBe('.'.repeat(20_000));
});
