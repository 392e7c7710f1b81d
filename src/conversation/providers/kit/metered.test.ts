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
/** The 36 characters of the message in JSON, at four a token. */
const promptTokens = 10;
const words = (text: string): ModelPart => ({ type: 'text-delta', text });
const finish = (usage: object): ModelPart => ({ type: 'finish', reason: 'stop', usage, state: null });

/** A model that gives its parts; where one is an Error it fails, and after the last it hangs until it is called off. */
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

/** What is counted for an answer of which `take` parts are read, and which is then called off. */
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
    // What it failed with is the model's matter.
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
    // Read to its end.
  }
  expect(meter.sums()).toEqual(
    expect.arrayContaining([
      ...used({ inputTokens: promptTokens, outputTokens: 0, estimated: true }),
      { kind: 'language-model', provider: 'b', model: 'small', inputTokens: 20, outputTokens: 3 },
    ]),
  );
});
