import { createRequire } from 'node:module';
import { countryCandidates } from '../../platform/kernel/index.ts';

const require = createRequire(import.meta.url);
let countries: Set<string> | undefined;

/** Returns whether this is the ISO 3166 alpha-2 code (capitals) of a country with telephone numbers. */
export function isCountry(code: string): boolean {
  // Loaded on first use, like in the kernel, because the library is large.
  countries ??= new Set(
    (require('libphonenumber-js/max') as typeof import('libphonenumber-js/max')).getCountries(),
  );
  return countries.has(code);
}

/**
 * Returns the countries an organization may call: the configured ones, else those of its own numbers, sorted. A number
 * without a known country counts for the main country of its calling code, if there is one.
 */
export function effectiveCountries(
  allowedCountries: readonly string[] | null,
  ownNumbers: readonly string[],
): string[] {
  const allowed = allowedCountries ?? ownNumbers.flatMap((number) => countryCandidates(number).slice(0, 1));
  return [...new Set(allowed)].sort();
}
