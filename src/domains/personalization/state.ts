import type { Personalization } from './schemas.ts';

/** The latest push of a number, as it is stored. */
export interface StoredPush {
  data: Record<string, unknown>;
  pushedAt: string;
  consumedAt: string | null;
  consumedByCallId: string | null;
}

/**
 * Returns what the next call from a number will use. A number starts with `none`, a push makes it `available`, the next
 * call `consumed`, and a later push `available` again. An older push is never used again.
 */
export function upcomingFor(phoneNumber: string, push: StoredPush | null): Personalization {
  if (push === null) {
    return {
      phoneNumber,
      state: 'none',
      reason: 'No data was pushed for this number, so the next call proceeds without personalization.',
      data: null,
      pushedAt: null,
      consumedAt: null,
      consumedByCallId: null,
    };
  }
  const { data, pushedAt, consumedAt, consumedByCallId } = push;
  if (consumedAt === null) {
    const reason = `The latest push, of ${pushedAt}, is unused, so the next call uses it.`;
    return { phoneNumber, state: 'available', reason, data, pushedAt, consumedAt, consumedByCallId };
  }
  const reason =
    `Call ${consumedByCallId} used the latest push, so the next call proceeds without personalization` +
    'unless there is a new push.';
  return { phoneNumber, state: 'consumed', reason, data: null, pushedAt, consumedAt, consumedByCallId };
}
