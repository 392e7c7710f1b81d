import { expect, test } from 'vitest';
import { wordsOf } from '../words.ts';
import { examplesOfSlot, findSlot, keysIntoSlot, type SlotType, spokenValue } from './index.ts';

const today = '2026-11-21';
const number: SlotType = { type: 'number', min: 0, max: 999_999_999, whole: true };
const digits: SlotType = { type: 'digits', minLength: 1, maxLength: 40 };
const email: SlotType = { type: 'email' };
const spelled: SlotType = { type: 'spelled' };
const size: SlotType = { type: 'choice', options: { small: ['little one'], large: ['big', 'the big one'] } };

const find = (type: SlotType, said: string) => findSlot(type, wordsOf(said), today);

test.each<[SlotType, string, unknown]>([
  [number, 'Four, please.', 4],
  [number, 'uh we are twenty-five people', 25],
  [number, 'twenty five', 25],
  [number, '1,200', 1200],
  [number, 'a hundred and five', 105],
  [number, 'two thousand and twenty six', 2026],
  [number, 'three hundred thousand', 300_000],
  [number, 'a thousand', 1000],
  [number, 'a table', undefined],
  [{ ...number, max: 8 }, 'nine', undefined],
  [{ ...number, whole: false }, 'two point five', 2.5],
  [number, 'two point five', undefined],
  [{ ...number, min: -10 }, 'minus three', -3],
  [digits, 'four oh double seven', '4077'],
  [digits, 'it is 0 4 1, twenty one', '04121'],
  [digits, '(555) 123-4567', '5551234567'],
  [{ ...digits, minLength: 4, maxLength: 4 }, 'one two three', undefined],
  [{ type: 'date' }, 'the day after tomorrow', '2026-11-23'],
  [{ type: 'date' }, 'maybe on Tuesday?', '2026-11-24'],
  [{ type: 'date' }, 'Saturday', '2026-11-28'],
  [{ type: 'date' }, 'March 5th', '2027-03-05'],
  [{ type: 'date' }, 'the twenty first of November', '2026-11-21'],
  [{ type: 'date' }, 'the fifth', '2026-12-05'],
  [{ type: 'date' }, 'February twenty ninth', '2028-02-29'],
  [{ type: 'date' }, 'December 24th 2030', '2030-12-24'],
  [{ type: 'date' }, '2027-01-31', '2027-01-31'],
  [{ type: 'date' }, '2027-02-31', undefined],
  [{ type: 'date' }, 'some day', undefined],
  [{ type: 'time' }, 'at three thirty', '15:30'],
  [{ type: 'time' }, '9:15 p.m.', '21:15'],
  [{ type: 'time' }, 'half past ten in the morning', '10:30'],
  [{ type: 'time' }, 'a quarter to one', '12:45'],
  [{ type: 'time' }, "eight o'clock", '08:00'],
  [{ type: 'time' }, 'twelve am', '00:00'],
  [{ type: 'time' }, 'noon', '12:00'],
  [{ type: 'time' }, 'twenty five', undefined],
  [{ type: 'yes-no' }, 'Yeah, that works.', true],
  [{ type: 'yes-no' }, 'no thanks', false],
  [{ type: 'yes-no' }, "that's wrong", false],
  [{ type: 'yes-no' }, 'perhaps', undefined],
  [size, 'I take the big one', 'large'],
  [size, 'SMALL!', 'small'],
  [size, 'medium', undefined],
  [email, 'j dot smith at example dot com', 'j.smith@example.com'],
  [email, "Sure, it's J.Smith@Example.com, thanks", 'j.smith@example.com'],
  [
    email,
    'my email is john underscore five three at my dash company dot co dot uk please',
    'john_53@my-company.co.uk',
  ],
  [email, 'john smith double seven at g m x dot d e', 'johnsmith77@gmx.de'],
  [email, 'S for Sierra M as in Mike at mail.example.org', 'sm@mail.example.org'],
  [email, 'mike at example.com, is that right', 'mike@example.com'],
  [email, 'bbc at bbc.co.uk', 'bbc@bbc.co.uk'],
  [email, 'reach me at john at example dot com', 'john@example.com'],
  [email, 'meet me at the station', undefined],
  [email, 'john at gmail', undefined],
  [email, 'john dot at example dot com', undefined],
  [spelled, 'S for Sierra, M, I, T, H', 'SMITH'],
  [spelled, "It's Smith, S-M-I-T-H.", 'SMITH'],
  [spelled, 'Sierra Mike India Tango Hotel', 'SMITH'],
  [spelled, 'M as in mother, double O, R, E', 'MOORE'],
  [spelled, 'F for Sierra, A like apple', 'SA'],
  [spelled, 'S W one A, two, and double U', 'SW1A2W'],
  [spelled, 'x-ray zed four 27', 'XZ427'],
  [spelled, 'I would like a table', undefined],
  [{ type: 'text' }, 'Call me back, please', 'call me back please'],
  [{ type: 'text' }, '…', undefined],
  [{ type: 'name' }, "My name is Anne-Marie O'Neill", "Anne Marie O'Neill"],
])('%o in %j is %j', (type, said, value) => {
  expect(find(type, said)).toBe(value);
});

test('reads keys as a value, the beginning of one, or none', () => {
  const code: SlotType = { ...digits, minLength: 4, maxLength: 4 };
  expect(keysIntoSlot(code, '04')).toBe('more');
  expect(keysIntoSlot(code, '04#')).toBeUndefined();
  expect(keysIntoSlot(code, '0412#')).toEqual({ value: '0412' });
  expect(keysIntoSlot(code, '04123')).toBeUndefined();
  expect(keysIntoSlot(number, '12')).toEqual({ value: 12 });
  expect(keysIntoSlot(number, '*')).toBeUndefined();
  expect(keysIntoSlot({ type: 'date' }, '1')).toBeUndefined();
});

test.each<[SlotType | undefined, unknown, string]>([
  [digits, '0412', '0 4 1 2'],
  [{ type: 'date' }, '2026-11-24', 'Tuesday, November 24'],
  [{ type: 'time' }, '15:30', '3:30 PM'],
  [{ type: 'yes-no' }, true, 'yes'],
  [number, 25, '25'],
  [spelled, 'SW1A', 'S W 1 A'],
  [email, 'j.smith@example.com', 'j dot smith at example dot com'],
  [undefined, { a: 1 }, '{"a":1}'],
  [{ type: 'date' }, null, ''],
])('%o %j is said as %j', (type, value, said) => {
  expect(spokenValue(type, value, 'en-US')).toBe(said);
});

test.each<SlotType>([
  { ...number, min: 1, max: 120 },
  digits,
  { type: 'date' },
  { type: 'time' },
  { type: 'yes-no' },
  size,
])('recognizes every example of %o as a whole', (type) => {
  const examples = examplesOfSlot(type);
  expect(examples.length).toBeGreaterThan(3);
  for (const example of examples) expect([example, find(type, example)]).not.toEqual([example, undefined]);
});

test('lists the values of a number in words', () => {
  const type = { ...number, min: 1, max: 120 };
  expect(examplesOfSlot(type).map((example) => find(type, example))).toEqual(
    Array.from({ length: 120 }, (_, index) => index + 1),
  );
});
