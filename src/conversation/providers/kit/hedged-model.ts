import type { LanguageModel } from '../interfaces/index.ts';
import { hedged } from './hedged.ts';
import type { ResponseTimes } from './response-times.ts';

/**
 * Returns a model that asks `second` too when `first` has not started to answer in its usual time. Both must be
 * stateless. Its disposal disposes of `first` alone.
 */
export function hedgedModel(
  first: LanguageModel,
  second: LanguageModel,
  times: ResponseTimes,
): LanguageModel {
  return {
    name: first.name,
    ...(first.model === undefined ? {} : { model: first.model }),
    answer: (request, options) =>
      hedged(
        (signal) => first.answer(request, { signal }),
        // The configured model id belongs to the first provider.
        (signal) => second.answer({ ...request, model: null }, { signal }),
        { patienceMs: times.patienceMs, signal: options?.signal, onTook: (ms) => times.add(ms) },
      ),
    [Symbol.asyncDispose]: () => first[Symbol.asyncDispose](),
  };
}
