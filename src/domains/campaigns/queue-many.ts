import type { Queryable } from '../../platform/db/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import type { ScheduleCache } from './schedule-cache.ts';
import type { CampaignCall } from './schemas.ts';
import { type CallItem, callItem, dueTimeAttemptsMax, type Outcome, queueCalls } from './store/queue.ts';

/** A queued call, or its problems. */
export type ManyOutcome = { callId: string; campaignId: string } | { problems: readonly string[] };

interface Many {
  actor: Pick<Actor, 'organizationId' | 'memberId' | 'requestId'>;
  agentId: string;
  inputs: readonly CampaignCall[];
  schedules: ScheduleCache;
  nowMs: number;
}

/** Queues calls of one agent in one statement, each by itself. Results are in the order of the inputs. */
export async function queueMany(tx: Queryable, many: Many): Promise<ManyOutcome[]> {
  const outcomes: ManyOutcome[] = [];
  let open = many.inputs.map((input, index) => ({ input, index }));
  for (let attempt = 1; open.length > 0; attempt++) {
    const items = await itemsOf(
      tx,
      many,
      open.map(({ input }) => input),
    );
    const answers = await queueCalls(tx, items);
    const stale = new Set<number>();
    open.forEach(({ index }, i) => {
      outcomes[index] = outcomeOf(items[i]!, answers[i]);
      if (isStale(answers[i]) && attempt < dueTimeAttemptsMax) stale.add(index);
    });
    open = open.filter(({ index }) => stale.has(index));
    for (const { input } of open) many.schedules.forget(many.actor.organizationId, input.scheduleId);
  }
  return outcomes;
}

async function itemsOf(
  tx: Queryable,
  { actor, agentId, schedules, nowMs }: Many,
  inputs: readonly CampaignCall[],
): Promise<CallItem[]> {
  const ids = inputs.map(({ scheduleId }) => scheduleId);
  const found = await schedules.getMany(tx, actor.organizationId, ids);
  const newIds = new Map<string, string>();
  return inputs.map((input) => {
    const item = callItem(actor, agentId, input, found.get(input.scheduleId) ?? null, nowMs);
    // Calls that begin the same campaign share its new id.
    item.newCampaignId = newIds.get(input.campaignName) ?? item.newCampaignId;
    newIds.set(input.campaignName, item.newCampaignId);
    return item;
  });
}

function isStale(outcome: Outcome | undefined): boolean {
  return outcome?.problems.includes('schedule-stale') ?? false;
}

function outcomeOf({ callId }: CallItem, outcome: Outcome | undefined): ManyOutcome {
  if (!outcome || outcome.campaign_id === null) return { problems: outcome?.problems ?? [] };
  return { callId, campaignId: outcome.campaign_id };
}
