import type { Queryable } from '../../platform/db/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import type { CampaignCall } from './schemas.ts';
import { callItem, namesGiven, selectProblemsOfMany } from './store/queue.ts';

/** How many different calls are remembered. */
const knownMax = 10_000;

/**
 * Finds the problems for which calls of an agent would be refused, and stores nothing. Calls that differ only in their
 * number and the values of their variables have the same problems, so a file of many rows needs few checks.
 */
export class CallCheck {
  readonly #actor: Actor;
  readonly #agentId: string;
  readonly #known = new Map<string, readonly string[]>();

  constructor(actor: Actor, agentId: string) {
    this.#actor = actor;
    this.#agentId = agentId;
  }

  /** Returns the problems of each call, as `queue_campaign_calls` reports them. */
  async problemsOf(db: Queryable, calls: readonly CampaignCall[]): Promise<(readonly string[])[]> {
    if (this.#known.size > knownMax) this.#known.clear();
    const keys = calls.map(keyOf);
    const fresh = new Map<string, CampaignCall>();
    keys.forEach((key, i) => {
      if (!this.#known.has(key)) fresh.set(key, calls[i]!);
    });
    const nowMs = Date.now();
    const items = [...fresh.values()].map((call) => callItem(this.#actor, this.#agentId, call, null, nowMs));
    const problems = await selectProblemsOfMany(db, items);
    [...fresh.keys()].forEach((key, i) => {
      this.#known.set(key, problems[i]!);
    });
    return keys.map((key) => this.#known.get(key)!);
  }
}

/** Returns the parts of a call that `campaign_call_problems` looks at. */
function keyOf(call: CampaignCall): string {
  const { scheduleId, phoneNumberId, callRetryConfigId, localPresenceEnabled } = call;
  const { maxConcurrentCalls, endCampaignAt, variables } = call;
  const ids = [scheduleId, phoneNumberId, callRetryConfigId, localPresenceEnabled];
  return JSON.stringify([...ids, maxConcurrentCalls, endCampaignAt, namesGiven(variables)]);
}
