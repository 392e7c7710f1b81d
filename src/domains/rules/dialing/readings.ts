import type { CountryCode } from 'libphonenumber-js/max';
import { phoneLibrary } from '../../../platform/kernel/index.ts';
import type { DialedUser } from './dialed-user.ts';
import { homePlanOf, isWhole, nationalNumber, ownNumberAsWritten } from './home-plan.ts';

/** How a trunk turns dialed digits into numbers. */
export interface DialPlan {
  /** The country (ISO 3166-1 alpha-2) whose numbers are dialed without a country code; null when unknown. */
  country: string | null;
  /** Digits that open an international number; those of the country when empty. */
  exitCodes: readonly string[];
  /** Digits that open an outside line, such as `9`. */
  linePrefixes: readonly string[];
}

/**
 * How likely a switch dials a number, which decides the checks that it must pass.
 *
 * - `plan`: the number that the dial plan makes of the digits. It must be allowed.
 * - `likely`: another switch may dial it, such as a carrier that takes E.164 without a plus. It must be allowed if it
 * is complete.
 * - `unlikely`: the digits are a national number in its country's format, or a name. Only a switch that does not know
 * the country reads another number. It must not be an emergency or premium-rate number.
 */
const likelihoods = ['plan', 'likely', 'unlikely'] as const;
type Likelihood = (typeof likelihoods)[number];

/** A number that a switch may read in a user part. */
export interface Reading {
  /** In E.164 form, or short digits without a plus. */
  number: string;
  likelihood: Likelihood;
}

/** Fewer digits are an extension or a short code, which belongs to no numbering plan. */
const numberDigitsMin = 7;
/** Exit codes that switches understand in addition to those of their country. */
const usualExitCodes = ['00', '011', '0011'];
/** Digits that open an outside line at many telephone systems. */
const usualLinePrefixes = ['0', '9'];
/** Digits on both sides of a pause are joined up to this length. */
const joinedMax = 40;

/** Returns all numbers that switches may read in a user part. The first `plan` is the number that the plan makes of it.
 */
export function readingsOf(user: DialedUser, plan: DialPlan): Reading[] {
  const readings = user.isName ? readName(user.main, plan) : readNumber(user, plan);
  for (const value of user.values) readings.push(...readGroups(value, plan));
  const distinct = new Map<string, Reading>();
  for (const reading of readings) {
    const { likelihood } = distinct.get(reading.number) ?? reading;
    const likelier = likelihoods.indexOf(likelihood) < likelihoods.indexOf(reading.likelihood);
    distinct.set(reading.number, { ...reading, likelihood: likelier ? likelihood : reading.likelihood });
  }
  return [...distinct.values()];
}

/** Reads the digits within a name such as `1900hotline`, and the whole name by the letters of telephone keys (ITU-T
 * E.161). */
function readName(name: string, plan: DialPlan): Reading[] {
  const key = (letter: string): string => '22233344455566677778889999'.charAt(letter.charCodeAt(0) - 97);
  const spelled = /\d/.test(name) ? name.toLowerCase().replaceAll(/[a-z]/g, key) : '';
  // Some switches dial the digits before the first letter.
  const dialed = [...name.matchAll(/\d+/g)].map(
    ({ 0: digits, index }) => [digits, index === 0 ? 'likely' : 'unlikely'] as const,
  );
  const keys = (spelled.slice(0, joinedMax).match(/\d+/g) ?? []).map(
    (digits) => [digits, 'unlikely'] as const,
  );
  return [...dialed, ...keys]
    .filter(([digits]) => !isShort(digits))
    .flatMap(([digits, likelihood]) => behindPrefixes([digits], plan, likelihood));
}

function readNumber({ main, context }: DialedUser, plan: DialPlan): Reading[] {
  const readings: Reading[] = [];
  let rest = main;
  if (context !== null && /^\d/.test(main)) {
    const [digits] = /^\d+/.exec(main)!;
    readings.push({ number: `+${context}${digits}`, likelihood: 'plan' });
    readings.push(...behindPrefixes([digits], plan, 'likely'));
    rest = main.slice(digits.length);
  }
  readings.push(...readGroups(rest, plan), ...readJoined(main, plan));
  return readings;
}

