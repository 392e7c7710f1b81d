import { expect, it } from 'vitest';
import { isBackChannel } from './back-channel.ts';
import { endOfTurnDelayMs, finalWaitMs } from './end-of-turn.ts';
import { judgeInterruption, longSpeechMs, wordlessMsMax, wordsWaitMs } from './interruption.ts';

const context = { language: 'en-US', extra: ['copy that'], isQuestionHeard: false, isFirstMessage: false };

it.each([
  ['en', ['uh-huh', 'Mhm.', 'yes', 'Okay, okay', 'I see', 'yeah, right', 'copy that']],
  ['de', ['mhm', 'Ja, genau', 'alles klar', 'okay']],
  ['fr', ["d'accord", 'oui oui', 'hm', 'très bien']],
  ['es', ['ajá', 'sí, claro', 'de acuerdo']],
  ['it', ['sì', 'va bene', 'certo']],
])('in %s these are back-channel words: %j', (language, texts) => {
  for (const text of texts)
    expect([text, isBackChannel(text, { ...context, language })]).toEqual([text, true]);
  for (const text of ['', 'wait', 'yes but no', 'okay stop']) {
    expect([text, isBackChannel(text, { ...context, language })]).toEqual([text, false]);
  }
});

it('treats "yes" as an answer to a question, "mhm" never, and "hello" as a greeting of a first message', () => {
  const asked = { ...context, isQuestionHeard: true };
  expect(['yes', 'okay', 'mhm'].map((text) => isBackChannel(text, asked))).toEqual([false, false, true]);
  expect(isBackChannel('hello', context)).toBe(false);
  expect(isBackChannel('Hello?', { ...context, isFirstMessage: true })).toBe(true);
});

it('extends the end-of-turn window after unfinished words, and shortens it after expected ones', () => {
  const delay = (text: string, expected: string[] = []) =>
    endOfTurnDelayMs({ text, language: 'en', endOfTurnMs: 300, expected });
  expect(delay('I need a table.')).toBe(300);
  expect(delay('I need a table')).toBe(300);
  for (const text of ['I need a', 'and because', 'it is,', 'well...', 'my name is'])
    expect(delay(text)).toBe(1200);
  expect(delay('my number is 5 5 5')).toBe(700);
  expect(delay('Yes.', ['yes', 'no'])).toBe(150);
  expect(delay('opening', ['opening', 'opening hours'])).toBe(300);
});

it('waits for words after an interruption, and continues without them', () => {
  const judge = (text: string, endMs: number | null, isFinal: boolean, nowMs: number) =>
    judgeInterruption({ startMs: 1000, endMs, text, isFinal, wordsCome: 'at-once', nowMs }, context);
  expect(judge('', null, false, 1100)).toBe('wait');
  expect(judge('uh huh', null, false, 1400)).toBe('wait');
  expect(judge('uh huh but', null, false, 1500)).toBe('interrupt');
  expect(judge('uh huh', 1400, true, 1700)).toBe('resume');
  expect(judge('', 1400, true, 1700)).toBe('resume');
  expect(judge('', 1400, false, 1400 + wordsWaitMs - 1)).toBe('wait');
  expect(judge('', 1400, false, 1400 + wordsWaitMs)).toBe('resume');
  expect(judge('', null, false, 1000 + wordlessMsMax)).toBe('resume');
});

it('interrupts for long or unknown speech when words come late, and else decides by the words', () => {
  const judge = (text: string, endMs: number | null, isFinal: boolean, nowMs: number) =>
    judgeInterruption({ startMs: 1000, endMs, text, isFinal, wordsCome: 'late', nowMs }, context);
  expect(judge('', null, false, 1000 + longSpeechMs - 1)).toBe('wait');
  expect(judge('', null, false, 1000 + longSpeechMs)).toBe('interrupt');
  expect(judge('', 1400, false, 1400 + wordsWaitMs - 1)).toBe('wait');
  expect(judge('', 1400, false, 1400 + wordsWaitMs)).toBe('interrupt');
  expect(judge('uh huh', 1400, true, 2000)).toBe('resume');
  expect(judge('', 1400, true, 2000)).toBe('resume');
  expect(judge('stop it', 1400, true, 2000)).toBe('interrupt');
});

it('waits for words at the end of speech until they are overdue', () => {
  const judge = (text: string, endMs: number | null, isFinal: boolean, nowMs: number) =>
    judgeInterruption({ startMs: 1000, endMs, text, isFinal, wordsCome: 'at-end', nowMs }, context);
  expect(judge('', null, false, 1000 + longSpeechMs)).toBe('wait');
  expect(judge('', null, false, 1000 + wordlessMsMax)).toBe('resume');
  expect(judge('', 1400, false, 1400 + finalWaitMs - 1)).toBe('wait');
  expect(judge('', 1400, false, 1400 + finalWaitMs)).toBe('interrupt');
  expect(judge('', 2800, true, 3000)).toBe('resume');
  expect(judge('stop it', 1400, true, 2500)).toBe('interrupt');
});
