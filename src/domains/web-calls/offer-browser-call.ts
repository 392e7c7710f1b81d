import type { Database } from '../../platform/db/index.ts';
import { delay, monotonicMs } from '../../platform/kernel/index.ts';
import type { LinkPlace } from './browser-link.ts';
import { findBrowserAnswer, forgetWebCall, insertBrowserOffer } from './store.ts';

/** The longest wait for a process that answers, and how often its answer is looked for. */
const answerMsMax = 2500;
const lookEveryMs = 40;

interface BrowserCallOffer {
  organizationId: string;
  browserCallId: string;
  agentId: string;
  /** The SDP of the browser. */
  offer: string;
}

/**
 * Offers a browser call to the processes that carry calls. Returns the answer of one and where to reach it; `null` when none
 * answers in time. The offer is gone from the database afterwards.
 */
export async function offerBrowserCall(
  db: Database,
  { organizationId, browserCallId: callId, agentId, offer }: BrowserCallOffer,
  gone: AbortSignal,
): Promise<{ answer: string; place: LinkPlace } | null> {
  const key = { organizationId, callId };
  await insertBrowserOffer(db, { ...key, agentId, offer });
  try {
    const untilMs = monotonicMs() + answerMsMax;
    while (monotonicMs() < untilMs && !gone.aborted) {
      const found = await findBrowserAnswer(db, key);
      if (!found || found.state === 'refused') return null;
      const { answer, address, token } = found;
      if (answer !== null) return address && token ? { answer, place: { address, token } } : null;
      await delay(lookEveryMs, gone);
    }
    return null;
  } finally {
    await forgetWebCall(db, key);
  }
}
