import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type {
  CallerEvent,
  ProviderFailure,
  ProviderUsage,
  SpeechToSpeech,
  SpeechToSpeechOptions,
  SpeechToSpeechSession,
  SpeechToSpeechUse,
  SpokenPart,
} from '../interfaces/index.ts';
import type { HeldAnswers } from './held-answers.ts';
import { msPerCharacter } from './voice-audio.ts';

/** A speech-to-speech provider with a server that plays the vendor's service. */
interface SpeechToSpeechSubject {
  create(): SpeechToSpeech | Promise<SpeechToSpeech>;
  /** A text that must not appear in errors. */
  apiKey: string;
  /** The model transcribes the caller itself, and bills it with the answer. */
  transcribesItself?: boolean;
  server: {
    held: HeldAnswers;
    answerNext(...answers: { text?: string; calls?: readonly { name: string; arguments: object }[] }[]): void;
    hearNext(...texts: (string | null)[]): void;
    breakAll(): void;
    /** After the first part of its next answer, the connection sends nothing, whatever it receives. */
    stallNext(): void;
    refuseAll(status: number): void;
    serveAll(): void;
  };
}

const sampleRateHz = 8_000;
const piece = Int16Array.from({ length: sampleRateHz / 50 }, (_, n) => 5_000 * Math.sin(n / 5));

