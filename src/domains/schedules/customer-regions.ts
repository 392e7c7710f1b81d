import { countryCandidates, describePhoneNumber } from '../../platform/kernel/index.ts';
import { areaCodePlaces } from './tables/nanp-area-codes.ts';

let northAmerican: readonly string[] | undefined;

/**
 * The regions in which the owner of a number may be, by the numbering plan: ISO 3166 codes, of states and provinces
 * (`US-TX`, `CA-ON`) in the United States and Canada and of countries elsewhere. Several where it cannot be told: a
 * rule that holds in any of them holds. Empty for numbers that belong to no country.
 */
export function customerRegions(e164: string): readonly string[] {
  const { country, callingCode, areaCode } = describePhoneNumber(e164);
  const place = areaCode === null ? undefined : areaCodePlaces.get(areaCode);
  if (place) return [place.region];
  if (callingCode !== '1' || (country !== null && country !== 'US' && country !== 'CA')) {
    return country ? [country] : countryCandidates(e164);
  }
  // An area code without a place is toll-free, personal, or newer than the table.
  northAmerican ??= [...new Set([...areaCodePlaces.values()].map(({ region }) => region))].filter((region) =>
    /^(?:US|CA)-/.test(region),
  );
  return northAmerican;
}
