import { expect, it } from 'vitest';
import type { ExpectedEntry } from '../../providers/interfaces/index.ts';
import { isBackChannel } from './back-channel.ts';
import { endOfTurnWait, finalWaitMs } from './end-of-turn.ts';
import { judgeInterruption, longSpeechMs, nextLookMs, wordlessMsMax, wordsWaitMs } from './interruption.ts';
import { entryOfTools } from './tool-entry.ts';

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
  const wait = (text: string, expected: string[] = [], finished: number | null = null) =>
    endOfTurnWait({
      text,
      language: 'en',
      endOfTurnMs: 300,
      expected,
      entry: null,
      toolEntry: null,
      finished,
    });
  expect(wait('I need a table.')).toEqual({ waitMs: 300, why: 'silence' });
  expect(wait('I need a table')).toEqual({ waitMs: 300, why: 'silence' });
  for (const text of ['I need a', 'and because', 'it is,', 'well...', 'my name is'])
    expect(wait(text)).toEqual({ waitMs: 1200, why: 'unfinished-words' });
  for (const text of ['my number is 5 5 5', 'My name is S. M. I. T.'])
    expect(wait(text)).toEqual({ waitMs: 700, why: 'open-entry' });
  expect(wait('Yes.', ['yes', 'no'])).toEqual({ waitMs: 150, why: 'expected-phrase' });
  expect(wait('opening', ['opening', 'opening hours'])).toEqual({ waitMs: 300, why: 'silence' });
});

it('waits for the rest of an entry that the model has asked for, and not after a complete one', () => {
  const wait = (text: string, lengthMin: number, lengthMax: number, kind: 'digits' | 'spelled' = 'digits') =>
    endOfTurnWait({
      text,
      language: 'en',
      endOfTurnMs: 300,
      expected: [],
      entry: { kind, lengthMin, lengthMax },
      toolEntry: null,
      finished: null,
    });
  expect(wait('it is 555', 7, 7)).toEqual({ waitMs: 1800, why: 'open-entry' });
  expect(wait('five five five, 12', 4, 20)).toEqual({ waitMs: 1100, why: 'open-entry' });
  expect(wait('555 1234.', 7, 7)).toEqual({ waitMs: 150, why: 'expected-phrase' });
  expect(wait('S M I', 2, 40, 'spelled')).toEqual({ waitMs: 1100, why: 'open-entry' });
  expect(wait('I do not know.', 7, 7)).toEqual({ waitMs: 300, why: 'silence' });
});

it('waits for the rest of an e-mail address', () => {
  const why = (text: string, entry: ExpectedEntry | null = null) =>
    endOfTurnWait({
      text,
      language: 'en',
      endOfTurnMs: 300,
      expected: [],
      entry,
      toolEntry: null,
      finished: null,
    });
  const open = { waitMs: 1800, why: 'open-entry' };
  const over = { waitMs: 300, why: 'silence' };
  for (const text of [
    'it is j dot smith',
    'j dot smith at example',
    'John@example',
    'x underscore y at example dot',
  ])
    expect(why(text)).toEqual(open);
  for (const text of ['j dot smith at example dot com', 'J.Smith@example.com.', 'I live in Smith Street'])
    expect(why(text)).toEqual(over);
  for (const text of ['John Smith', 'john.']) {
    expect(why(text)).toEqual(over);
    expect(why(text, { kind: 'email' })).toEqual(open);
  }
  for (const text of ['No.', 'What for?', 'I would rather not say', 'smith@example.com'])
    expect(why(text, { kind: 'email' })).toEqual(over);
});

