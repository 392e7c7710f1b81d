import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** The most fallbacks of a model, a voice or a transcriber. */
export const fallbacksMax = 5;

/** The fallbacks of a provider. `fallback` is the first of them, for clients and programs that know only one. */
interface Fallbacks {
  fallback: unknown;
  fallbacks: readonly unknown[];
}

/** Returns the fields of a provider with its fallbacks. */
export function fallbackFields<Fallback extends z.ZodType>(fallback: Fallback, kind: string) {
  return {
    fallback: fallback
      .nullable()
      .default(null)
      .describe('The first of `fallbacks`, for clients that know only one')
      .meta({ deprecated: true }),
    fallbacks: z
      .array(fallback)
      .max(fallbacksMax)
      .default([])
      .describe(`The ${kind}s to use when the provider fails, in order, at most ${fallbacksMax}`),
  };
}

/** Makes both fields say the same, whichever of them was given. */
export function inAgreement<Provider extends object>(provider: Provider): Provider {
  const { fallback = null, fallbacks = [] } = provider as Partial<Fallbacks>;
  if (fallbacks.length > 0) return { ...provider, fallback: fallbacks[0] };
  return fallback === null ? provider : { ...provider, fallbacks: [fallback] };
}

/** Refuses a provider whose `fallback` is given and is not the first of its `fallbacks`. */
export function withAgreement<Provider extends z.ZodType>(schema: Provider) {
  return z.preprocess((given, context) => {
    const { fallback, fallbacks } = (given ?? {}) as Partial<Fallbacks>;
    if (fallback === undefined || !Array.isArray(fallbacks)) return given;
    if (isDeepStrictEqual(fallback, fallbacks[0] ?? null)) return given;
    const message = 'must be left out, or the same as the first of `fallbacks`';
    context.addIssue({ code: 'custom', path: ['fallback'], message });
    return given;
  }, schema);
}

/**
 * Returns the stored settings of a provider with its list of fallbacks, and `null` for none. Versions from before there
 * were lists have only `fallback`.
 */
export function withFallbacks<Provider extends object | null>(provider: Provider): Provider {
  if (provider === null || !('fallback' in provider) || 'fallbacks' in provider) return provider;
  const { fallback } = provider;
  return { ...provider, fallbacks: fallback === null || fallback === undefined ? [] : [fallback] };
}
