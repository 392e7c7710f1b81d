import { splitCallingCode } from './metadata.ts';

/**
 * Well-known emergency numbers as dialed at home: police, fire, ambulance, coast guard, and the crisis lines that
 * carriers treat like them (ITU-T E.161.1 and national numbering plans). One list serves all countries, because no
 * subscriber number anywhere is as short as these. A short number that is not listed is not dialed either.
 */
const emergencyNumbers = new Set(
  (
    '000 061 062 080 088 091 092 100 101 102 103 104 105 106 107 108 110 111 112 113 114 115 117 118 119 120 ' +
    '122 123 128 131 132 133 144 150 151 155 158 166 185 190 191 192 193 194 195 197 198 199 911 933 988 990 ' +
    '991 992 993 994 995 996 997 998 999 15 17 18 1122 10111 10177'
  ).split(' '),
);

/**
 * Whether the number rings an emergency service as written: the bare short number (`911`, `+112`), the same behind
 * a calling code and perhaps a trunk prefix (`+1911`, `+440999`, `+61000`), or a North American number whose area
 * code is 911, which a switch that reads digit by digit would connect after the third.
 */
export function isEmergencyNumber(text: string): boolean {
  const digits = text.replace(/^\+/, '');
  if (!/^\d{2,15}$/.test(digits)) return false;
  if (emergencyNumbers.has(digits)) return true;
  const plan = splitCallingCode(digits);
  if (!plan) return false;
  if (plan.callingCode === '1' && /^1?911/.test(plan.national)) return true;
  const trunkPrefix = plan.callingCode === '1' ? /^1/ : /^0+/;
  return [plan.national, plan.national.replace(trunkPrefix, '')].some(
    (national) => national.length <= 3 && emergencyNumbers.has(national),
  );
}
