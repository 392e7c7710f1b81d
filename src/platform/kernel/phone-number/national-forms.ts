import { countryCandidates, describePhoneNumber } from './describe.ts';
import { phoneLibrary } from './metadata.ts';
import { normalizePhoneNumber } from './normalize.ts';
import { normalizeListedNumber } from './normalize-national.ts';

/** Fewer digits may mean something else: an order, a customer, or a number within a town. */
const digitsMin = 9;
/** The same minimum for forms without a trunk prefix, which is unusual in most countries. */
const digitsMinWithoutPrefix = 10;

/** National notations of a number, in digits only. */
export interface NationalForms {
  /**
   * The parts of the number: `44`, `0`, `2079460018`. The trunk prefix is dialed within the country only, and may be
   * empty.
   */
  callingCode: string;
  trunkPrefix: string;
  significant: string;
  /** The unambiguous notations. */
  digits: string[];
}

/**
 * Returns the digits of an E.164 number in national notation: `02079460018` for +442079460018. Omits forms that are too
 * short to be recognized as a number, and forms that `normalizePhoneNumber`, or a reader in one of `countries` (ISO
 * 3166 alpha-2), would take for another number.
 */
export function nationalForms(e164: string, countries: readonly string[]): NationalForms {
  const [own] = countryCandidates(e164);
  const parsed = phoneLibrary().parsePhoneNumberFromString(e164, { extract: false });
  if (own === undefined || !parsed) {
    return { callingCode: '', trunkPrefix: '', significant: e164.slice(1), digits: [] };
  }
  const significant = String(parsed.nationalNumber);
  const written = digitsOf(parsed.formatNational());
  const trunkPrefix = written.endsWith(significant) ? written.slice(0, -significant.length) : '';
  const forms = new Set([
    ...(written.length >= digitsMin ? [written] : []),
    ...(significant.length >= digitsMinWithoutPrefix ? [significant] : []),
  ]);
  const isOnlyIts = (form: string) => {
    const read = normalizeListedNumber(form, own);
    if (!('e164' in read) || read.e164 !== e164) return false;
    const others = [normalizePhoneNumber(form), ...countries.map((one) => normalizeListedNumber(form, one))];
    return others.every(
      (other) => !('e164' in other) || other.e164 === e164 || !isWrittenSo(other.e164, form),
    );
  };
  const callingCode = String(parsed.countryCallingCode);
  return { callingCode, trunkPrefix, significant, digits: [...forms].filter(isOnlyIts) };
}

/** Whether a number is possible and has this national notation. */
function isWrittenSo(e164: string, form: string): boolean {
  if (describePhoneNumber(e164).type === 'unknown') return false;
  const parsed = phoneLibrary().parsePhoneNumberFromString(e164, { extract: false });
  return parsed !== undefined && digitsOf(parsed.formatNational()) === form;
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