/** Reads each group of digits for itself. */
function readGroups(text: string, plan: DialPlan): Reading[] {
  const readings: Reading[] = [];
  for (const { 0: group, index } of text.matchAll(/\+?\d+/g)) {
    if (group.startsWith('+')) {
      readings.push({ number: group, likelihood: 'plan' });
      continue;
    }
    readings.push(...numbersOf(group, plan).map((number) => ({ number, likelihood: 'plan' as const })));
    const isAfterServiceCode = /[*#]/.test(text.charAt(index - 1));
    // A service code such as *67 has two digits or three.
    const dialed = isAfterServiceCode ? [group, group.slice(2), group.slice(3)] : [group];
    readings.push(...behindPrefixes(dialed, plan, 'likely'));
  }
  return readings;
}

/** Reads groups of digits as one number, because a switch may drop a pause or wait for it in the middle. */
function readJoined(main: string, plan: DialPlan): Reading[] {
  const readings: Reading[] = [];
  const groups = [...main.matchAll(/\+?\d+/g)];
  if (groups.length < 2) return [];
  for (const [place, { 0: group, index }] of groups.entries()) {
    const joined = main.slice(index).replaceAll(/\D/g, '').slice(0, joinedMax);
    if (group.startsWith('+')) {
      readings.push({ number: `+${joined}`, likelihood: 'likely' });
      continue;
    }
    // Digits after a complete number are keys that are sent after the answer.
    const isComplete = certainNumber(group, plan) !== null || /^\+/.test(groups[place - 1]?.[0] ?? '');
    readings.push(...behindPrefixes([joined], plan, isComplete ? 'unlikely' : 'likely'));
    for (const number of behindExitCode(joined, plan)) readings.push({ number, likelihood: 'plan' });
  }
  return readings;
}

/** The numbers that the plan makes of dialed digits; none for an extension. */
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
  const prefixes = ['', ...usualExitCodes].filter((code) => digits.startsWith(code));
  const global = prefixes.map((code) => `+${digits.slice(code.length)}`);
  const assigned = [...(national === null ? [] : [national]), ...global].find(isAssigned);
  const number = assigned ?? national;
  return number === null ? [] : [number];
}

/** The number that the plan alone makes of the digits; null when a switch may take them for that of another country. */
function certainNumber(digits: string, plan: DialPlan): string | null {
  for (const prefix of ['', ...plan.linePrefixes]) {
    if (!digits.startsWith(prefix)) continue;
    const dialed = digits.slice(prefix.length);
    const certain = behindExitCode(dialed, plan)[0] ?? ownNumberAsWritten(dialed, plan.country);
    if (certain !== null && !isShort(dialed)) return certain;
  }
  return null;
}

/** The international numbers behind an exit code of the plan. */
function behindExitCode(digits: string, plan: DialPlan): string[] {
  return planExitCodes(digits, plan)
    .map((code) => `+${digits.slice(code.length)}`)
    .filter((number) => isWhole(number));
}

/** The exit codes of the plan with which the digits begin. */
function planExitCodes(digits: string, { country, exitCodes }: DialPlan): string[] {
  if (exitCodes.length > 0 || country === null) return exitCodes.filter((code) => digits.startsWith(code));
  const found = homePlanOf(country).exitCode.exec(digits)?.[0];
  return found === undefined ? [] : [found];
}

/**
 * Returns the numbers that a switch may read in dialed digits, with and without prefixes. `likelihood` is that of the
 * first readings. If the digits are a national number, all other readings are unlikely.
 */
function behindPrefixes(dialed: readonly string[], plan: DialPlan, likelihood: Likelihood): Reading[] {
  const readings: Reading[] = [];
  const waiting = dialed.map((digits) => ({ digits, likelihood }));
  const seen = new Set<string>();
  for (let at = 0; at < waiting.length; at++) {
    const { digits, likelihood: asked } = waiting[at]!;
    if (digits.length < 2 || seen.has(digits)) continue;
    seen.add(digits);
    const certain = certainNumber(digits, plan);
    if (certain !== null) readings.push({ number: certain, likelihood: asked });
    const others = certain === null ? asked : 'unlikely';
    // Behind an exit code, an unassigned national number is no less likely to be one of another country.
    const abroad = certain !== null && isAssigned(certain) ? 'unlikely' : asked;
    for (const number of numbersIn(digits, plan)) readings.push({ number, likelihood: others });
    if (behindExitCode(digits, plan).length > 0) continue;
    const exitCodes = [...usualExitCodes, ...planExitCodes(digits, plan)];
    for (const prefix of [...usualLinePrefixes, ...plan.linePrefixes, ...exitCodes]) {
      if (!digits.startsWith(prefix)) continue;
      const rest = digits.slice(prefix.length);
      const isExitCode = exitCodes.includes(prefix);
      waiting.push({ digits: rest, likelihood: isExitCode ? abroad : others });
      if (isExitCode) readings.push({ number: `+${rest}`, likelihood: abroad });
    }
  }
  return readings;
}

/** Reads the digits without removing prefixes: as a short number, as E.164 without a plus, or as a national number. */
function numbersIn(digits: string, { country }: DialPlan): string[] {
  if (isShort(digits)) return [digits];
  const global = phoneLibrary().validatePhoneNumberLength(`+${digits}`) === undefined ? [`+${digits}`] : [];
  if (country === null) return global;
  const national = nationalNumber(digits, country);
  const code = phoneLibrary().getCountryCallingCode(country as CountryCode);
  return [...global, `+${code}${digits}`, ...(national === null ? [] : [national])];
}

function isAssigned(e164: string): boolean {
  return phoneLibrary().isValidPhoneNumber(e164);
}

function isShort(digits: string): boolean {
  return digits.length < numberDigitsMin;
}
