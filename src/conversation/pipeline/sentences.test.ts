import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAloud } from '../reading/index.ts';
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

it('does not cut what is read as one: sentence by sentence, a text is read as in one piece', () => {
  const texts = {
    en: 'Dr. Smith of 12 Main St. owes $1,234.50, e.g. since 11/23/2026 at 9:05 a.m. today. Call (202) 555-0123! ',
    de: 'Am 23.11.2026 kostet das z. B. 1.234,50 € bei Dr. Maier, d. h. 3,5 % mehr. Rufen Sie +49 30 1234567 an. ',
    es: 'La Sra. Gil debe 12,50 €, p. ej. desde el 23/11/2026. Llame al +34 612 345 678. ',
    ru: 'Это стоит 12,50 ₽, т. е. на 5 % больше. Звоните +7 495 123-45-67. ',
  };
  const reading = { pronunciations: [], readsNumbers: true };
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.entries(texts)),
      fc.array(fc.nat(40), { minLength: 1, maxLength: 8 }),
      ([language, text], lengths) => {
        const whole = text.repeat(2);
        const splitter = new SentenceSplitter(language);
        const pieces: string[] = [];
        for (let at = 0, n = 0; at < whole.length; n++) {
          const length = 1 + lengths[n % lengths.length]!;
          pieces.push(...splitter.push(whole.slice(at, at + length)));
          at += length;
        }
        pieces.push(...splitter.flush());
        const spoken = pieces.map((piece) => readAloud(piece, { ...reading, language }).text);
        expect(spoken.join('')).toBe(readAloud(whole, { ...reading, language }).text);
        expect(pieces.length).toBeGreaterThanOrEqual(4);
      },
    ),
  );
});
