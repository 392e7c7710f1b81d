import type { Schema } from '../../api/schema.ts';
import { type Call, type Ended, outcomeOf } from './call-labels.ts';

type Decision = Schema<'CallWhy'>['decisions'][number];

/** The page that mends a failure. */
export type Remedy = 'agent' | 'calls' | 'number' | 'processes' | 'providers' | 'trunks';

/** Why a call failed, and what to do about it. */
export interface CallFailure {
  title: string;
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
    title: 'No audio was received',
    advice: 'Check that the firewall lets the audio ports through, and the public address.',
    remedy: 'trunks',
  },
  'trunk-unreachable': {
    title: 'The trunk could not be reached',
    advice: 'Check the host, the port, the transport and the firewall of the trunk.',
    remedy: 'trunks',
  },
  'number-invalid': { title: 'The number does not exist', advice: wrongNumber, remedy: 'calls' },
  'operator-intercept': {
    title: 'The network could not connect the call',
    advice: wrongNumber,
    remedy: 'calls',
  },
  'worker-lost': {
    title: 'Parley lost the call',
    advice: 'Call the customer again, and check why the process stopped.',
    remedy: 'processes',
  },
  'unknown-outcome': {
    title: 'It is not known how the call went',
    advice: 'Redial only if the customer may be called twice.',
    remedy: null,
  },
};

/** Advice where the trunk leads to a telephone and not to a carrier. */
const ofTelephone: Partial<Record<NonNullable<Call['endedReason']>, Advice>> = {
  'no-audio-received': {
    title: 'No audio was received',
    advice:
      'Check that the telephone sends audio: it must not be muted, and it needs a microphone (a sound card). If it does, check that the firewall lets the audio ports through, and the public address.',
    remedy: 'trunks',
  },
  'trunk-unreachable': {
    title: 'The telephone could not be reached',
    advice: 'Start the telephone, and compare its address and port with those of the trunk.',
    remedy: 'trunks',
  },
  'trunk-rejected': {
    title: 'The telephone refused the call',
    advice:
      'Look at the telephone: it may be set to take no calls, have no sound card, or take none of the codecs of the trunk.',
    remedy: 'trunks',
  },
};

/** Advice for a refusal by the trunk, by the final SIP status (RFC 3261 §21). */
function afterRefusal(sipCode: number | null): Advice {
  const title = 'The trunk refused the call';
  if (sipCode === 401 || sipCode === 407)
    return { title, advice: 'Correct the user name and the password of the trunk.', remedy: 'trunks' };
  if (sipCode === 403)
    return {
      title,
      advice:
        'Ask the carrier whether this number may be the caller id, and whether the account may call there.',
      remedy: 'number',
    };
  if (sipCode === 488 || sipCode === 606)
    return {
      title: 'The trunk takes none of the codecs, or not the encryption of the audio',
      advice: 'Ask the carrier what it takes, and choose a codec and an encryption that it accepts.',
      remedy: 'trunks',
    };
  if (sipCode === 607 || sipCode === 608)
    return {
      title,
      advice: 'The caller id may be blocked as spam. Call from another number.',
      remedy: 'number',
    };
  if (sipCode === 429 || sipCode === 503)
    return {
      title,
      advice: 'Lower the calls per second of the trunk, or add another trunk.',
      remedy: 'trunks',
    };
  return { title, advice: 'Ask the carrier what the answer means, and check the trunk.', remedy: 'trunks' };
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
  if (endedReason === null || outcomeOf(call).tone !== 'bad') return null;
  const end = decisions?.findLast(({ decision }) => decision === 'ended' || decision === 'canceled');
  const cause = end?.message ?? null;
  const ofTheTelephone = isToTelephone ? ofTelephone[endedReason] : undefined;
  if (ofTheTelephone) return { ...ofTheTelephone, cause };
  if (endedReason === 'trunk-rejected') return { ...afterRefusal(sipCode), cause };
  const known = byReason[endedReason];
  if (known) return { ...known, cause };
  const ofProvider = decisions?.findLast(({ reason }) => ofProviders.has(reason));
  if (ofProvider)
    return {
      title: 'A provider failed',
      cause: ofProvider.message,
      advice: 'Check the key and the quota of the provider, and give the agent a fallback.',
      remedy: 'providers',
    };
  if (cause && /audio|connection|trunk/i.test(cause))
    return {
      title: 'The call could not be carried on',
      cause,
      advice: 'Check the audio ports, the public address and the trunk.',
      remedy: 'trunks',
    };
  return {
    title: 'The call could not be carried on',
    cause,
    advice: 'Check the providers of the agent.',
    remedy: 'agent',
  };
}
