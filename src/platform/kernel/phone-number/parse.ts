import { phoneLibrary } from './metadata.ts';

/** What the library reads in an E.164 number. */
interface ParsedNumber {
  /** ISO 3166 alpha-2; null when it cannot be told. */
  country: string | null;
  /** As the library names it; null: the numbering plan does not know the number. */
  type: string | null;
  /** The number without a trunk prefix behind its calling code. */
  canonical: string | null;
}

/** The last numbers and what was read in them: one check of a number asks several questions, and each would parse it. */
const known = new Map<string, ParsedNumber>();
const knownMax = 256;

/** Reads an E.164 number. Where equal numbers are asked about one soon after the other, they are parsed once. */
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

/** An E.164 number without a trunk prefix behind its calling code: `+442079460018` for `+4402079460018`. */
export function withoutTrunkPrefix(e164: string): string {
  return parseE164(e164).canonical ?? e164;
}
