import type { LanguageModel } from '../interfaces/index.ts';
import { hedged } from './hedged.ts';
import type { ResponseTimes } from './response-times.ts';

/**
 * A model that asks `second` too when `first` has not begun to answer in its usual time. Both are to be of the kind
 * that leaves no state. Disposing of it disposes of `first` alone.
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
        // The model's id is one of the first provider's.
        (signal) => second.answer({ ...request, model: null }, { signal }),
        { patienceMs: times.patienceMs, signal: options?.signal, onTook: (ms) => times.add(ms) },
      ),
    [Symbol.asyncDispose]: () => first[Symbol.asyncDispose](),
  };
}
