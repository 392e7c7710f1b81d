import { countryCandidates, describePhoneNumber } from '../../platform/kernel/index.ts';
import { areaOf } from './tables/area-zones.ts';
import { countryZones } from './tables/country-zones.ts';
import { areaCodePlaces } from './tables/nanp-area-codes.ts';
import { isTimeZone } from './time-zone.ts';

/** Where the called party's clock is reckoned to be, and what that was told from. */
export interface CustomerPlace {
  /** IANA time zones; a call may be placed when all of them allow it. Empty: nothing can be told. */
  zones: readonly string[];
  /** `call`: the call itself names the zone; `nothing`: the number belongs to no country. */
  source: 'call' | 'area-code' | 'country' | 'nothing';
  /** The area code or countries that it was told from, such as `+1 212` or `RU`; empty for the other sources. */
  told: string;
}

const known = new Map<string, CustomerPlace>();
/** More than there are areas, countries and zones; only unusual sets of countries could come to more. */
const knownMax = 5000;

/**
 * Where the owner of a number is: in the zone that the call names, else, by the numbering plan, in those of its area
 * code, else in all of its country. The one place where this is decided; equal answers are one object.
 */
export function locateCustomer(e164: string, timeZone: string | null = null): CustomerPlace {
  if (timeZone !== null) return remember(`call ${timeZone}`, 'call', '', () => [timeZone]);
  // Looked up before the number is parsed, which takes ten times as long: a batch asks for thousands of them.
  const areaCode = /^\+1\d{10}$/.test(e164) ? e164.slice(2, 5) : null;
  const place = areaCode === null ? undefined : areaCodePlaces.get(areaCode);
  if (place) return remember(`+1 ${areaCode}`, 'area-code', `+1 ${areaCode}`, () => place.zones);
  const { country, callingCode } = describePhoneNumber(e164);
  if (callingCode === '1' && (country === null || country === 'US' || country === 'CA')) {
    // An area code without a place is toll-free, personal, or newer than the table. Every other country of the
    // plan is known by its few codes, so that a new one is in the United States or Canada.
    return remember('+1', 'country', 'US, CA', () => zonesOf(['US', 'CA']));
  }
  const area = country && callingCode ? areaOf(country, e164.slice(1 + callingCode.length)) : undefined;
  if (area) {
    const told = `+${callingCode} ${area.beginning}`;
    return remember(told, 'area-code', told, () => area.zones);
  }
  const countries = country ? [country] : countryCandidates(e164);
  return remember(countries.join(), 'country', countries.join(', '), () => zonesOf(countries));
}

/** The zones of `locateCustomer`. */
export function customerZones(e164: string, timeZone: string | null = null): readonly string[] {
  return locateCustomer(e164, timeZone).zones;
}

/** In words, for people who ask why a call waits. */
export function explainPlace({ zones, source, told }: CustomerPlace): string {
  const all = zones.length === 1 ? zones[0] : `${zones.join(', ')}, which all have to be open`;
  switch (source) {
    case 'call':
      return `The call names the called party's time zone: ${all}.`;
    case 'area-code':
      return `The area code ${told} lies in ${all}.`;
    case 'country':
      return `The number tells no more than its country, ${told}: ${all}.`;
    case 'nothing':
      return "The called party's time zone cannot be told from the number.";
  }
}

function zonesOf(countries: readonly string[]): string[] {
  return [...new Set(countries.flatMap((country) => countryZones.get(country) ?? []))];
}

/** The answer for a place, made once, without zones that are newer than the data of this runtime. */
function remember(
  key: string,
  source: CustomerPlace['source'],
  told: string,
  zones: () => readonly string[],
): CustomerPlace {
  let place = known.get(key);
  if (!place) {
    const list = zones().filter(isTimeZone);
    place = list.length > 0 ? { zones: list, source, told } : { zones: list, source: 'nothing', told: '' };
    if (known.size >= knownMax) known.clear();
    known.set(key, place);
  }
  return place;
}
