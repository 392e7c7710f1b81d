import { countryCandidates, describePhoneNumber } from '../../platform/kernel/index.ts';
import { areaOf } from './tables/area-zones.ts';
import { countryZones } from './tables/country-zones.ts';
import { areaCodePlaces } from './tables/nanp-area-codes.ts';
import { isTimeZone } from './time-zone.ts';

/** The called party's possible time zones, and their source. */
export interface CustomerPlace {
  /** IANA time zones. A call may be dialed when all of them allow it. Empty: unknown. */
  zones: readonly string[];
  /** `call`: the call names the zone; `nothing`: the number belongs to no country. */
  source: 'call' | 'area-code' | 'country' | 'nothing';
  /** The area code or countries behind the result, such as `+1 212` or `RU`; empty for other sources. */
  basis: string;
}

const known = new Map<string, CustomerPlace>();
/** More than there are areas, countries and zones; only unusual combinations of countries reach it. */
const knownMax = 5000;

/**
 * Locates the owner of a number: in the zone that the call names, else in the zones of its area code, else in all zones
 * of its country. Equal results are one object.
 */
export function locateCustomer(e164: string, timeZone: string | null = null): CustomerPlace {
  if (timeZone !== null) return remember(`call ${timeZone}`, 'call', '', () => [timeZone]);
  // Looked up before parsing the number, which takes ten times as long; batches ask for thousands.
  const areaCode = /^\+1\d{10}$/.test(e164) ? e164.slice(2, 5) : null;
  const place = areaCode === null ? undefined : areaCodePlaces.get(areaCode);
  if (place) return remember(`+1 ${areaCode}`, 'area-code', `+1 ${areaCode}`, () => place.zones);
  const { country, callingCode } = describePhoneNumber(e164);
  if (callingCode === '1' && (country === null || country === 'US' || country === 'CA')) {
    // An area code without a place is toll-free, personal, or newer than the table. The other countries of the plan
    // have few, known codes, so a new one belongs to the United States or Canada.
    return remember('+1', 'country', 'US, CA', () => zonesOf(['US', 'CA']));
  }
  const area = country && callingCode ? areaOf(country, e164.slice(1 + callingCode.length)) : undefined;
  if (area) {
    const basis = `+${callingCode} ${area.beginning}`;
    return remember(basis, 'area-code', basis, () => area.zones);
  }
  const countries = country ? [country] : countryCandidates(e164);
  return remember(countries.join(), 'country', countries.join(', '), () => zonesOf(countries));
}

/** Returns the zones of `locateCustomer`. */
export function customerZones(e164: string, timeZone: string | null = null): readonly string[] {
  return locateCustomer(e164, timeZone).zones;
}

/** Describes the place, to explain why a call waits. */
export function explainPlace({ zones, source, basis }: CustomerPlace): string {
  const all = zones.length === 1 ? zones[0] : `${zones.join(', ')}, which must all be open`;
  switch (source) {
    case 'call':
      return `The call names the called party's time zone: ${all}.`;
    case 'area-code':
      return `The area code ${basis} is in ${all}.`;
    case 'country':
      return `The number identifies only its country, ${basis}: ${all}.`;
    case 'nothing':
      return "The called party's time zone cannot be determined from the number.";
  }
}

function zonesOf(countries: readonly string[]): string[] {
  return [...new Set(countries.flatMap((country) => countryZones.get(country) ?? []))];
}

/** Returns the cached place, without zones that this runtime does not know. */
function remember(
  key: string,
  source: CustomerPlace['source'],
  basis: string,
  zones: () => readonly string[],
): CustomerPlace {
  let place = known.get(key);
  if (!place) {
    const list = zones().filter(isTimeZone);
    place =
      list.length > 0 ? { zones: list, source, basis: basis } : { zones: list, source: 'nothing', basis: '' };
    if (known.size >= knownMax) known.clear();
    known.set(key, place);
  }
  return place;
}
