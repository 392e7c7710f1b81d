import { readWhole } from './number.ts';
import type { Reading } from './span.ts';
import { wordsOfNumber } from './spelled-numbers.ts';

const halves: ReadonlyMap<string, 'am' | 'pm'> = new Map([
  ['am', 'am'],
  ['pm', 'pm'],
  ['in the morning', 'am'],
  ['in the afternoon', 'pm'],
  ['in the evening', 'pm'],
  ['at night', 'pm'],
]);

/** Common phrases for times, for transcribers that need phrases. */
export const timeExamples: readonly string[] = [
  'noon',
  ...Array.from({ length: 12 }, (_, index) => wordsOfNumber(index + 1)).flatMap((hour) => [
    `${hour} o'clock`,
    `${hour} am`,
    `${hour} pm`,
    `${hour} thirty`,
    `half past ${hour}`,
  ]),
];

/**
 * Reads a time of day in English or figures, as `15:30`. Without am or pm, one to seven o'clock is after noon, and eight
 * to eleven before it, as in office hours.
 */
export function readTime(words: readonly string[], at: number): Reading | null {
  const start = words[at] === 'at' ? at + 1 : at;
  if (words[start] === 'noon' || words[start] === 'midday') return { end: start + 1, value: '12:00' };
  if (words[start] === 'midnight') return { end: start + 1, value: '00:00' };
  const clock = readPast(words, start) ?? readFigures(words, start) ?? readHour(words, start);
  if (!clock) return null;
  const half = readHalf(words, clock.end);
  const hour = hourOfDay(clock.hour, half?.value ?? null);
  const end = half?.end ?? clock.end;
  if (hour === null || clock.minute > 59) return { end, value: undefined };
  const padded = [hour, clock.minute].map((part) => String(part).padStart(2, '0'));
  return { end, value: padded.join(':') };
}

interface Clock {
  hour: number;
  minute: number;
  end: number;
}

/** `half past three`, `a quarter to four`, `ten past five`. */
function readPast(words: readonly string[], at: number): Clock | null {
  const start = words[at] === 'a' ? at + 1 : at;
  const named = words[start] === 'half' ? 30 : words[start] === 'quarter' ? 15 : null;
  const minutes = named === null ? readWhole(words, start) : { value: named, end: start + 1 };
  if (!minutes || minutes.value > 59) return null;
  const word = words[minutes.end] ?? '';
  const isPast = word === 'past' || word === 'after';
  if (!isPast && word !== 'to' && word !== 'before') return null;
  const hour = readWhole(words, minutes.end + 1);
  if (!hour || hour.value > 23) return null;
  if (isPast) return { hour: hour.value, minute: minutes.value, end: hour.end };
  return { hour: hour.value === 1 ? 12 : hour.value - 1, minute: 60 - minutes.value, end: hour.end };
}

/** `3:30`, `15.30`. */
function readFigures(words: readonly string[], at: number): Clock | null {
  const figures = /^(\d{1,2})[:.](\d{2})$/.exec(words[at] ?? '');
  return figures && { hour: Number(figures[1]), minute: Number(figures[2]), end: at + 1 };
}

/** `three`, `three thirty`, `three oh five`, `three o'clock`. */
function readHour(words: readonly string[], at: number): Clock | null {
  // The hour has at most two words, because minutes follow as a separate number: `three thirty`, `twenty one thirty`.
  const hour = readWhole(words.slice(at, at + 2), 0);
  if (!hour || !Number.isInteger(hour.value)) return null;
  const end = at + hour.end;
  if (words[end] === "o'clock") return { hour: hour.value, minute: 0, end: end + 1 };
  const hasZero = words[end] === 'oh' || words[end] === 'o';
  const minute = readWhole(words, hasZero ? end + 1 : end);
  const isMinute = minute !== null && (hasZero ? minute.value < 10 : minute.value >= 10) && minute.value < 60;
  return isMinute
    ? { hour: hour.value, minute: minute.value, end: minute.end }
    : { hour: hour.value, minute: 0, end };
}

function readHalf(words: readonly string[], at: number): { end: number; value: 'am' | 'pm' } | null {
  for (const length of [1, 2, 3]) {
    const value = halves.get(words.slice(at, at + length).join(' '));
    if (value) return { end: at + length, value };
  }
  return null;
}

function hourOfDay(hour: number, half: 'am' | 'pm' | null): number | null {
  if (hour > 23) return null;
  if (half === 'am') return hour === 12 ? 0 : hour;
  if (half === 'pm') return hour < 12 ? hour + 12 : hour;
  return hour >= 1 && hour <= 7 ? hour + 12 : hour;
}
