import { isEmergencyIn } from './emergency-numbers.ts';
import { splitCallingCode } from './metadata.ts';

/**
 * Returns whether the number reaches an emergency service when dialed in `country` (ISO 3166-1 alpha-2; `null` when
 * unknown). Digits without a plus are compared unchanged, and `1911` counts. A plus may precede a calling code and a
 * trunk prefix (`+1911`, `+440999`); the country of that code then decides. A North American number with area code 911
 * counts, because a switch that reads digit by digit would connect after the third digit.
 */
export function isEmergencyNumber(text: string, country: string | null = null): boolean {
  if (!/^\+?\d{2,15}$/.test(text)) return false;
  const digits = text.replace('+', '');
  if (isEmergencyIn(country, digits) || digits === '1911') return true;
  const plan = text.startsWith('+') ? splitCallingCode(digits) : undefined;
  if (!plan) return false;
  const { callingCode, countries, national } = plan;
  if (callingCode === '1' && /^1?911/.test(national)) return true;
  const homes = countries.length === 0 ? [null] : countries;
  const trunkPrefix = callingCode === '1' ? /^1/ : /^0+/;
  return [national, national.replace(trunkPrefix, '')].some((dialed) =>
    homes.some((home) => isEmergencyIn(home, dialed)),
  );
}
