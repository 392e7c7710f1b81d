import { z } from 'zod';
import { countryZones } from './tables/country-zones.ts';
import { isTimeZone } from './time-zone.ts';

let spellings: Map<string, string> | undefined;

/** Maps lower-case names to the IANA spelling. The tables contain the current names. */
function knownSpellings(): Map<string, string> {
  if (spellings) return spellings;
  const names = [...Intl.supportedValuesOf('timeZone'), ...[...countryZones.values()].flat(), 'UTC'];
  spellings = new Map(names.map((name) => [name.toLowerCase(), name]));
  return spellings;
}

/**
 * Returns the time zone that a text names in any case, in IANA spelling, or null. Abbreviations and offsets are not
 * zones, because they do not define clock changes.
 */
export function canonicalTimeZone(text: string): string | null {
  if (isTimeZone(text)) return text;
  const name = knownSpellings().get(text.toLowerCase()) ?? resolved(text);
  return name !== null && isTimeZone(name) ? name : null;
}

/** Returns the current name for an older one such as `us/eastern`, or null. */
function resolved(text: string): string | null {
  if (text.length > 64 || !text.includes('/')) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** A request field with an IANA time zone in any case, parsed into its own spelling. */
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
