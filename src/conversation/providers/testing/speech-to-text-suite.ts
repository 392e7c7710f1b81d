import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ListenOptions, ProviderFailure, SpeechToText, TranscriptEvent } from '../interfaces/index.ts';

/** A transcriber with a server whose results the test sets. */
interface SpeechToTextSubject {
  create(): SpeechToText | Promise<SpeechToText>;
  /** A text that must not appear in errors. */
  apiKey: string;
  /** The server needs silence after the speech to end a turn, as the service does. */
  needsSilence?: boolean;
  server: {
    /** Sets the result of the next utterance; `null` for none. */
    hearNext(text: string | null): void;
    /** Sets the words of the next turn before and after its pause. Only for providers that report likely ends of turns. */
    hearTurn?(before: string, after: string): void;
    /** Breaks further streams at their first audio or at `finish`. */
    breakAll(): void;
    /** Rejects further streams with an HTTP status; the response may contain `words`. */
    refuseAll(status: number, words: string): void;
    /** Accepts further streams. */
    serveAll(): void;
  };
}

const sampleRateHz = 16_000;
const piece = Int16Array.from({ length: sampleRateHz / 50 }, (_, n) => 5_000 * Math.sin(n / 5));
const silence = new Int16Array(piece.length);
/** The silence after an utterance. */
const silenceMs = 600;