/** Defines the tests of the interface `SpeechToSpeech` for one provider. */
export function describeSpeechToSpeech(name: string, subject: SpeechToSpeechSubject): void {
  describe(`${name} as speech-to-speech`, () => {
    const { server } = subject;
    let provider: SpeechToSpeech;
    const sessions: SpeechToSpeechSession[] = [];

    beforeAll(async () => {
      provider = await subject.create();
    });
    afterEach(() => {
      for (const session of sessions.splice(0)) session.close();
      server.serveAll();
    });
    afterAll(() => provider[Symbol.asyncDispose]());

    const open = (more: Partial<SpeechToSpeechOptions> = {}) => {
      const session = provider.open({
        sampleRateHz,
        instructions: 'You are kind.',
        language: 'en-US',
        tools: [],
        history: [],
        signal: new AbortController().signal,
        ...more,
      });
      sessions.push(session);
      return session;
    };
    const speakFor = (session: SpeechToSpeechSession, ms: number) => {
      for (let atMs = 0; atMs < ms; atMs += 20) session.write(piece);
      session.finish();
    };
    const signal = new AbortController().signal;
    const respond = (session: SpeechToSpeechSession) => session.respond({ tools: [], signal });
    const whole = async (parts: AsyncIterable<SpokenPart>) => {
      const all: SpokenPart[] = [];
      for await (const part of parts) all.push(part);
      const samples = all.reduce((sum, part) => sum + (part.type === 'audio' ? part.pcm.length : 0), 0);
      const text = all.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
      const calls = all.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
      return { all, text, calls, audioMs: (samples * 1000) / sampleRateHz };
    };
    const failureOf = (work: Promise<unknown>): Promise<ProviderFailure> =>
      work.then(
        () => expect.fail('it went well'),
        (error) => error,
      );

    test('has a name', () => expect(provider.name).toMatch(/^[a-z0-9-]+$/));

    test('streams audio and text, and ends last', async () => {
      server.answerNext({ text: 'Good afternoon, how can I help?' });
      const { all, text, audioMs } = await whole(respond(open()));
      expect(text).toBe('Good afternoon, how can I help?');
      expect(Math.abs(audioMs - text.length * msPerCharacter)).toBeLessThan(20);
      expect(all.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
      const items = new Set(all.flatMap((part) => ('itemId' in part ? [part.itemId] : [])));
      expect(items.size).toBe(1);
    });

    test('emits audio before the answer is complete', async () => {
      const held = server.held.holdNext();
      server.answerNext({ text: 'Good afternoon, how can I help?' });
      let parts = 0;
      for await (const part of respond(open())) {
        if (part.type !== 'finish') parts++;
        held.release();
      }
      expect(parts).toBeGreaterThan(3);
    });

    test('emits a turn of the caller, then its words, even when there are none', async () => {
      server.hearNext('A table for four, please.', '');
      const session = open();
      const events: CallerEvent[] = [];
      speakFor(session, 400);
      speakFor(session, 400);
      for await (const event of session) if (events.push(event) === 4) break;
      const [first, second] = events.filter(({ type }) => type === 'turn');
      expect(events).toContainEqual({
        type: 'heard',
        itemId: first?.itemId,
        text: 'A table for four, please.',
      });
      expect(events).toContainEqual({ type: 'heard', itemId: second?.itemId, text: '' });
      expect(first?.itemId).not.toBe(second?.itemId);
    });

    test('emits complete tool calls, and continues with their results', async () => {
      const args = { guests: 4, name: 'Zoë "Z" O’Neil' };
      server.answerNext(
        {
          text: 'One moment.',
          calls: [
            { name: 'book_table', arguments: args },
            { name: 'end_call', arguments: {} },
          ],
        },
        { text: 'It is booked.' },
      );
      const session = open();
      const { calls, all } = await whole(respond(session));
      expect(calls.map(({ name, arguments: given }) => ({ name, arguments: given }))).toEqual([
        { name: 'book_table', arguments: args },
        { name: 'end_call', arguments: {} },
      ]);
      expect(all.at(-1)).toEqual({ type: 'finish', reason: 'tool-calls' });
      for (const { id, name } of calls)
        session.add({ role: 'tool', toolCallId: id, name, content: '{"ok":true}' });
      expect((await whole(respond(session))).text).toBe('It is booked.');
    });

    test('speaks a text word for word beside a running answer', async () => {
      const held = server.held.holdNext();
      server.answerNext({ text: 'The long answer.' });
      const session = open();
      const answer = whole(respond(session));
      expect((await whole(session.say('One moment, please.', signal))).text).toBe('One moment, please.');
      held.release();
      expect((await answer).text).toBe('The long answer.');
    });

    test('ends the work when the reader stops, or the signal aborts with its reason', async () => {
      const session = open();
      for (const how of ['stops', 'aborts'] as const) {
        const held = server.held.holdNext();
        server.answerNext({ text: 'It was a dark and stormy night.' });
        const controller = new AbortController();
        const reason = new Error('the caller interrupts');
        const reading = (async () => {
          for await (const _ of session.respond({ tools: [], signal: controller.signal })) {
            if (how === 'stops') return;
            controller.abort(reason);
          }
        })();
        if (how === 'aborts') expect(await failureOf(reading)).toBe(reason);
        else await reading;
        await held.abandoned;
      }
      server.answerNext({ text: 'Good day.' });
      expect((await whole(respond(session))).text).toBe('Good day.');
    });

    /** Reads the first part of an answer, and gives up while the service is silent: `return` waits for the next part. */
    const giveUp = async (session: SpeechToSpeechSession) => {
      const parts = respond(session)[Symbol.asyncIterator]();
      await parts.next();
      const late = (async () => {
        for (;;) if ((await parts.next()).done) return;
      })();
      late.catch(() => undefined);
      void parts.return?.().catch(() => undefined);
    };

    test('answers the next request when the reader of a silent answer has given up', async () => {
      const session = open();
      const held = server.held.holdNext();
      server.answerNext({ text: 'It was a dark and stormy night.' }, { text: 'Good day.' });
      await giveUp(session);
      const { text, all } = await whole(respond(session));
      expect([text, all.at(-1)]).toEqual(['Good day.', { type: 'finish', reason: 'stop' }]);
      await held.abandoned;
      server.answerNext({ text: 'Good night.' });
      expect((await whole(respond(session))).text).toBe('Good night.');
    });

    test('fails the session when a service that stalls in mid-answer does not end it', async () => {
      const session = open();
      server.stallNext();
      server.answerNext({ text: 'It was a dark and stormy night.' });
      await giveUp(session);
      const expected = { provider: provider.name, retryable: true };
      expect(await failureOf(whole(respond(session)))).toMatchObject(expected);
      expect(await failureOf(session[Symbol.asyncIterator]().next())).toMatchObject(expected);
      server.answerNext({ text: 'Good day.' });
      expect((await whole(respond(open()))).text).toBe('Good day.');
    });

    test("ends everything with the reason of the session's signal", async () => {
      const reason = new Error('the caller has hung up');
      const late = open({ signal: AbortSignal.abort(reason) });
      late.write(piece);
      expect(await failureOf(late[Symbol.asyncIterator]().next())).toBe(reason);
      const controller = new AbortController();
      const session = open({ signal: controller.signal });
      server.held.holdNext();
      const parts = respond(session)[Symbol.asyncIterator]();
      await parts.next();
      controller.abort(reason);
      expect(await failureOf(session[Symbol.asyncIterator]().next())).toBe(reason);
      expect(await failureOf(whole({ [Symbol.asyncIterator]: () => parts }))).toBe(reason);
    });

    test('yields nothing after close, and ignores further calls', async () => {
      const session = open();
      session.close();
      session.write(piece);
      session.finish();
      session.close();
      expect(await session[Symbol.asyncIterator]().next()).toEqual({ value: undefined, done: true });
      expect(await failureOf(whole(respond(session)))).toMatchObject({ provider: provider.name });
    });

    test('fails the session and its responses when the connection breaks, and allows another', async () => {
      server.breakAll();
      const session = open();
      const expected = { provider: provider.name, retryable: true };
      expect(await failureOf(whole(respond(session)))).toMatchObject(expected);
      expect(await failureOf(session[Symbol.asyncIterator]().next())).toMatchObject(expected);
      server.serveAll();
      expect((await whole(respond(open()))).text).toBe('Fine.');
    });

    test.each([
      [401, false],
      [400, false],
      [429, true],
      [503, true],
    ])('a refusal with status %d: retryable %s, without the key', async (status, retryable) => {
      server.refuseAll(status);
      const failure = await failureOf(whole(respond(open())));
      expect(failure).toMatchObject({ provider: provider.name, status, retryable });
      expect(failure.message).not.toContain(subject.apiKey);
    });

    test('reports the usage of answers and transcriptions', async () => {
      const reported: (ProviderUsage & SpeechToSpeechUse)[] = [];
      server.hearNext('Hello?');
      const session = open({ onUsage: (usage, of) => reported.push({ ...usage, ...of }) });
      speakFor(session, 400);
      for await (const { type } of session) if (type === 'heard') break;
      await whole(respond(session));
      const count = subject.transcribesItself ? 1 : 2;
      await expect.poll(() => reported.length).toBe(count);
      if (count === 2) expect(reported[0]).toMatchObject({ kind: 'speech-to-text', audioMs: 400 });
      expect(reported.at(-1)).toMatchObject({
        kind: 'speech-to-speech',
        inputTokens: 55,
        outputTokens: 30,
        cachedInputTokens: 64,
        inputAudioTokens: 8,
        outputAudioTokens: 91,
        cachedInputAudioTokens: 5,
      });
    });
  });
}
