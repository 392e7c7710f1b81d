import type { Schema } from '../../api/schema.ts';
import { groupOf } from '../call-outcomes/index.ts';
import type { Call, Ended } from './call-labels.ts';

type Decision = Schema<'CallWhy'>['decisions'][number];

/** The page that mends a failure. */
export type Remedy = 'agent' | 'calls' | 'number' | 'processes' | 'providers' | 'trunks';

/** Why a call failed, and what to do about it. */
export interface CallFailure {
  /** The event as a sentence without its full stop. The outcome is the heading above it. */
  what: string;
  /** The recorded reason; null until the decisions are known. */
  cause: string | null;
  advice: string;
  /** Null where the page's own buttons are the remedy. */
  remedy: Remedy | null;
}

type Advice = Omit<CallFailure, 'cause'>;

const wrongNumber = 'Correct the number before it is called again.';
const byReason: Partial<Record<NonNullable<Call['endedReason']>, Advice>> = {
  'no-audio-received': {
    what: 'No sound came from the other side',
    advice: 'Check that the firewall lets the audio ports through, and the public address.',
    remedy: 'trunks',
  },
  'trunk-unreachable': {
    what: 'The trunk could not be reached',
    advice: 'Check the host, the port, the transport and the firewall of the trunk.',
    remedy: 'trunks',
  },
  'number-invalid': { what: 'The number does not exist', advice: wrongNumber, remedy: 'calls' },
  'operator-intercept': {
    what: 'The network could not connect the call',
    advice: wrongNumber,
    remedy: 'calls',
  },
  'worker-lost': {
    what: 'Parley lost the call',
    advice: 'Call the customer again, and check why the process stopped.',
    remedy: 'processes',
  },
  'unknown-outcome': {
    what: 'It is not known how the call went',
    advice: 'Redial only if the customer may be called twice.',
    remedy: null,
  },
};

/** Advice where the trunk leads to a telephone and not to a carrier. */
const ofTelephone: Partial<Record<NonNullable<Call['endedReason']>, Advice>> = {
  'no-audio-received': {
    what: 'The telephone sent no sound',
    advice:
      'Check that the telephone sends audio: it must not be muted, and it needs a microphone (a sound card). If it does, check that the firewall lets the audio ports through, and the public address.',
    remedy: 'trunks',
  },
  'trunk-unreachable': {
    what: 'The telephone could not be reached',
    advice: 'Start the telephone, and compare its address and port with those of the trunk.',
    remedy: 'trunks',
  },
};

/** Advice for a refusal by a telephone, by the final SIP status (RFC 3261 §21, RFC 8688). */
function afterTelephone(sipCode: number | null): Advice {
  const what = 'The telephone refused the call';
  if (sipCode === 488 || sipCode === 606)
    return { what, advice: 'Choose a codec for the trunk that the telephone takes.', remedy: 'trunks' };
  if (sipCode === 401 || sipCode === 403 || sipCode === 407)
    return {
      what,
      advice: 'Look at the telephone: it takes calls only from addresses or accounts that it knows.',
      remedy: 'trunks',
    };
  if (sipCode === 608)
    return {
      what,
      advice:
        'It was declined as an unwanted call. Call from another number, or allow this one at the telephone.',
      remedy: 'number',
    };
  return {
    what,
    advice: 'Look at the telephone: it may be set to take no calls, or have no sound card.',
    remedy: 'trunks',
  };
}

/** Advice for a refusal by the trunk, by the final SIP status (RFC 3261 §21). */
function afterRefusal(sipCode: number | null): Advice {
  const what = 'The trunk refused the call';
  if (sipCode === 401 || sipCode === 407)
    return { what, advice: 'Correct the user name and the password of the trunk.', remedy: 'trunks' };
  if (sipCode === 403)
    return {
      what,
      advice:
        'Ask the carrier whether this number may be the caller id, and whether the account may call there.',
      remedy: 'number',
    };
  if (sipCode === 488 || sipCode === 606)
    return {
      what: 'The trunk takes none of the codecs, or not the encryption of the audio',
      advice: 'Ask the carrier what it takes, and choose a codec and an encryption that it accepts.',
      remedy: 'trunks',
    };
  if (sipCode === 607 || sipCode === 608)
    return {
      what,
      advice: 'The caller id may be blocked as spam. Call from another number.',
      remedy: 'number',
    };
  if (sipCode === 429 || sipCode === 503)
    return {
      what,
      advice: 'Lower the calls per second of the trunk, or add another trunk.',
      remedy: 'trunks',
    };
  return { what, advice: 'Ask the carrier what the answer means, and check the trunk.', remedy: 'trunks' };
}

/** Facts of `why` that name a provider as the cause. */
const ofProviders = new Set(['provider-failed', 'provider-skipped', 'caller-unanswered']);

/**
 * Returns why a call failed, or null for any other call. Busy and unanswered calls have not failed. The decisions are
 * null while they are loaded. A softphone's trunk gets advice of its own.
 */
export function failureOf(
  call: Ended & Pick<Call, 'sipCode'>,
  decisions: readonly Decision[] | null,
  isToTelephone = false,
): CallFailure | null {
  const { endedReason, sipCode } = call;
  if (endedReason === null || groupOf(endedReason) !== 'failed') return null;
  const end = decisions?.findLast(({ decision }) => decision === 'ended' || decision === 'canceled');
  const cause = end?.message ?? null;
  const ofTheTelephone = isToTelephone ? ofTelephone[endedReason] : undefined;
  if (ofTheTelephone) return { ...ofTheTelephone, cause };
  if (endedReason === 'trunk-rejected')
    return { ...(isToTelephone ? afterTelephone(sipCode) : afterRefusal(sipCode)), cause };
  const known = byReason[endedReason];
  if (known) return { ...known, cause };
  const ofProvider = decisions?.findLast(({ reason }) => ofProviders.has(reason));
  if (ofProvider)
    return {
      what: 'A provider failed',
      cause: ofProvider.message,
      advice: 'Check the key and the quota of the provider, and give the agent a fallback.',
      remedy: 'providers',
    };
  if (cause && /audio|connection|trunk/i.test(cause))
    return {
      what: 'The call could not be carried on',
      cause,
      advice: 'Check the audio ports, the public address and the trunk.',
      remedy: 'trunks',
    };
  return {
    what: 'The call could not be carried on',
    cause,
    advice: 'Check the providers of the agent.',
    remedy: 'agent',
  };
}

/** Failures that retry configurations may repeat, as `retryOutcome` does. */
const repeatable = new Set<Call['endedReason']>(['trunk-rejected', 'trunk-unreachable']);

/**
 * Returns whether the customer of a failed call is called again, as the program decided; null until the decisions are
 * known.
 */
export function nextCallOf(
  { type, endedReason }: Pick<Call, 'type' | 'endedReason'>,
  decisions: readonly Decision[] | null,
): string | null {
  if (decisions === null || type !== 'outboundPhoneCall') return null;
  const retried = decisions.findLast(({ decision }) => decision === 'retried');
  if (retried) return `The customer is called again. ${retried.message}`;
  if (repeatable.has(endedReason))
    return 'The customer is not called again: no retry configuration has an attempt left after this outcome.';
  // Only some announcements of a network permit another attempt, and the reason does not say which one it was.
  return endedReason === 'operator-intercept'
    ? 'The customer is not called again.'
    : 'The customer is not called again: calls with this outcome are not repeated.';
}
