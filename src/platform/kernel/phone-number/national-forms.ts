import { countryCandidates, describePhoneNumber } from './describe.ts';
import { phoneLibrary } from './metadata.ts';
import { normalizePhoneNumber } from './normalize.ts';
import { normalizeListedNumber } from './normalize-national.ts';

/** Shorter ones may be anything: an order, a customer, a number within a town. */
const digitsMin = 9;
/** The same for those that leave a trunk prefix out, which in most countries nobody does. */
const digitsMinWithoutPrefix = 10;

/** How the people of a country write a number of theirs, in digits only. */
export interface NationalForms {
  /** The number in parts: `44`, `0`, `2079460018`. The trunk prefix is dialed at home only; empty: there is none. */
  callingCode: string;
  trunkPrefix: string;
  significant: string;
  /** The ways to write it that nobody takes for another number. */
  digits: string[];
}

/**
 * The digits of an E.164 number as its country writes it: `02079460018` for +442079460018. Left out are those that are
 * too few to tell a number from something else, and those that `normalizePhoneNumber`, or a reader in one of `countries` (ISO
 * 3166 alpha-2), would take for another number, written so there.
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

/** Whether it is a number that may be somebody's, and its country writes it so. */
function isWrittenSo(e164: string, form: string): boolean {
  if (describePhoneNumber(e164).type === 'unknown') return false;
  const parsed = phoneLibrary().parsePhoneNumberFromString(e164, { extract: false });
  return parsed !== undefined && digitsOf(parsed.formatNational()) === form;
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