/** Defines the tests of the interface `SpeechToText` for one provider. */
export function describeSpeechToText(name: string, subject: SpeechToTextSubject): void {
  describe(`${name} as speech-to-text`, () => {
    const { server } = subject;
    let provider: SpeechToText;

    beforeAll(async () => {
      provider = await subject.create();
    });
    afterAll(() => provider[Symbol.asyncDispose]());
    afterEach(() => server.serveAll());

    const listen = (more: Partial<ListenOptions> = {}) =>
      provider.listen({
        sampleRateHz,
        language: 'en-US',
        phrases: () => ['Yes please', 'No thank you'],
        keyTerms: ['Kowalczyk'],
        signal: new AbortController().signal,
        ...more,
      });
    type Stream = ReturnType<typeof listen>;
    const write = (stream: Stream, pcm: Int16Array, fromMs: number, toMs: number) => {
      for (let atMs = fromMs; atMs < toMs; atMs += 20) stream.write(pcm, atMs);
    };
    /** Writes speech between two positions, and finishes it. */
    const say = (stream: Stream, fromMs: number, toMs: number) => {
      write(stream, piece, fromMs, toMs);
      stream.finish(toMs);
      if (subject.needsSilence) write(stream, silence, toMs, toMs + silenceMs);
    };
    const nextFinal = async (events: AsyncIterator<TranscriptEvent>) => {
      for (;;) {
        const { value, done } = await events.next();
        if (done) return expect.fail('the stream has ended');
        if (value.type === 'final') return value;
      }
    };
    const failureOf = (events: AsyncIterator<TranscriptEvent>): Promise<ProviderFailure> =>
      nextFinal(events).then(
        () => expect.fail('it was understood'),
        (error) => error,
      );

    test('has a name', () => expect(provider.name).toMatch(/^[a-z0-9-]+$/));

    test('emits a final result at its position on the audio clock', async () => {
      server.hearNext('I would like a table for four.');
      const stream = listen();
      say(stream, 5_000, 7_000);
      const final = await nextFinal(stream[Symbol.asyncIterator]());
      expect(final.text).toBe('I would like a table for four.');
      expect(final.startMs).toBeGreaterThanOrEqual(5_000);
      expect(final.startMs).toBeLessThan(6_500);
      expect(final.endMs).toBe(7_000);
      stream.close();
    });

    test('emits one final result for each utterance, even without words, at positions that pauses do not shift', async () => {
      const stream = listen();
      const events = stream[Symbol.asyncIterator]();
      for (const [text, fromMs] of [
        ['One.', 1_000],
        [null, 10_000],
        ['Three.', 60_000],
      ] as const) {
        server.hearNext(text);
        say(stream, fromMs, fromMs + 1_000);
        const final = await nextFinal(events);
        expect(final.text).toBe(text ?? '');
        expect(final.startMs).toBeGreaterThanOrEqual(fromMs);
        expect(final.endMs).toBe(fromMs + 1_000);
      }
      stream.close();
      await expect(nextFinal(events)).rejects.toThrow('the stream has ended');
    });

    const ending =
      'ends an utterance where it was finished, although audio of the next follows before its words';
    // A service that ends turns itself reports times.
    if (!subject.needsSilence)
      test(ending, async () => {
        const stream = listen();
        const events = stream[Symbol.asyncIterator]();
        server.hearNext('One.');
        say(stream, 1_000, 2_000);
        write(stream, piece, 2_000, 3_000);
        expect(await nextFinal(events)).toMatchObject({ text: 'One.', endMs: 2_000 });
        server.hearNext('Two.');
        say(stream, 3_000, 3_500);
        const second = await nextFinal(events);
        expect(second).toMatchObject({ text: 'Two.', endMs: 3_500 });
        expect(second.startMs).toBeGreaterThanOrEqual(2_000);
        stream.close();
      });

    test('emits an empty final result for finished silence', async () => {
      const stream = listen();
      stream.finish(500);
      expect(await nextFinal(stream[Symbol.asyncIterator]())).toMatchObject({ text: '', confidence: null });
      stream.close();
    });

    test('keeps concurrent streams separate', async () => {
      const streams = [listen(), listen(), listen()];
      for (const [n, stream] of streams.entries()) {
        server.hearNext(`Number ${n}`);
        say(stream, 0, 500);
        expect((await nextFinal(stream[Symbol.asyncIterator]())).text).toBe(`Number ${n}`);
      }
      for (const stream of streams) stream.close();
    });

    test("ends with the signal's reason, before and while listening", async () => {
      const reason = new Error('the caller has hung up');
      const late = listen({ signal: AbortSignal.abort(reason) });
      late.write(piece, 0);
      expect(await failureOf(late[Symbol.asyncIterator]())).toBe(reason);
      const controller = new AbortController();
      const stream = listen({ signal: controller.signal });
      stream.write(piece, 0);
      const ended = failureOf(stream[Symbol.asyncIterator]());
      setImmediate(() => controller.abort(reason));
      expect(await ended).toBe(reason);
    });

    test('yields nothing after close, and ignores further audio', async () => {
      const stream = listen();
      stream.write(piece, 0);
      stream.close();
      stream.write(piece, 20);
      stream.finish(40);
      stream.close();
      expect(await stream[Symbol.asyncIterator]().next()).toEqual({ value: undefined, done: true });
    });

    test('makes a broken connection retryable', async () => {
      server.breakAll();
      const stream = listen();
      say(stream, 0, 1_000);
      expect(await failureOf(stream[Symbol.asyncIterator]())).toMatchObject({
        provider: provider.name,
        retryable: true,
      });
    });

    test.each([
      [401, false],
      [400, false],
      [429, true],
      [503, true],
    ])('a refusal with status %d: retryable %s, without the key', async (status, retryable) => {
      server.refuseAll(status, `No, not with ${subject.apiKey}`);
      const stream = listen();
      say(stream, 0, 1_000);
      const failure = await failureOf(stream[Symbol.asyncIterator]());
      expect(failure).toMatchObject({ provider: provider.name, status, retryable });
      expect(failure.message).not.toContain(subject.apiKey);
    });

    test('reports the received audio as usage', async () => {
      let audioMs = 0;
      const stream = listen({
        onUsage: (usage) => {
          audioMs += usage.audioMs ?? 0;
        },
      });
      server.hearNext('Yes please');
      say(stream, 0, 2_000);
      await nextFinal(stream[Symbol.asyncIterator]());
      stream.close();
      expect(audioMs).toBe(2_000 + (subject.needsSilence ? silenceMs : 0));
    });

    if (!server.hearTurn) return;
    test('reports likely ends, resumptions and ends of turns after their words', async () => {
      server.hearTurn?.('I would like', 'a table for four.');
      const stream = listen();
      write(stream, piece, 0, 1_000);
      write(stream, silence, 1_000, 1_200);
      stream.finish(1_000);
      write(stream, piece, 1_200, 2_000);
      stream.finish(2_000);
      write(stream, silence, 2_000, 2_000 + silenceMs);
      const seen: TranscriptEvent[] = [];
      for await (const event of stream) if (seen.push(event) && event.type === 'turn-ended') break;
      stream.close();
      const finals = seen.filter((event) => event.type === 'final');
      expect(finals.map(({ text }) => text).join(' ')).toBe('I would like a table for four.');
      expect(finals.at(-1)?.endMs).toBeGreaterThanOrEqual(2_000);
      const turns = seen.map(({ type }) => type).filter((type) => type.startsWith('turn-'));
      expect(turns).toEqual(['turn-likely', 'turn-resumed', 'turn-likely', 'turn-ended']);
      const before = seen.slice(
        0,
        seen.findIndex(({ type }) => type === 'turn-likely'),
      );
      expect(before.at(-1)).toMatchObject({ text: 'I would like' });
    });
  });
}
