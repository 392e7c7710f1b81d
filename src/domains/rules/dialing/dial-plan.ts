import {
  countryCandidates,
  isEmergencyNumber,
  type PhoneNumberType,
  phoneLibrary,
  usualNumberTypes,
} from '../../../platform/kernel/index.ts';
import { type Dialability, dialability } from './dialability.ts';
import { readDialedUser } from './dialed-user.ts';
import { isWhole } from './home-plan.ts';
import { type DialPlan, type Reading, readingsOf } from './readings.ts';

export type { DialPlan } from './readings.ts';

/** Returns the plan of a trunk with its country, which defaults to that of the organization's number. */
export function dialPlanOf(plan: DialPlan, ownNumber: string): DialPlan {
  return { ...plan, country: plan.country ?? countryCandidates(ownNumber)[0] ?? null };
}

type Refusal = Extract<Dialability, { allowed: false }>;

type ReadUser =
  /** The number that the plan makes of it (E.164). */
  | { kind: 'number'; e164: string }
  /** A name that no switch takes for a number, such as `sales`. */
  | { kind: 'name' }
  /** A short extension, or characters that only the switch understands. */
  | { kind: 'unknown' };

/** `as`: how the plan reads a user part that is refused. */
type JudgedUser = ReadUser | { kind: 'refused'; refusal: Refusal; as: ReadUser['kind'] };

/** The organization's permissions to dial. */
export interface Reach {
  allowedCountries: readonly string[];
  allowedNumberTypes?: readonly PhoneNumberType[];
}

/**
 * Checks all numbers that switches may read in the user part of a SIP or tel URI. `user` is without the host and still
 * percent-encoded; `parameters` are those of the URI. One reading that may not be dialed refuses it. Emergency and
 * premium-rate numbers are reported before countries and types, which settings can allow.
 */
export function judgeDialedUser(
  user: string,
  parameters: ReadonlyMap<string, string | null>,
  plan: DialPlan,
  reach: Reach,
): JudgedUser {
  const read = readDialedUser(user, parameters);
  if (read === null) {
    const message = 'It holds digits or escapes that cannot be read.';
    return { kind: 'refused', refusal: { allowed: false, reason: 'invalid', message }, as: 'unknown' };
  }
  const readings = readingsOf(read, plan);
  const own = readings.find(({ likelihood }) => likelihood === 'plan');
  const asRead: ReadUser = own
    ? { kind: 'number', e164: own.number }
    : { kind: read.isName ? 'name' : 'unknown' };
  for (const judge of [neverDialed, outOfReach]) {
    for (const reading of readings) {
      const refusal = judge(reading, plan, reach);
      if (refusal) return { kind: 'refused', refusal: explained(refusal, reading), as: asRead.kind };
    }
  }
  return asRead;
}

/** Returns why a reading is never dialed: it is an emergency number, or a premium-rate number of a possible length. */
function neverDialed({ number }: Reading, { country }: DialPlan): Refusal | null {
  if (isEmergencyNumber(number, country)) return dialabilityOfEmergency;
  const judged = dialability(number, []);
  if (judged.allowed || judged.reason !== 'premium-rate') return null;
  return phoneLibrary().validatePhoneNumberLength(number) === undefined ? judged : null;
}

const dialabilityOfEmergency: Refusal = {
  allowed: false,
  reason: 'emergency',
  message: 'Emergency numbers are never dialed.',
};

/** Returns why a reading may not be dialed by this organization. */
function outOfReach(
  { number, likelihood }: Reading,
  _plan: DialPlan,
  { allowedCountries, allowedNumberTypes = usualNumberTypes }: Reach,
): Refusal | null {
  if (likelihood === 'unlikely' || (likelihood === 'likely' && !isWhole(number))) return null;
  const judged = dialability(number, allowedCountries, allowedNumberTypes);
  return judged.allowed ? null : judged;
}

function explained(refusal: Refusal, { number, likelihood }: Reading): Refusal {
  if (likelihood === 'plan') return refusal;
  const isSetting = refusal.reason === 'country-not-allowed' || refusal.reason === 'number-type-not-allowed';
  const advice = isSetting ? ' Write the number with + and its country code.' : '';
  return { ...refusal, message: `${refusal.message} A switch may read ${number} in it.${advice}` };
}
