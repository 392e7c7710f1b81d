import { countryCandidates, describePhoneNumber } from '../kernel/index.ts';
import { countryZones } from './tables/country-zones.ts';
import { areaCodePlaces } from './tables/nanp-area-codes.ts';
import { isTimeZone } from './time-zone.ts';

const known = new Map<string, readonly string[]>();

/**
 * The IANA time zones in which the owner of a number may be, by the numbering plan: those of its area code in North
 * America, elsewhere all of its country. A call may be placed when all of them allow it. The list is empty when
 * nothing can be told, as for numbers that belong to no country: such a call has to wait for a zone named by hand.
 */
export function customerZones(e164: string): readonly string[] {
  const { country, callingCode, areaCode } = describePhoneNumber(e164);
  const place = areaCode === null ? undefined : areaCodePlaces.get(areaCode);
  if (place) return remember(`+1${areaCode}`, () => place.zones);
  if (callingCode === '1' && (country === null || country === 'US' || country === 'CA')) {
    // An area code without a place is toll-free, personal, or newer than the table. Every other country of the
    // plan is known by its few codes, so that a new one is in the United States or Canada.
    return remember('+1', () => zonesOf(['US', 'CA']));
  }
  const countries = country ? [country] : countryCandidates(e164);
  return remember(countries.join(), () => zonesOf(countries));
}

function zonesOf(countries: readonly string[]): string[] {
  return [...new Set(countries.flatMap((country) => countryZones.get(country) ?? []))];
}

/** The list for a place, made once, without zones that are newer than the data of this runtime. */
function remember(key: string, zones: () => readonly string[]): readonly string[] {
  let list = known.get(key);
  if (!list) {
    list = zones().filter(isTimeZone);
    known.set(key, list);
  }
  return list;
}
