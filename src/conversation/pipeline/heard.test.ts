import { expect, it } from 'vitest';
import { begunText, heardText } from './heard.ts';

const text = 'One two three four.';

it('takes a share of the characters without word times', () => {
  const heard = (playedMs: number, totalMs: number | null) =>
    heardText(text, { playedMs, totalMs, words: [] });
  expect(heard(1900, 1900)).toBe(text);
  expect(heard(0, 1900)).toBe('');
  expect(heard(100, 1900)).toBe('');
  expect(heard(250, 1900)).toBe('One');
  expect(heard(1100, 1900)).toBe('One two three');
  // Without a total length a character counts as 65 ms.
  expect(heard(500, null)).toBe('One two');
});

it('follows the word times of the voice', () => {
  const words = [
    { text: 'One', startMs: 0, endMs: 900 },
    { text: 'two', startMs: 900, endMs: 1000 },
    { text: 'three', startMs: 1000, endMs: 1100 },
    { text: 'four', startMs: 1100, endMs: 2000 },
  ];
  const heard = (playedMs: number) => heardText(text, { playedMs, totalMs: 2000, words });
  expect([400, 800, 960, 1090, 1700, 2000].map(heard)).toEqual([
    '',
    'One',
    'One two',
    'One two three',
    text,
    text,
  ]);
});

it('counts characters in scripts without spaces', () => {
  const chinese = '今天天气很好。';
  expect(heardText(chinese, { playedMs: 400, totalMs: 700, words: [] })).toBe('今天天气');
});

it('includes the sentence that has begun', () => {
  const share = (playedMs: number) => ({ playedMs, totalMs: 4000, words: [] });
  const text = 'It is free today. Shall I book it? Or not';
  expect(begunText(text, share(0))).toBe('It is free today.');
  expect(begunText(text, share(1000))).toBe('It is free today.');
  expect(begunText(text, share(2000))).toBe('It is free today. Shall I book it?');
  expect(begunText(text, share(4000))).toBe(text);
});
