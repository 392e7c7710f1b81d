import { createRequire } from 'node:module';
import type { MetadataJson } from 'libphonenumber-js/max';

type Library = typeof import('libphonenumber-js/max');

const require = createRequire(import.meta.url);
let library: Library | undefined;
let plans: Map<string, readonly string[]> | undefined;

/**
 * Returns the phone number library with its full metadata. It is loaded with the first number, because it takes 20 ms
 * and 15 MB, which processes and threads without phone numbers save.
 */
export function phoneLibrary(): Library {
  library ??= require('libphonenumber-js/max') as Library;
  return library;
}

/**
 * Returns the calling code with which E.164 `digits` (without the plus) begin, and the countries that share it (ISO
 * 3166 alpha-2, main one first). A code such as +800 has no countries. Returns undefined when no such code is assigned.
 * No calling code is the prefix of another (ITU-T E.164 §6.1), so the first match is right.
 */
export function splitCallingCode(
  digits: string,
): { callingCode: string; countries: readonly string[]; national: string } | undefined {
  plans ??= loadPlans();
  for (let length = 1; length <= 3; length++) {
    const callingCode = digits.slice(0, length);
    const countries = plans.get(callingCode);
    if (countries) return { callingCode, countries, national: digits.slice(length) };
  }
  return undefined;
}

function loadPlans(): Map<string, readonly string[]> {
  const metadata = require('libphonenumber-js/max/metadata') as MetadataJson;
  const countries = Object.entries(metadata.country_calling_codes).map(
    ([code, list]) => [code, list as readonly string[]] as const,
  );
  const international = Object.keys(metadata.nonGeographic).map((code) => [code, []] as const);
  return new Map<string, readonly string[]>([...countries, ...international]);
}
