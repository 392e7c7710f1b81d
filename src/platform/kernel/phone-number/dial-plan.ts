import { createRequire } from 'node:module';
import type { CountryCode, MetadataJson } from 'libphonenumber-js/max';
import type { PhoneNumberType } from './describe.ts';
import { countryCandidates } from './describe.ts';
import { type Dialability, dialability } from './dialability.ts';
import { phoneLibrary } from './metadata.ts';
import { usualNumberTypes } from './number-types.ts';

/** How a trunk turns dialed digits into numbers. */
export interface DialPlan {
  /** The country (ISO 3166 alpha-2) whose numbers are dialed without a country code. Null: that is not known. */
  country: string | null;
  /** Digits that open an international number. Empty: those of the country. */
  exitCodes: readonly string[];
  /** Digits that open an outside line, such as `9`. */
  linePrefixes: readonly string[];
}

/** The plan of a trunk with its country filled in: that of the organization's number where the trunk names none. */
export function dialPlanOf(plan: DialPlan, ownNumber: string): DialPlan {
  return { ...plan, country: plan.country ?? countryCandidates(ownNumber)[0] ?? null };
}

/** What the user part of an address is, after judging it. */
type DialedUser =
  /** A number that may be dialed, as the plan reads it (E.164). */
  | { kind: 'number'; e164: string }
  /** A name that no switch takes for a number, such as `sales`. */
  | { kind: 'name' }
  /** Neither: a short extension, or characters whose meaning is the switch's own. */
  | { kind: 'unknown' }
  | { kind: 'refused'; refusal: Extract<Dialability, { allowed: false }> };

/** What may be dialed. */
export interface Reach {
  allowedCountries: readonly string[];
  allowedNumberTypes?: readonly PhoneNumberType[];
}

/** Fewer digits are an extension or a short code, which belongs to no numbering plan. */
const numberDigitsMin = 7;
/** Exit codes that switches understand beside those of their country. */
const usualExitCodes = ['00', '011', '0011'];
/** Digits that open an outside line at many telephone systems. */
const usualLinePrefixes = ['0', '9'];
/** A longer user part is refused: what a peer sends must not keep the thread busy (3 ms for 40 digits at the worst). */
const userMax = 400;
/** Digits with something between them are read no further. */
const joinedMax = 40;
/** Parameters of a telephone number that may be dialed or choose what is (RFC 3966 §3, RFC 4694). */
const dialedParameters: ReadonlySet<string> = new Set(['ext', 'isub', 'postd', 'rn', 'cic']);

/**
 * Judges the user part of a SIP or tel URI as the numbers that a switch may make of it: `user` without the host and still
 * percent-encoded, `parameters` those of the URI. The numbers that the plan makes of it are held to everything that a dialed
 * number is held to. What another switch might read there, such as a number behind a prefix, is held to what is never dialed.
 */
export function judgeDialedUser(
  user: string,
  parameters: ReadonlyMap<string, string | null>,
  plan: DialPlan,
  { allowedCountries, allowedNumberTypes = usualNumberTypes }: Reach,
): DialedUser {
  const text = plainText(user);
  const outer = plainParameters(parameters);
  if (text === null || outer === null) return refused('It holds digits or escapes that cannot be read.');
  const parts = partsOf(text, outer);
  const { numbers, others } = readingsOf(parts, plan);
  for (const other of others) {
    const refusal = neverDialed(other);
    if (!refusal) continue;
    const message = `${refusal.message} A switch may read ${other} in it.`;
    return { kind: 'refused', refusal: { ...refusal, message } };
  }
  for (const number of numbers) {
    const refusal = dialability(number, allowedCountries, allowedNumberTypes);
    if (!refusal.allowed) return { kind: 'refused', refusal };
  }
  const [e164] = numbers;
  if (e164 !== undefined) return { kind: 'number', e164 };
  return { kind: parts.isName ? 'name' : 'unknown' };
}

/** The user part as a switch reads it, or null for what nobody can be sure of, and for more digits than anybody dials. */
function plainText(user: string): string | null {
  if (user.length > userMax) return null;
  let text = user;
  // What is encoded twice is decoded twice by a chain of switches.
  for (let times = 0; text.includes('%'); times++) {
    try {
      if (times === 3) return null;
      text = decodeURIComponent(text);
    } catch {
      return null;
    }
  }
  text = text.normalize('NFKC');
  return /[^\P{N}0-9]/u.test(text) || /\d{41}/.test(text) ? null : text;
}