it('waits after a number or a spelled word for the characters that a tool needs', () => {
  const property = (...patterns: unknown[]) =>
    entryOfTools([
      {
        name: 'find',
        description: '',
        parameters: {
          type: 'object',
          properties: Object.fromEntries(patterns.map((pattern, n) => [n, { pattern }])),
        },
      },
    ]);
  const digits = (lengthMin: number, lengthMax: number) => ({ kind: 'digits', lengthMin, lengthMax });
  expect(property('^\\d{6,8}$', '^[0-9]{3}-?[0-9]{4}$')).toEqual(digits(6, 8));
  expect(property('^\\d\\d\\d$')).toEqual(digits(3, 3));
  expect(property('^[A-Z]{2}-?[0-9]{3,4}$')).toEqual({ kind: 'spelled', lengthMin: 5, lengthMax: 6 });
  expect(property('^\\d{8}$', '^[A-Z0-9]{6}$')).toEqual({ kind: 'spelled', lengthMin: 6, lengthMax: 8 });
  for (const pattern of ['\\d{6}', '^\\d+$', '^[A-F]\\d{6}$', '^$', '^\\d{6}|x$', undefined, 7])
    expect([pattern, property(pattern)]).toEqual([pattern, null]);

  const wait = (text: string, toolEntry = property('^\\d{7}$')) =>
    endOfTurnWait({
      text,
      language: 'en',
      endOfTurnMs: 300,
      expected: [],
      entry: null,
      toolEntry,
      finished: null,
    });
  expect(wait('it is five five five')).toEqual({ waitMs: 1800, why: 'open-entry' });
  expect(wait('it is 555 1234')).toEqual({ waitMs: 300, why: 'silence' });
  expect(wait('it is 555 12345')).toEqual({ waitMs: 700, why: 'open-entry' });
  expect(wait('it takes 9')).toEqual({ waitMs: 700, why: 'open-entry' });
  expect(wait('555 is what I have')).toEqual({ waitMs: 300, why: 'silence' });

  const spelled = property('^[A-Z]{2}\\d{4}$');
  expect(wait('it is B C four', spelled)).toEqual({ waitMs: 1800, why: 'open-entry' });
  expect(wait('B C', spelled)).toEqual({ waitMs: 1800, why: 'open-entry' });
  expect(wait('BC 47', spelled)).toEqual({ waitMs: 1800, why: 'open-entry' });
  expect(wait('The code is BC 4711.', spelled)).toEqual({ waitMs: 300, why: 'silence' });
  expect(wait('BC4711', spelled)).toEqual({ waitMs: 300, why: 'silence' });
  expect(wait('it is B C four seven one one', spelled)).toEqual({ waitMs: 300, why: 'silence' });
  expect(wait('I need a table for 4', spelled)).toEqual({ waitMs: 700, why: 'open-entry' });
});

it('follows a turn detector, but for expected phrases and open entries', () => {
  const wait = (text: string, finished: number, expected: string[] = []) =>
    endOfTurnWait({
      text,
      language: 'en',
      endOfTurnMs: 300,
      expected,
      entry: null,
      toolEntry: null,
      finished,
    });
  expect(wait('I need a', 0.9)).toEqual({ waitMs: 300, why: 'finished-sound' });
  expect(wait('I need a table.', 0.2)).toEqual({ waitMs: 1550, why: 'unfinished-sound' });
  expect(wait('555 12', 0.9)).toEqual({ waitMs: 700, why: 'open-entry' });
  expect(wait('Yes.', 0.2, ['yes'])).toEqual({ waitMs: 150, why: 'expected-phrase' });
});

const sound = { isWordless: false, wordsWithinMs: null };

it('waits for words after an interruption, and continues without them', () => {
  const judge = (text: string, endMs: number | null, isFinal: boolean, nowMs: number) =>
    judgeInterruption(
      { startMs: 1000, endMs, text, isFinal, wordsCome: 'at-once', ...sound, nowMs },
      context,
    );
  expect(judge('', null, false, 1100)).toBe('wait');
  expect(judge('uh huh', null, false, 1400)).toBe('wait');
  expect(judge('uh huh but', null, false, 1500)).toEqual({ outcome: 'interrupted', why: 'words' });
  expect(judge('uh huh', 1400, true, 1700)).toEqual({ outcome: 'resumed', why: 'back-channel' });
  expect(judge('', 1400, true, 1700)).toEqual({ outcome: 'resumed', why: 'no-words' });
  expect(judge('', 1400, false, 1400 + wordsWaitMs - 1)).toBe('wait');
  expect(judge('', 1400, false, 1400 + wordsWaitMs)).toEqual({ outcome: 'resumed', why: 'no-words' });
  expect(judge('', null, false, 1000 + wordlessMsMax)).toEqual({ outcome: 'resumed', why: 'no-words' });
  expect(judge('uh huh', null, false, 1000 + wordlessMsMax)).toMatchObject({ why: 'back-channel' });
});

