import { z } from 'zod';

/**
 * What the webhook said of a call; `unavailable`: nothing that can be used, and why; `unasked`: it was not asked at all, and
 * why.
 */
export type EligibilityAnswer =
  | { kind: 'eligible' }
  | { kind: 'ineligible'; reason: string | null; retryAfterSeconds: number | null }
  | { kind: 'unavailable' | 'unasked'; reason: string };

/** As much of a reason as is kept, and the longest time after which it may be asked again: 30 days. */
const reasonMax = 200;
const retryAfterMaxSeconds = 30 * 86_400;

const Answer = z.object({
  eligible: z.boolean(),
  reason: z.string().nullish(),
  retryAfterSeconds: z.number().min(1).max(retryAfterMaxSeconds).nullish(),
});

/** Reads the answer of the webhook: a 2xx with JSON that says `eligible`. Anything else is none. */
export function readAnswer(status: number, text: string): EligibilityAnswer {
  if (status < 200 || status > 299) return { kind: 'unavailable', reason: `it answered ${status}` };
  const answer = Answer.safeParse(parsed(text));
  if (!answer.success) return { kind: 'unavailable', reason: 'its answer is not what was asked for' };
  if (answer.data.eligible) return { kind: 'eligible' };
  const { reason, retryAfterSeconds } = answer.data;
  return {
    kind: 'ineligible',
    reason: reason == null ? null : oneLine(reason),
    retryAfterSeconds: retryAfterSeconds ?? null,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without control characters and half characters, which the database takes none of. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, reasonMax)
    .toWellFormed();
}
