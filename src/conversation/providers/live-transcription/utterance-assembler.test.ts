import { expect, test } from 'vitest';
import { type Statement, UtteranceAssembler } from './utterance-assembler.ts';

/** Creates an assembler of statements, and returns the texts of its events. */
function assembling(endsTurns = false) {
  const assembler = new UtteranceAssembler((message) => message.statements as Statement[], endsTurns);
  const read = (events: ReturnType<typeof assembler.take>) =>
    events.map((event) => ('text' in event ? `${event.type}: ${event.text}` : event.type));
  return {
    take: (...statements: Statement[]) => read(assembler.take({ statements })),
    finish: (atMs: number) => read(assembler.finish(atMs)),
    conclude: () => read(assembler.conclude()),
  };
}
const words = (type: 'partial' | 'final', text: string, startMs: number, endMs: number) =>
  ({ type, text, startMs, endMs, confidence: null }) as const;

test('says words once when their final result comes after the wait', () => {
  const { take, finish, conclude } = assembling();
  take(words('partial', 'a table', 0, 900));
  finish(1_000);
  expect(conclude()).toEqual(['final: a table']);
  expect(take(words('partial', 'A table.', 0, 900))).toEqual([]);
  expect(take(words('final', 'A table.', 0, 900), { type: 'flushed' })).toEqual([]);
  // The words of the next utterance are reported.
  expect(take(words('partial', 'for', 3_000, 3_200))).toEqual(['partial: for']);
  finish(4_000);
  expect(take(words('final', 'for four', 3_000, 3_900), { type: 'flushed' })).toEqual(['final: for four']);
});

test('keeps words that arrive after the wait when there were none before', () => {
  const { take, finish, conclude } = assembling();
  finish(1_000);
  expect(conclude()).toEqual(['final: ']);
  expect(take(words('final', 'A table.', 0, 900), { type: 'flushed' })).toEqual(['final: A table.']);
});

test('waits for nothing after the service has ended the turn before', () => {
  const { take, finish } = assembling(true);
  take(words('final', 'A table.', 0, 900));
  expect(take({ type: 'flushed' }, { type: 'turn-ended', atMs: 900 })).toEqual(['turn-ended']);
  expect(finish(1_000)).toEqual(['final: ']);
});
