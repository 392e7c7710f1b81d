import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LanguageModel, ModelPart, ModelRequest, ProviderFailure } from '../interfaces/index.ts';
import type { HeldAnswers } from './held-answers.ts';
import {
  bookTable,
  endCall,
  type ModelScenario,
  modelScenarios,
  moodSchema,
} from './language-model-scenarios.ts';

/** A language model with a server that replays the vendor's fixtures. */
interface LanguageModelSubject {
  create(): LanguageModel | Promise<LanguageModel>;
  /** A text that must not appear in errors. */
  apiKey: string;
  /** Features that the vendor's protocol lacks, which the suite does not expect. */
  lacks?: readonly ('cached tokens' | 'refusals')[];
  server: {
    held: HeldAnswers;
    /** Sets the scenario of the next answers. */
    answerWith(scenario: ModelScenario): void;
    /** Makes the next answer a failure in the vendor's format, with `words` in it. */
    failWith(status: number, words: string): void;
  };
}

const plain: ModelRequest = {
  model: null,
  messages: [
    { role: 'system', content: 'You are kind.' },
    { role: 'user', content: 'Hello', input: 'speech' },
  ],
  tools: [],
  language: 'de',
  temperature: null,
  outputTokensMax: null,
  responseSchema: null,
  state: null,
};

/** Defines the tests of the interface `LanguageModel` for one provider. */
export function describeLanguageModel(name: string, subject: LanguageModelSubject): void {
  describe(`${name} as language model`, () => {
    const { server, lacks = [] } = subject;
    let model: LanguageModel;

    beforeAll(async () => {
      model = await subject.create();
    });
    afterAll(() => model[Symbol.asyncDispose]());

    const answer = async (
      scenario: ModelScenario,
      more: Partial<ModelRequest> = {},
      signal?: AbortSignal,
    ) => {
      server.answerWith(scenario);
      const parts: ModelPart[] = [];
      const options = signal ? { signal } : {};
      for await (const part of model.answer({ ...plain, ...more }, options)) parts.push(part);
      const text = parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
      const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
      return { parts, text, calls, last: parts.at(-1) };
    };
    const failureOf = (work: Promise<unknown>): Promise<ProviderFailure> =>
      work.then(
        () => expect.fail('it was answered'),
        (error) => error,
      );

    test('has a name', () => expect(model.name).toMatch(/^[a-z0-9-]+$/));

    test('streams text, and ends with the usage', async () => {
      const { parts, text, last } = await answer('text');
      expect(text).toBe(modelScenarios.text);
      expect(parts.length).toBeGreaterThan(3);
      expect(parts.filter((part) => part.type === 'finish')).toEqual([last]);
      // Cached tokens are not contained in the other counts.
      const usage = lacks.includes('cached tokens')
        ? { inputTokens: 25, outputTokens: 9 }
        : { inputTokens: 20, cachedInputTokens: 5, outputTokens: 9 };
      expect(last).toMatchObject({ reason: 'stop', usage });
      for (const part of parts) if (part.type === 'text-delta') expect(part.text).not.toBe('');
    });

    test('emits the first words before the answer is complete', async () => {
      const held = server.held.holdNext();
      server.answerWith('text');
      let text = '';
      for await (const part of model.answer(plain)) {
        if (part.type !== 'text-delta') continue;
        if (text === '') held.release();
        text += part.text;
      }
      expect(text).toBe(modelScenarios.text);
    });

    test('emits a complete tool call after the text before it', async () => {
      const { parts, text, calls, last } = await answer('toolCall', { tools: [bookTable, endCall] });
      const expected = modelScenarios.toolCall;
      expect(text).toBe(expected.text);
      expect(calls).toEqual([
        { id: expect.stringMatching(/./), name: expected.name, arguments: expected.arguments },
      ]);
      expect(last).toMatchObject({ type: 'finish', reason: 'tool-calls' });
      expect(parts.findLastIndex((part) => part.type === 'text-delta')).toBeLessThan(
        parts.findIndex((part) => part.type === 'tool-call'),
      );
    });

    test('keeps the order of several calls, with unique ids', async () => {
      const { calls } = await answer('twoToolCalls', { tools: [bookTable, endCall] });
      expect(calls.map(({ name, arguments: args }) => ({ name, arguments: args }))).toEqual(
        modelScenarios.twoToolCalls,
      );
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    });

    test('sends tool results with the conversation', async () => {
      const { calls } = await answer('toolCall', { tools: [bookTable] });
      const messages: ModelRequest['messages'] = [
        ...plain.messages,
        { role: 'bot', content: 'One moment.', toolCalls: calls },
        { role: 'tool', toolCallId: calls[0]!.id, name: 'book_table', content: '{"booked":true}' },
      ];
      expect((await answer('text', { messages, tools: [bookTable] })).text).toBe(modelScenarios.text);
    });

    test('returns JSON for a schema', async () => {
      const { text, last } = await answer('json', { responseSchema: moodSchema });
      expect(JSON.parse(text)).toEqual(modelScenarios.json);
      expect(last).toMatchObject({ type: 'finish', reason: 'stop' });
    });

    const endings = lacks.includes('refusals') ? (['length'] as const) : (['length', 'refused'] as const);
    test.each(endings)('reports the finish reason %s', async (scenario) => {
      const { text, last } = await answer(scenario);
      expect(text).toBe(modelScenarios[scenario]);
      expect(last).toMatchObject({ type: 'finish', reason: scenario });
    });

    test('calls at the same time do not affect each other', async () => {
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => answer('text')));
      for (const { text } of answers) expect(text).toBe(modelScenarios.text);
    });

    test('an aborted signal ends it with the reason, before and in mid-answer', async () => {
      const reason = new Error('the caller has hung up');
      expect(await failureOf(answer('text', {}, AbortSignal.abort(reason)))).toBe(reason);
      const controller = new AbortController();
      const held = server.held.holdNext();
      server.answerWith('text');
      const reading = (async () => {
        for await (const _ of model.answer(plain, { signal: controller.signal })) controller.abort(reason);
      })();
      expect(await failureOf(reading)).toBe(reason);
      await held.abandoned;
    });

    test('a reader that stops early ends the work at the provider', async () => {
      const held = server.held.holdNext();
      server.answerWith('text');
      for await (const _ of model.answer(plain)) break;
      await held.abandoned;
      expect((await answer('text')).text).toBe(modelScenarios.text);
    });

    test('makes a broken answer retryable', async () => {
      server.held.breakNext();
      const failure = await failureOf(answer('text'));
      expect(failure).toMatchObject({ provider: model.name, retryable: true });
      expect((await answer('text')).text).toBe(modelScenarios.text);
    });

    test.each([
      [400, false],
      [401, false],
      [404, false],
      [429, true],
      [500, true],
      [529, true],
    ])('status %d: retryable %s, in words and without the key', async (status, retryable) => {
      server.failWith(status, `No, not with ${subject.apiKey}`);
      const failure = await failureOf(
        (async () => {
          for await (const _ of model.answer(plain)) expect.fail('it was answered');
        })(),
      );
      expect(failure).toMatchObject({ provider: model.name, status, retryable });
      expect(failure.message).toContain('No, not with [redacted]');
    });
  });
}