it('lets the agent speak on when words are overdue, until they come', () => {
  const judge = (text: string, endMs: number | null, nowMs: number) => {
    const speech = { startMs: 1000, endMs, text, isFinal: false, wordsCome: 'at-once', nowMs } as const;
    return judgeInterruption({ ...speech, ...sound, wordsWithinMs: 700 }, context);
  };
  expect([judge('', null, 1699), judge('', null, 1700), judge('', 1300, 1700)]).toEqual([
    'wait',
    'speak-on',
    'speak-on',
  ]);
  expect(judge('uh huh', null, 1700)).toBe('wait');
  expect(judge('stop it', null, 1900)).toEqual({ outcome: 'interrupted', why: 'words' });
});

it('is not interrupted by the length of a sound that is no speech, nor by its missing words', () => {
  const judge = (wordsCome: 'at-end' | 'late', endMs: number | null, nowMs: number) => {
    const speech = { startMs: 1000, endMs, text: '', isFinal: false, wordsCome, nowMs } as const;
    return judgeInterruption({ ...speech, ...sound, isWordless: true }, context);
  };
  expect(judge('late', null, 1000 + longSpeechMs)).toBe('wait');
  expect(judge('late', 3000, 3000 + wordsWaitMs)).toEqual({ outcome: 'resumed', why: 'no-speech' });
  expect(judge('at-end', 3000, 3000 + finalWaitMs)).toEqual({ outcome: 'resumed', why: 'no-speech' });
});

it('looks again when a decision is due, and never in the past', () => {
  const look = (change: Partial<Parameters<typeof nextLookMs>[0]>) => {
    const speech = { startMs: 1000, endMs: null, text: '', isFinal: false, wordsCome: 'at-once' } as const;
    return nextLookMs({ ...speech, ...sound, nowMs: 1100, ...change });
  };
  expect(look({ wordsWithinMs: 700 })).toBe(1700);
  expect(look({ wordsWithinMs: 700, nowMs: 1700 })).toBe(1000 + wordlessMsMax);
  expect(look({ wordsWithinMs: 1500, endMs: 1300 })).toBe(1300 + wordsWaitMs);
  expect(look({ wordsCome: 'late' })).toBe(1000 + longSpeechMs);
  expect(look({ wordsCome: 'late', isWordless: true, nowMs: 2500 })).toBe(1000 + wordlessMsMax);
});

it('interrupts for long or unknown speech when words come late, and else decides by the words', () => {
  const judge = (text: string, endMs: number | null, isFinal: boolean, nowMs: number) =>
    judgeInterruption({ startMs: 1000, endMs, text, isFinal, wordsCome: 'late', ...sound, nowMs }, context);
  expect(judge('', null, false, 1000 + longSpeechMs - 1)).toBe('wait');
  expect(judge('', null, false, 1000 + longSpeechMs)).toEqual({ outcome: 'interrupted', why: 'long-speech' });
  expect(judge('', 1400, false, 1400 + wordsWaitMs - 1)).toBe('wait');
  expect(judge('', 1400, false, 1400 + wordsWaitMs)).toEqual({ outcome: 'interrupted', why: 'late-words' });
  expect(judge('uh huh', 1400, true, 2000)).toEqual({ outcome: 'resumed', why: 'back-channel' });
  expect(judge('', 1400, true, 2000)).toEqual({ outcome: 'resumed', why: 'no-words' });
  expect(judge('stop it', 1400, true, 2000)).toEqual({ outcome: 'interrupted', why: 'words' });
});

it('waits for words at the end of speech until they are overdue', () => {
  const judge = (text: string, endMs: number | null, isFinal: boolean, nowMs: number) =>
    judgeInterruption({ startMs: 1000, endMs, text, isFinal, wordsCome: 'at-end', ...sound, nowMs }, context);
  expect(judge('', null, false, 1000 + longSpeechMs)).toBe('wait');
  expect(judge('', null, false, 1000 + wordlessMsMax)).toEqual({ outcome: 'resumed', why: 'no-words' });
  expect(judge('', 1400, false, 1400 + finalWaitMs - 1)).toBe('wait');
  expect(judge('', 1400, false, 1400 + finalWaitMs)).toEqual({ outcome: 'interrupted', why: 'late-words' });
  expect(judge('', 2800, true, 3000)).toEqual({ outcome: 'resumed', why: 'no-words' });
  expect(judge('stop it', 1400, true, 2500)).toEqual({ outcome: 'interrupted', why: 'words' });
});
