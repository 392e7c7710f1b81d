import type { Personalization } from './schemas.ts';

/** The most recent push of a number, as it is stored. */
export interface StoredPush {
  data: Record<string, unknown>;
  pushedAt: string;
  consumedAt: string | null;
  consumedByCallId: string | null;
}

/**
 * What the next call from a number will use. A number without a push has `none`; a push makes it `available`,
 * the next call `consumed`, and a later push `available` again. An older push is never fallen back on.
 */
export function upcomingFor(phoneNumber: string, push: StoredPush | null): Personalization {
  if (push === null) {
    return {
      phoneNumber,
      state: 'none',
      reason: 'Nothing was pushed for this number, so the next call proceeds without personalization.',
      data: null,
      pushedAt: null,
      consumedAt: null,
      consumedByCallId: null,
    };
  }
  const { data, pushedAt, consumedAt, consumedByCallId } = push;
  if (consumedAt === null) {
    const reason = `The push of ${pushedAt} is the most recent one and no call has used it, so the next call uses it.`;
    return { phoneNumber, state: 'available', reason, data, pushedAt, consumedAt, consumedByCallId };
  }
  const reason =
    `Call ${consumedByCallId} used the most recent push, so the next call proceeds without personalization ` +
    'unless there is a new push.';
  return { phoneNumber, state: 'consumed', reason, data: null, pushedAt, consumedAt, consumedByCallId };
}
