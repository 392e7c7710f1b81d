import { expect, test } from 'vitest';
import { type Statement, UtteranceAssembler } from './utterance-assembler.ts';

/** Creates an assembler of statements, and returns the texts of its events. */
function assembling(endsTurns = false) {
  const assembler = new UtteranceAssembler((message) => message.statements as Statement[], endsTurns);
  const read = (events: ReturnType<typeof assembler.take>) =>
    events.map((event) => ('text' in event ? `${event.type}: ${event.text}` : event.type));
  return {
    take: (...statements: Statement[]) => read(assembler.take({ statements })),
    finish: (atMs: number) => read(assembler.finish(atMs, atMs)),
    conclude: () => read(assembler.conclude()),
  };
}
const words = (type: 'partial' | 'final', text: string, startMs: number, endMs: number) =>
  ({ type, text, startMs, endMs, confidence: null }) as const;

const flushed = (sentMs: number): Statement => ({ type: 'flushed', sentMs });

test('says words once when their final result comes after the wait', () => {
  const { take, finish, conclude } = assembling();
  take(words('partial', 'a table', 0, 900));
  finish(1_000);
  expect(conclude()).toEqual(['final: a table']);
  expect(take(words('partial', 'A table.', 0, 900))).toEqual([]);
  expect(take(words('final', 'A table.', 0, 900), flushed(1_000))).toEqual([]);
  // The words of the next utterance are reported.
  expect(take(words('partial', 'for', 3_000, 3_200))).toEqual(['partial: for']);
  finish(4_000);
  expect(take(words('final', 'for four', 3_000, 3_900), flushed(4_000))).toEqual(['final: for four']);
});

test('keeps words that arrive after the wait when there were none before', () => {
  const { take, finish, conclude } = assembling();
  finish(1_000);
  expect(conclude()).toEqual(['final: ']);
  expect(take(words('final', 'A table.', 0, 900), flushed(1_000))).toEqual(['final: A table.']);
});

test('waits for nothing after the service has ended the turn before', () => {
  const { take, finish } = assembling(true);
  take(words('final', 'A table.', 0, 900));
  expect(take(flushed(900), { type: 'turn-ended', atMs: 900 })).toEqual(['turn-ended']);
  expect(finish(1_000)).toEqual(['final: ']);
});

test('lets an answer that comes after the wait end no later utterance', () => {
  const { take, finish, conclude } = assembling();
  take(words('partial', 'one', 0, 500));
  finish(1_000);
  expect(conclude()).toEqual(['final: one']);
  take(words('partial', 'two', 2_000, 2_100));
  finish(3_000);
  expect(take(words('final', 'one', 0, 500), flushed(1_000))).toEqual([]);
  expect(take(words('final', 'two, please cancel it', 2_000, 2_900))).toEqual([]);
  expect(take(flushed(3_000))).toEqual(['final: two, please cancel it']);
});

test('lets an answer end an utterance although the answer before never came', () => {
  const { take, finish, conclude } = assembling();
  finish(1_000);
  expect(conclude()).toEqual(['final: ']);
  take(words('final', 'two', 2_000, 2_900));
  finish(3_000);
  expect(take(words('final', 'and three', 2_900, 3_000), flushed(3_000))).toEqual(['final: and three']);
});

test('ends all utterances that an answer is about', () => {
  const { take, finish } = assembling();
  take(words('final', 'one', 0, 900));
  finish(1_000);
  finish(3_000);
  expect(take(words('final', 'two', 2_000, 2_900), flushed(3_000))).toEqual(['final: two']);
});
