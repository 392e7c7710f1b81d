import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TranscriptEvent } from '../interfaces/index.ts';
import {
  type CarriedProtocol,
  type ClientMessage,
  LiveTranscription,
  type Statement,
  type TransportHandlers,
  UtteranceAssembler,
} from './index.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a stream of a service that the test plays. */
function listening(more: Partial<CarriedProtocol> = {}, { answersAtOnce = false } = {}) {
  let handlers: TransportHandlers;
  const protocol: CarriedProtocol = {
    ...{ provider: 'played', secrets: [], finalizeMessage: 'finalize', finalizeTimeoutMs: 1_000 },
    ...{ configureMessage: null, keepAlive: null, closeMessage: null, failureIn: () => null },
    open: (given) => {
      handlers = given;
      const send = (message: ClientMessage) => {
        if (answersAtOnce && message === 'finalize') given.onMessage({ statements: [], isAnswer: true });
      };
      return { send, close: () => undefined };
    },
    createAssembler: (clock) =>
      new UtteranceAssembler(({ statements, isAnswer }) => [
        ...(statements as Statement[]),
        ...(isAnswer === true ? [{ type: 'flushed', sentMs: clock.answeredRequest() } as const] : []),
      ]),
    ...more,
  };
  const options = { sampleRateHz: 8_000, language: 'en', phrases: () => [], keyTerms: [] };
  const stream = new LiveTranscription(
    protocol,
    { ...options, signal: new AbortController().signal },
    undefined,
  );
  const events: string[] = [];
  void (async () => {
    for await (const event of stream) events.push(textOf(event));
  })();
  let atMs = 0;
  return {
    speaks() {
      stream.write(new Int16Array(8_000), atMs);
      atMs += 1_000;
      stream.finish(atMs);
    },
    says: (statements: Statement[], isAnswer = false) => handlers.onMessage({ statements, isAnswer }),
    /** Returns the events after some time. */
    async after(ms: number): Promise<string[]> {
      await vi.advanceTimersByTimeAsync(ms);
      return events.splice(0);
    },
  };
}
const textOf = (event: TranscriptEvent) => ('text' in event ? `${event.type}: ${event.text}` : event.type);
const words = (type: 'partial' | 'final', text: string, startMs: number, endMs: number) =>
  ({ type, text, startMs, endMs, confidence: null }) as const;

test('reports no empty result when a service that answers every request is silent', async () => {
  const { speaks, says, after } = listening({ answersFinalize: true });
  speaks();
  says([]);
  expect(await after(10_000)).toEqual([]);
  says([], true);
  expect(await after(0)).toEqual(['final: ']);
});

test('reports no empty result when a service that reports on all audio has sent nothing', async () => {
  const { speaks, says, after } = listening({ reportsAudio: true });
  speaks();
  says([]);
  expect(await after(1_000)).toEqual(['final: ']);
  speaks();
  expect(await after(10_000)).toEqual([]);
});

test('reports no empty result when any service has sent nothing for three utterances', async () => {
  const { speaks, says, after } = listening();
  for (let n = 0; n < 2; n++) {
    speaks();
    expect(await after(1_000)).toEqual(['final: ']);
  }
  speaks();
  expect(await after(10_000)).toEqual([]);
  says([words('final', 'three', 2_000, 2_900)], true);
  // The answer may be that to the first utterance.
  expect(await after(0)).toEqual([]);
  expect(await after(1_000)).toEqual(['final: three']);
  speaks();
  expect(await after(1_000)).toEqual(['final: ']);
});

test('waits for nothing after an answer that comes at once', async () => {
  const { speaks, after } = listening({ answersFinalize: true }, { answersAtOnce: true });
  speaks();
  expect(await after(0)).toEqual(['final: ']);
  expect(vi.getTimerCount()).toBe(0);
});

test('reports an empty result when a service without words for it is alive', async () => {
  const { speaks, says, after } = listening();
  for (let n = 0; n < 3; n++) {
    speaks();
    says([]);
    expect(await after(1_000)).toEqual(['final: ']);
  }
});

test('takes the words so far when the answer is late, and the answer for what it is', async () => {
  const { speaks, says, after } = listening({ answersFinalize: true });
  says([words('partial', 'one', 0, 500)]);
  speaks();
  expect(await after(1_000)).toEqual(['partial: one', 'final: one']);
  says([words('partial', 'two', 1_000, 1_100)]);
  speaks();
  says([words('final', 'one', 0, 500)], true);
  expect(await after(0)).toEqual(['partial: two']);
  says([words('final', 'two, please', 1_000, 1_900)], true);
  expect(await after(0)).toEqual(['final: two, please']);
});
