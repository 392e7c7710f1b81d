import { countryCandidates, describePhoneNumber } from '../../platform/kernel/index.ts';
import { areaCodePlaces } from './tables/nanp-area-codes.ts';

let northAmerican: readonly string[] | undefined;

/**
 * Returns the regions where the owner of a number may be, by the numbering plan: ISO 3166 codes of states and provinces
 * in the United States and Canada (`US-TX`, `CA-ON`) and of countries elsewhere. When several are possible, the rules
 * of all of them apply. Empty for numbers of no country.
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
