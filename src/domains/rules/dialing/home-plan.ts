import { createRequire } from 'node:module';
import type { CountryCode, MetadataJson, NumberingPlan } from 'libphonenumber-js/max';
import { phoneLibrary } from '../../../platform/kernel/index.ts';
import { dialability } from './dialability.ts';

const require = createRequire(import.meta.url);

/** The dialing rules of a country. */
interface HomePlan {
  /** The exit codes, at the beginning of dialed digits. */
  exitCode: RegExp;
  /** The digits before a national number; empty when there are none. */
  trunkPrefix: string;
}

const plans = new Map<string, HomePlan>();

/** Returns the dialing rules of the country (ISO 3166-1 alpha-2) by its numbering plan. */
export function homePlanOf(country: string): HomePlan {
  let plan = plans.get(country);
  if (!plan) {
    const { Metadata } = require('libphonenumber-js/core') as typeof import('libphonenumber-js/core');
    const metadata = new Metadata(require('libphonenumber-js/max/metadata') as MetadataJson);
    metadata.selectNumberingPlan(country as CountryCode);
    // The library's types leave the trunk prefix out.
    const numbering = metadata.numberingPlan as NumberingPlan & { nationalPrefix(): string | undefined };
    plan = {
      exitCode: new RegExp(`^(?:${numbering.IDDPrefix()})`),
      trunkPrefix: numbering.nationalPrefix() ?? '',
    };
    plans.set(country, plan);
  }
  return plan;
}

/** Returns the E.164 number of digits that are dialed within the country, or null. */
export function nationalNumber(digits: string, country: string | null): string | null {
  if (country === null) return null;
  const parsed = parseAt(digits, country);
  return parsed?.isPossible() ? parsed.number : null;
}

/**
 * Returns the E.164 number of digits in national format: with the trunk prefix, or an assigned number without it. Such
 * digits are not read as a number of another country.
 */
export function ownNumberAsWritten(digits: string, country: string | null): string | null {
  if (country === null) return null;
  const parsed = parseAt(digits, country);
  if (!parsed?.isPossible()) return null;
  const { trunkPrefix } = homePlanOf(country);
  if (trunkPrefix !== '' && digits === trunkPrefix + parsed.nationalNumber) return parsed.number;
  const isWritten = parsed.isValid() && parsed.formatNational().replaceAll(/\D/g, '') === digits;
  return isWritten ? parsed.number : null;
}

/** Returns whether the text has the form of an E.164 number, allowed or not. */
export function isWhole(text: string): boolean {
  const reach = dialability(text, []);
  return reach.allowed || (reach.reason !== 'invalid' && reach.reason !== 'emergency');
}

function parseAt(digits: string, country: string) {
  const options = { defaultCountry: country as CountryCode, extract: false };
  return phoneLibrary().parsePhoneNumberFromString(digits, options);
}
