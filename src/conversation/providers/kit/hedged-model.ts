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
  let answeredBy = first;
  return {
    name: first.name,
    ...(first.model === undefined ? {} : { model: first.model }),
    ...(first.circuit && { circuit: first.circuit }),
    get answeredBy() {
      return answeredBy;
    },
    answer: (request, options) => {
      answeredBy = first;
      return hedged(
        (signal) => first.answer(request, { signal }),
        // The configured model id belongs to the first provider.
        (signal) => second.answer({ ...request, model: null }, { signal }),
        {
          patienceMs: second.circuit?.isOpen ? null : times.patienceMs,
          signal: options?.signal,
          onTook: (ms) => times.add(ms),
          onWon: (isFirst) => {
            answeredBy = isFirst ? first : second;
          },
        },
      );
    },
    [Symbol.asyncDispose]: () => first[Symbol.asyncDispose](),
  };
}
