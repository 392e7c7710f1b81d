import { expect, it } from 'vitest';
import type { LanguageModel, ModelPart, ModelRequest } from '../interfaces/index.ts';
import { hedgedModel } from './hedged-model.ts';
import { meteredModel } from './metered.ts';
import { ProviderError } from './provider-error.ts';
import { ResponseTimes } from './response-times.ts';
import { UsageMeter } from './usage-meter.ts';

const request: ModelRequest = {
  model: null,
  messages: [{ role: 'user', content: 'x'.repeat(36), input: 'speech' }],
  tools: [],
  language: 'en',
  temperature: null,
  outputTokensMax: null,
  responseSchema: null,
  state: null,
};
/** The tokens of the message's 36 characters in JSON, at four a token. */
const promptTokens = 10;
const words = (text: string): ModelPart => ({ type: 'text-delta', text });
const finish = (usage: object): ModelPart => ({ type: 'finish', reason: 'stop', usage, state: null });

/**
 * Returns a model with these parts. It fails at a part that is an Error, and hangs after the last one until it is
 * cancelled.
 */
function modelOf(name: string, parts: readonly (ModelPart | Error)[]): LanguageModel {
  return {
    name,
    model: 'small',
    async *answer(_, options) {
      for (const part of parts) {
        if (part instanceof Error) throw part;
        yield part;
        if (part.type === 'finish') return;
      }
      const called = options?.signal;
      await new Promise((_resolve, reject) => {
        if (called?.aborted) reject(called.reason);
        called?.addEventListener('abort', () => reject(called.reason));
      });
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const used = (more: object) => [{ kind: 'language-model', provider: 'a', model: 'small', ...more }];

/** Returns the counted usage of an answer that is cancelled after `take` parts. */
async function counted(
  parts: readonly (ModelPart | Error)[],
  take: number,
  more: Partial<ModelRequest> = {},
) {
  const meter = new UsageMeter();
  const model = meteredModel(modelOf('a', parts), meter);
  const abort = new AbortController();
  let read = 0;
  try {
    const answer = model.answer({ ...request, ...more }, { signal: abort.signal })[Symbol.asyncIterator]();
    for (let next = answer.next(); ; next = answer.next()) {
      if (read === take) abort.abort(new Error('the caller interrupts'));
      if ((await next).done) break;
      read++;
    }
  } catch {
    // The error itself is irrelevant.
  }
  return meter.sums();
}

it('counts the reported usage for the requested model', async () => {
  const reported = [words('Yes.'), finish({ inputTokens: 20, outputTokens: 3 })];
  expect(await counted(reported, 9)).toEqual(used({ inputTokens: 20, outputTokens: 3 }));
  expect(await counted(reported, 9, { model: 'large' })).toEqual(
    used({ model: 'large', inputTokens: 20, outputTokens: 3 }),
  );
});

it('estimates the usage of an interrupted answer, or without a report', async () => {
  const estimated = { inputTokens: promptTokens, estimated: true };
  expect(await counted([words('12345678')], 1)).toEqual(used({ ...estimated, outputTokens: 2 }));
  expect(await counted([], 0)).toEqual(used({ ...estimated, outputTokens: 0 }));
  expect(await counted([words('1234'), finish({})], 9)).toEqual(used({ ...estimated, outputTokens: 1 }));
  expect(await counted([words('1234'), new Error('broken')], 9)).toEqual(
    used({ ...estimated, outputTokens: 1 }),
  );
});

it('counts nothing for a rejected request', async () => {
  const refusal = new ProviderError('a', 'no such key', { retryable: false });
  expect(await counted([refusal], 9)).toEqual([]);
});

it('counts two models asked at once under their own names', async () => {
  const meter = new UsageMeter();
  const times = new ResponseTimes();
  for (let n = 0; n < 20; n++) times.add(1);
  const answered = [words('Yes.'), finish({ inputTokens: 20, outputTokens: 3 })];
  const model = hedgedModel(
    meteredModel(modelOf('a', []), meter),
    meteredModel(modelOf('b', answered), meter),
    times,
  );
  for await (const _ of model.answer(request, {})) {
    // Reads to the end.
  }
  expect(meter.sums()).toEqual(
    expect.arrayContaining([
      ...used({ inputTokens: promptTokens, outputTokens: 0, estimated: true }),
      { kind: 'language-model', provider: 'b', model: 'small', inputTokens: 20, outputTokens: 3 },
    ]),
  );
});