/** The parameters of the URI, read in the same way. */
function plainParameters(parameters: ReadonlyMap<string, string | null>): Map<string, string> | null {
  const plain = new Map<string, string>();
  for (const [name, value] of parameters) {
    const [plainName, plainValue] = [plainText(name), plainText(value ?? '')];
    if (plainName === null || plainValue === null) return null;
    plain.set(plainName.toLowerCase(), plainValue);
  }
  return plain;
}

interface UserParts {
  /** What stands before the parameters, without visual separators (RFC 3966 §5.1.1) and strokes, which many write as such. */
  main: string;
  isName: boolean;
  /** The digits of `phone-context`, where it is a global one. */
  context: string | null;
  /** The values of parameters that may be dialed. */
  values: readonly string[];
}

function partsOf(text: string, outer: ReadonlyMap<string, string>): UserParts {
  const [first = '', ...rest] = text.split(';');
  const inner = rest.map((part) => part.split('=', 2) as [string, string?]);
  const all = [...inner, ...outer].map(([name, value]) => [name.toLowerCase(), value ?? ''] as const);
  const context = all.find(([name]) => name === 'phone-context')?.[1] ?? '';
  const isPhone = outer.get('user')?.toLowerCase() === 'phone';
  const own = new Set(inner.map(([name]) => name.toLowerCase()));
  return {
    main: first.replaceAll(/[-.()/\s\u2010-\u2015\u2212]/g, ''),
    isName: !isPhone && isName(first),
    context: /^\+[-.()\d]+$/.test(context) ? context.replaceAll(/\D/g, '') : null,
    values: all
      .filter(([name]) => name !== 'phone-context' && (dialedParameters.has(name) || own.has(name)))
      .map(([name, value]) => (value === '' ? name : value)),
  };
}

