import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SpokenPart, SpokenText } from './spoken-text.ts';

const part = (start: number, end: number, spoken: string, ipa: string | null = null): SpokenPart => ({
  ...{ start, end, spoken, ipa },
});
const price = new SpokenText('It costs $5 here.', [part(9, 11, 'five dollars')]);

it('maps positions, and takes a replaced part as one', () => {
  expect(price.text).toBe('It costs five dollars here.');
  const at = (spoken: string) => price.written.slice(0, price.writtenAt(spoken.length));
  expect(at('It costs')).toBe('It costs');
  expect(at('It costs five')).toBe('It costs ');
  expect(at('It costs five dollars')).toBe('It costs $5');
  expect(at('It costs five dollars here')).toBe('It costs $5 here');
});

it('returns the rest with its phonemes', () => {
  const text = new SpokenText(' Ask Siobhan, or Aoife. ', [
    part(5, 12, 'Siobhan', 'ʃɪˈvɔːn'),
    part(17, 22, 'Eefa', 'ˈiːfə'),
  ]);
  expect(text.from(0)).toEqual({
    text: 'Ask Siobhan, or Eefa.',
    phonemes: [
      { start: 4, end: 11, ipa: 'ʃɪˈvɔːn' },
      { start: 16, end: 20, ipa: 'ˈiːfə' },
    ],
  });
  expect(text.from(13)).toEqual({ text: 'or Eefa.', phonemes: [{ start: 3, end: 7, ipa: 'ˈiːfə' }] });
  expect(text.from(23)).toEqual({ text: '' });
});

it('maps every position, in order, in both directions', () => {
  const pieces = fc.array(
    fc.record({ written: fc.string({ maxLength: 5 }), spoken: fc.option(fc.string({ maxLength: 5 })) }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(pieces, (all) => {
      let written = '';
      const parts: SpokenPart[] = [];
      for (const one of all) {
        const start = written.length;
        written += one.written;
        if (one.spoken !== null && one.written !== '') parts.push(part(start, written.length, one.spoken));
      }
      const text = new SpokenText(written, parts);
      const ends = (from: string, to: string, map: (position: number) => number) => {
        const mapped = Array.from({ length: from.length + 1 }, (_, position) => map(position));
        expect(mapped).toEqual(mapped.toSorted((a, b) => a - b));
        for (const position of mapped) expect(position >= 0 && position <= to.length).toBe(true);
      };
      ends(text.text, written, (position) => text.writtenAt(position));
      ends(written, text.text, (position) => text.spokenAt(position));
      // The next voice begins at or before the end of what was heard.
      for (let at = 0; at <= text.text.length; at++)
        expect(text.spokenAt(text.writtenAt(at))).toBeLessThanOrEqual(at);
    }),
  );
});
