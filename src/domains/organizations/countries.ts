import { createRequire } from 'node:module';
import { countryCandidates } from '../../platform/kernel/index.ts';

const require = createRequire(import.meta.url);
let countries: Set<string> | undefined;

/** Whether this is the ISO 3166 alpha-2 code, in capitals, of a country with telephone numbers. */
export function isCountry(code: string): boolean {
  // Loaded by the first code that is checked, as the kernel does with the same library: it is large.
  countries ??= new Set(
    (require('libphonenumber-js/max') as typeof import('libphonenumber-js/max')).getCountries(),
  );
  return countries.has(code);
}

/**
 * Where an organization's calls may go: the countries it has set, else those of its own numbers, sorted. A number
 * whose country cannot be told counts for the main country of its calling code, and for none where the code
 * belongs to no country.
 */
export function effectiveCountries(
  allowedCountries: readonly string[] | null,
  ownNumbers: readonly string[],
): string[] {
  const allowed = allowedCountries ?? ownNumbers.flatMap((number) => countryCandidates(number).slice(0, 1));
  return [...new Set(allowed)].sort();
}
