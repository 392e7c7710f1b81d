import type { CountryCode } from 'libphonenumber-js/max';
import { phoneLibrary } from './metadata.ts';

/** An E.164 number as the library parses it. */
interface ParsedNumber {
  /** ISO 3166 alpha-2, or `null` when it is ambiguous. */
  country: string | null;
  /** The library's name of the type, or `null` when the numbering plan does not know the number. */
  type: string | null;
  /** The number without a trunk prefix behind its calling code. */
  canonical: string | null;
}

/** The last parsed numbers: one check of a number asks several questions. */
const known = new Map<string, ParsedNumber>();
const knownMax = 256;

/** Parses an E.164 number. Recent numbers are cached. */
export function parseE164(e164: string): ParsedNumber {
  const before = known.get(e164);
  if (before) return before;
  const parsed = phoneLibrary().parsePhoneNumberFromString(e164, { extract: false });
  const read = {
    country: parsed?.country ?? null,
    type: parsed?.getType() ?? null,
    canonical: parsed?.number ?? null,
  };
  const [oldest] = known.keys();
  if (known.size >= knownMax && oldest !== undefined) known.delete(oldest);
  known.set(e164, read);
  return read;
}

/** Returns whether the numbering plan of a country (ISO 3166-1 alpha-2) that shares the calling code holds the number. */
export function isHeldBy(e164: string, country: string): boolean {
  const parsed = phoneLibrary().parsePhoneNumberFromString(e164, { extract: false });
  if (!parsed) return false;
  parsed.country = country as CountryCode;
  return parsed.isValid();
}

/** Returns an E.164 number without a trunk prefix behind its calling code: `+442079460018` for `+4402079460018`. */
export function withoutTrunkPrefix(e164: string): string {
  return parseE164(e164).canonical ?? e164;
}
