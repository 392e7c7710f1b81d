import { z } from 'zod';
import { countryZones } from './tables/country-zones.ts';
import { isTimeZone } from './time-zone.ts';

let spellings: Map<string, string> | undefined;

/** The spelling of the IANA database by the name in small letters; the tables have the names that are used today. */
function knownSpellings(): Map<string, string> {
  if (spellings) return spellings;
  const names = [...Intl.supportedValuesOf('timeZone'), ...[...countryZones.values()].flat(), 'UTC'];
  spellings = new Map(names.map((name) => [name.toLowerCase(), name]));
  return spellings;
}

/**
 * The time zone that a text names, whatever its capitals, in the spelling of the IANA database; null: it names none.
 * Abbreviations and offsets are no zones, because they do not say when a clock is changed.
 */
export function canonicalTimeZone(text: string): string | null {
  if (isTimeZone(text)) return text;
  const name = knownSpellings().get(text.toLowerCase()) ?? resolved(text);
  return name !== null && isTimeZone(name) ? name : null;
}

/** What the runtime takes an older name for, such as `us/eastern`; null: nothing. */
function resolved(text: string): string | null {
  if (text.length > 64 || !text.includes('/')) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** A time zone of the IANA database as a field of a request, in any capitals; read in its own spelling. */
export const TimeZoneName = z
  .string()
  .max(64)
  .transform((text, context) => {
    const name = canonicalTimeZone(text);
    if (name !== null) return name;
    const message = 'must be an IANA time zone such as America/New_York';
    context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  });
