import { change, type Scope } from '../../platform/audit/index.ts';
import { Batcher, type Database, type Notifier } from '../../platform/db/index.ts';
import { problemsError } from './problems.ts';
import { queueBatch } from './queue-batch.ts';
import { ScheduleCache } from './schedule-cache.ts';
import type {
  CampaignCall,
  CampaignCallBatch,
  CampaignCallBatchQueued,
  CampaignCallQueued,
} from './schemas.ts';
import { type CallItem, callItem, dueTimeAttemptsMax, type Outcome, queueCalls } from './store/queue.ts';

/** Dialers need no notification of calls that become due later. They look at the queue every second. */
const knownWithinMs = 2000;

/** Queues campaign calls. Gathers concurrent requests into one statement with one commit. */
export class CampaignQueue {
  readonly #schedules: ScheduleCache;
  readonly #notifier: Notifier;
  readonly #batcher: Batcher<CallItem, Outcome>;

  constructor(db: Database, notifier: Notifier) {
    this.#schedules = new ScheduleCache(db);
    this.#notifier = notifier;
    this.#batcher = new Batcher({ run: (items) => queueCalls(db, items), itemsMax: 200, batchesMax: 2 });
  }

  /** Queues one call. Resolves when it is committed. */
  async add(scope: Scope, agentId: string, input: CampaignCall): Promise<CampaignCallQueued> {
    for (let attempt = 1; ; attempt++) {
      const item = await this.#itemOf(scope, agentId, input);
      try {
        const answer = scope.idempotency ? await queueOnce(scope, item) : await this.#queueWithOthers(item);
        if (Date.parse(item.dueAt) < Date.now() + knownWithinMs) this.#notifier.notify('parley_calls');
        return answer;
      } catch (thrown) {
        if (!(thrown instanceof RefusedCall)) throw thrown;
        if (!thrown.problems.includes('schedule-stale') || attempt === dueTimeAttemptsMax)
          throw problemsError(thrown.problems);
        this.#schedules.forget(scope.actor.organizationId, input.scheduleId);
      }
    }
  }

  /** Queues many calls, each accepted or refused by itself. Resolves when the accepted ones are committed. */
  async addBatch(scope: Scope, agentId: string, batch: CampaignCallBatch): Promise<CampaignCallBatchQueued> {
    const answer = await queueBatch(scope, this.#schedules, agentId, batch);
    if (answer.accepted > 0) this.#notifier.notify('parley_calls');
    return answer;
  }

  async #queueWithOthers(item: CallItem): Promise<CampaignCallQueued> {
    return answerOf(item, await this.#batcher.add(item));
  }

  async #itemOf({ actor }: Scope, agentId: string, input: CampaignCall): Promise<CallItem> {
    const schedule = await this.#schedules.get(actor.organizationId, input.scheduleId);
    return callItem(actor, agentId, input, schedule, Date.now());
  }
}

/** A refused call, with its problems. */
class RefusedCall extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super('the call was refused');
    this.problems = problems;
  }
}

function answerOf(item: CallItem, outcome: Outcome | undefined): CampaignCallQueued {
  if (!outcome || outcome.campaign_id === null) throw new RefusedCall(outcome?.problems ?? []);
  const campaignId = outcome.campaign_id;
  return { message: 'Campaign call queued successfully', callId: item.callId, campaignId };
}

/** With an Idempotency-Key, the call and the stored answer share a transaction. A refused call rolls both back. */
async function queueOnce(scope: Scope, item: CallItem): Promise<CampaignCallQueued> {
  return change(scope, async (tx) => {
    const [outcome] = await queueCalls(tx, [item]);
    return { result: answerOf(item, outcome), audit: [] };
  });
}
