import { wordsOf } from '../words.ts';
import { dateExamples, readDate } from './date.ts';
import { readDigits } from './digits.ts';
import { readEmail } from './email.ts';
import { readName, readText } from './free-text.ts';
import { readNumber } from './number.ts';
import type { SlotType } from './schema.ts';
import { findSpan, type Reader, readOneOf, type SlotValue, type Span } from './span.ts';
import { readSpelled } from './spelled.ts';
import { wordsOfNumber } from './spelled-numbers.ts';
import { readTime, timeExamples } from './time.ts';
import { readYesNo, yesNoExamples } from './yes-no.ts';

/** The most numbers that are listed for a transcriber. */
const numbersMax = 200;

/** Returns whether a slot keeps words as they were said. */
export function isVerbatim({ type }: SlotType): boolean {
  return type === 'text' || type === 'name' || type === 'email';
}

/** Returns the values that a slot may have from the word `at` on, the longest first. `today` is a date as 2026-11-21. */
export function spansOfSlot(type: SlotType, words: readonly string[], at: number, today: string): Span[] {
  if (at >= words.length) return [];
  if (type.type === 'text') return readText(words, at);
  if (type.type === 'name') return readName(words, at);
  const reading = readerOf(type, today)(words, at);
  return reading && reading.value !== undefined ? [{ end: reading.end, value: reading.value }] : [];
}

/** Returns the value of a slot anywhere in the words; `undefined` when there is none. Free text takes all words. */
export function findSlot(type: SlotType, words: readonly string[], today: string): SlotValue | undefined {
  if (type.type === 'text' || type.type === 'name') return spansOfSlot(type, words, 0, today)[0]?.value;
  return findSpan(readerOf(type, today), words)?.value;
}

/** Returns the value of a text that is nothing but a value of the slot; `undefined` for any other text. */
export function wholeSlot(type: SlotType, text: string, today: string): SlotValue | undefined {
  const words = wordsOf(text);
  return spansOfSlot(type, words, 0, today).find(({ end }) => end === words.length)?.value;
}

/** Returns the value of keys, or `more` when further keys may follow; `undefined` for no value. */
export function keysIntoSlot(type: SlotType, keys: string): { value: SlotValue } | 'more' | undefined {
  const isFinished = keys.endsWith('#');
  const digits = keys.replace(/#$/, '');
  if (!/^\d+$/.test(digits)) return undefined;
  if (type.type === 'digits') {
    if (digits.length < type.minLength) return isFinished ? undefined : 'more';
    return digits.length <= type.maxLength ? { value: digits } : undefined;
  }
  if (type.type !== 'number') return undefined;
  const value = Number(digits);
  return value >= type.min && value <= type.max ? { value } : undefined;
}

/** Returns phrases for values of a slot, for transcribers that need phrases; empty when they cannot be listed. */
export function examplesOfSlot(type: SlotType): readonly string[] {
  switch (type.type) {
    case 'number': {
      const first = Math.max(0, Math.ceil(type.min));
      const last = Math.min(type.max, 999_999);
      const count = Math.min(numbersMax, Math.max(0, Math.floor(last) - first + 1));
      return Array.from({ length: count }, (_, index) => wordsOfNumber(first + index));
    }
    case 'digits':
      return type.minLength === 1 ? Array.from({ length: 10 }, (_, digit) => wordsOfNumber(digit)) : [];
    case 'date':
      return dateExamples;
    case 'time':
      return timeExamples;
    case 'yes-no':
      return yesNoExamples;
    case 'choice':
      return choicesOf(type).examples;
    case 'email':
    case 'spelled':
    case 'text':
    case 'name':
      return [];
  }
}

function readerOf(type: Exclude<SlotType, { type: 'text' | 'name' }>, today: string): Reader {
  switch (type.type) {
    case 'number':
      return bounded(readNumber, (value) => {
        const isWhole = !type.whole || Number.isInteger(value);
        return isWhole && Number(value) >= type.min && Number(value) <= type.max;
      });
    case 'digits':
      return bounded(readDigits, (value) => {
        const { length } = String(value);
        return length >= type.minLength && length <= type.maxLength;
      });
    case 'date':
      return (words, at) => readDate(words, at, today);
    case 'time':
      return readTime;
    case 'yes-no':
      return readYesNo;
    case 'email':
      return readEmail;
    case 'spelled':
      return readSpelled;
    case 'choice': {
      const { ways, wordsMax } = choicesOf(type);
      return (words, at) => readOneOf(ways, words, at, wordsMax);
    }
  }
}

function bounded(read: Reader, isAllowed: (value: SlotValue) => boolean): Reader {
  return (words, at) => {
    const reading = read(words, at);
    if (!reading || reading.value === undefined) return reading;
    return isAllowed(reading.value) ? reading : { ...reading, value: undefined };
  };
}

type Choice = Extract<SlotType, { type: 'choice' }>;

/** The ways to say each option, in comparable form. */
interface Choices {
  ways: ReadonlyMap<string, string>;
  examples: readonly string[];
  /** The number of words of the longest. */
  wordsMax: number;
}

const choices = new WeakMap<Choice, Choices>();

function choicesOf(type: Choice): Choices {
  const known = choices.get(type) ?? readChoices(type);
  choices.set(type, known);
  return known;
}

function readChoices({ options }: Choice): Choices {
  const known = new Map<string, string>();
  for (const [value, ways] of Object.entries(options)) {
    for (const way of [value, ...ways]) {
      const words = wordsOf(way).join(' ');
      if (words !== '' && !known.has(words)) known.set(words, value);
    }
  }
  const examples = [...known.keys()];
  return { ways: known, examples, wordsMax: Math.max(...examples.map((way) => way.split(' ').length)) };
}