/** Letters that stand for a pause, an extension or a tone in a dial string (RFC 4967, RFC 3601). */
const isDialString = (text: string): boolean =>
  /\d/.test(text) && /^[-+.()\s0-9*#,pwxta-d]*$/i.test(text.replaceAll(/ext/gi, 'x'));

function isName(text: string): boolean {
  return /^[\w.~-]*[a-z][\w.~-]*$/i.test(text) && !isDialString(text);
}

interface Readings {
  /** The numbers that the plan makes of it, in E.164 or what was meant to be. */
  numbers: readonly string[];
  others: Iterable<string>;
}

function readingsOf({ main, isName, context, values }: UserParts, plan: DialPlan): Readings {
  const numbers: string[] = [];
  const others = new Set<string>();
  const read = (text: string, shortest: number): void => {
    for (const { 0: run, index } of text.matchAll(/\+?\d+/g)) {
      if (run.length < shortest) continue;
      if (run.startsWith('+')) {
        numbers.push(run);
        continue;
      }
      if (!isName) numbers.push(...numbersOf(run, plan));
      addReadings(others, run, plan, /[*#]/.test(text.charAt(index - 1)));
    }
  };
  if (context !== null && /^\d/.test(main)) {
    const digits = /^\d*/.exec(main)![0];
    numbers.push(`+${context}${digits}`);
    addReadings(others, digits, plan, false);
    read(main.slice(digits.length), 1);
  } else read(main, isName ? numberDigitsMin : 1);
  // All digits of it, whatever stands between them. Behind a plus nothing is taken off.
  const joined = (isName ? keypad(main) : main.replaceAll(/\D/g, '')).slice(0, joinedMax);
  if (main.startsWith('+')) others.add(`+${joined}`);
  else {
    addReadings(others, joined, plan, false);
    // A pause may stand between an exit code and its number, and before both of them.
    for (const { index } of isName ? [] : main.matchAll(/\d+/g)) {
      const behind = main.slice(index).replaceAll(/\D/g, '').slice(0, joinedMax);
      numbers.push(...behindExitCode(behind, plan));
    }
  }
  for (const value of values) read(value, 1);
  return { numbers, others };
}

/** A name with digits as a telephone's keys spell it (ITU-T E.161): `1900hotline`. */
function keypad(name: string): string {
  if (!/\d/.test(name)) return '';
  const key = (letter: string): string => '22233344455566677778889999'.charAt(letter.charCodeAt(0) - 97);
  const digits = name.toLowerCase().replaceAll(/[a-z]/g, key);
  return isShort(digits) ? '' : digits;
}

/** The number that the plan makes of dialed digits; none for an extension. */
function numbersOf(digits: string, plan: DialPlan): string[] {
  const prefix = plan.linePrefixes.find((line) => digits.startsWith(line));
  const behind = prefix === undefined ? [] : numbersInside(digits.slice(prefix.length), plan);
  return behind.length > 0 ? behind : numbersInside(digits, plan);
}

function numbersInside(digits: string, plan: DialPlan): string[] {
  const international = behindExitCode(digits, plan);
  if (international.length > 0) return international;
  if (isShort(digits)) return [];
  const national = nationalNumber(digits, plan.country);
  if (national !== null) return [national];
  const rest = usualExitCodes
    .filter((code) => digits.startsWith(code))
    .map((code) => digits.slice(code.length));
  const global = [digits, ...rest].map((it) => `+${it}`).find((it) => phoneLibrary().isValidPhoneNumber(it));
  return global === undefined ? [] : [global];
}

/** The international numbers behind an exit code of the plan. */
function behindExitCode(digits: string, { country, exitCodes }: DialPlan): string[] {
  const found = exitCodes.filter((code) => digits.startsWith(code)).map((code) => code.length);
  if (exitCodes.length === 0) {
    const length = exitCodeOf(country)?.exec(digits)?.[0].length;
    if (length !== undefined) found.push(length);
  }
  return found.map((length) => `+${digits.slice(length)}`).filter((number) => isWhole(number));
}

/** Whether it has the form of a number, wherever it may lead. */
function isWhole(e164: string): boolean {
  const reach = dialability(e164, []);
  return reach.allowed || reach.reason !== 'invalid';
}

function nationalNumber(digits: string, country: string | null): string | null {
  if (country === null) return null;
  const options = { defaultCountry: country as CountryCode, extract: false };
  const parsed = phoneLibrary().parsePhoneNumberFromString(digits, options);
  return parsed?.isPossible() ? parsed.number : null;
}

/** Adds what a switch may read in dialed digits behind the prefixes that switches take off. */
function addReadings(readings: Set<string>, digits: string, plan: DialPlan, isAfterCode: boolean): void {
  const lines = [...usualLinePrefixes, ...plan.linePrefixes];
  // A service code such as *67 has two digits or three.
  const waiting = isAfterCode ? [digits, digits.slice(2), digits.slice(3)] : [digits];
  const seen = new Set<string>();
  for (let at = 0; at < waiting.length; at++) {
    const dialed = waiting[at]!;
    if (dialed.length < 2 || seen.has(dialed)) continue;
    seen.add(dialed);
    if (isShort(dialed)) readings.add(dialed);
    if (isShort(dialed) || isPossibleLength(`+${dialed}`)) readings.add(`+${dialed}`);
    for (const number of nationalReadings(dialed, plan.country)) readings.add(number);
    const international = behindExitCode(dialed, plan);
    for (const number of international) readings.add(number);
    if (international.length > 0) continue;
    const prefixes = [...lines, ...usualExitCodes, ...plan.exitCodes];
    const found = exitCodeOf(plan.country)?.exec(dialed)?.[0];
    for (const prefix of found === undefined ? prefixes : [...prefixes, found]) {
      if (dialed.startsWith(prefix)) waiting.push(dialed.slice(prefix.length));
    }
  }
}

function nationalReadings(digits: string, country: string | null): string[] {
  if (country === null || isShort(digits)) return [];
  const read = nationalNumber(digits, country);
  const code = phoneLibrary().getCountryCallingCode(country as CountryCode);
  return [`+${code}${digits}`, ...(read === null ? [] : [read])];
}

/** What keeps digits from ever being dialed; null: nothing, or they are no whole number. */
function neverDialed(text: string): Extract<Dialability, { allowed: false }> | null {
  const reach = dialability(text, []);
  if (reach.allowed || (reach.reason !== 'emergency' && reach.reason !== 'premium-rate')) return null;
  const isPart = reach.reason === 'premium-rate' && !isPossibleLength(text);
  return isPart ? null : reach;
}

function isShort(digits: string): boolean {
  return digits.length < numberDigitsMin;
}

function isPossibleLength(e164: string): boolean {
  return phoneLibrary().validatePhoneNumberLength(e164) === undefined;
}

const require = createRequire(import.meta.url);
const exitCodesKnown = new Map<string, RegExp>();

/** The exit codes of a country, as the numbering plans tell them. */
function exitCodeOf(country: string | null): RegExp | null {
  if (country === null) return null;
  let pattern = exitCodesKnown.get(country);
  if (!pattern) {
    const { Metadata } = require('libphonenumber-js/core') as typeof import('libphonenumber-js/core');
    const metadata = new Metadata(require('libphonenumber-js/max/metadata') as MetadataJson);
    metadata.selectNumberingPlan(country as CountryCode);
    pattern = new RegExp(`^(?:${metadata.numberingPlan!.IDDPrefix()})`);
    exitCodesKnown.set(country, pattern);
  }
  return pattern;
}

function refused(message: string): DialedUser {
  return { kind: 'refused', refusal: { allowed: false, reason: 'invalid', message } };
}
