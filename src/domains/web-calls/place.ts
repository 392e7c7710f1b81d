import type { Database } from '../../platform/db/index.ts';
import { ApiError, delay, monotonicMs, newId, notFound } from '../../platform/kernel/index.ts';
import {
  findWebCallAnswer,
  hangUpWebCall,
  offerWebCall,
  type WebCallOffer,
  type WebCallRefusal,
  withdrawWebCall,
} from './store.ts';

/** The longest wait for a process that answers, and how often its answer is looked for. */
const answerMsMax = 15_000;
const lookEveryMs = 60;

/**
 * Offers a call to the processes that carry calls, and waits for the answer of one. Throws an ApiError when none answers.
 * The call is given up when the signal aborts, because its visitor is gone.
 */
export async function placeWebCall(
  db: Database,
  given: Omit<WebCallOffer, 'callId'>,
  gone: AbortSignal,
): Promise<{ callId: string; answer: string }> {
  const call = { ...given, callId: newId('call') };
  if (!(await offerWebCall(db, call))) {
    const message = 'This network has several calls with the agent already. End one first.';
    throw new ApiError(429, 'calls.too_many_of_visitor', message, { headers: { 'retry-after': '30' } });
  }
  const untilMs = monotonicMs() + answerMsMax;
  while (monotonicMs() < untilMs && !gone.aborted) {
    const found = await findWebCallAnswer(db, call);
    if (!found) break;
    if (found.answer !== null) return { callId: call.callId, answer: found.answer };
    if (found.state === 'refused') {
      await withdrawWebCall(db, call);
      throw refused(found.refusal ?? 'busy');
    }
    await delay(lookEveryMs, gone);
  }
  if (!(await withdrawWebCall(db, call))) await hangUpWebCall(db, call);
  throw refused('busy');
}

function refused(refusal: WebCallRefusal): ApiError {
  switch (refusal) {
    case 'busy': {
      const headers = { 'retry-after': '10' };
      return new ApiError(503, 'calls.busy', 'All lines are busy. Try again later.', { headers });
    }
    case 'agent-unusable':
      return new ApiError(409, 'agent.unusable', 'The agent cannot speak now.');
    case 'agent-gone':
      return notFound('agent');
  }
}
