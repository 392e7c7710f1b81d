import { createRequire } from 'node:module';
import type { MetadataJson } from 'libphonenumber-js/max';

type Library = typeof import('libphonenumber-js/max');

const require = createRequire(import.meta.url);
let library: Library | undefined;
let plans: Map<string, readonly string[]> | undefined;

/**
 * The phone number library with its full metadata. It is loaded by the first number that needs it: it takes some
 * 20 ms and 15 MB, which a process or worker thread that never sees a phone number does not pay.
 */
export function phoneLibrary(): Library {
  library ??= require('libphonenumber-js/max') as Library;
  return library;
}

/**
 * The calling code that E.164 `digits` (without the plus) begin with, and the countries (ISO 3166 alpha-2, the
 * main one first) that share it: none for a code that belongs to no country, such as +800. Undefined when no such
 * code is assigned. No calling code is the beginning of another (ITU-T E.164 §6.1), so the first match is it.
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
