import { change, type Scope } from '../audit/index.ts';
import { dueAt, holdMessage } from '../calls/index.ts';
import { Batcher, type Database, type Notifier, type Queryable, statement } from '../db/index.ts';
import { type FieldError, invalid, newId, notFound } from '../kernel/index.ts';
import { ScheduleCache } from './schedule-cache.ts';
import type { CampaignCall, CampaignCallQueued } from './schemas.ts';

const queue = statement(
  'campaigns.queue_calls',
  'select item, campaign_id, problems from queue_campaign_calls($1) order by item',
);

interface Outcome {
  campaign_id: string | null;
  problems: string[];
}

type Item = Record<string, unknown>;

/** How often the due time is reckoned anew because the schedule changed in between. */
const attemptsMax = 5;

/** Queues campaign calls; what many requests ask for at once is written in one statement with one commit. */
export class CampaignQueue {
  readonly #schedules: ScheduleCache;
  readonly #notifier: Notifier;
  readonly #batcher: Batcher<Item, Outcome>;

  constructor(db: Database, notifier: Notifier) {
    this.#schedules = new ScheduleCache(db);
    this.#notifier = notifier;
    this.#batcher = new Batcher({ run: (items) => runQueue(db, items), itemsMax: 200, batchesMax: 2 });
  }

  /** Answers when the call is committed. */
  async add(scope: Scope, agentId: string, input: CampaignCall): Promise<CampaignCallQueued> {
    for (let attempt = 1; ; attempt++) {
      const item = await this.#itemOf(scope, agentId, input);
      try {
        const answer = scope.idempotency ? await queueOnce(scope, item) : await this.#queueWithOthers(item);
        this.#notifier.notify('parley_calls');
        return answer;
      } catch (thrown) {
        if (!(thrown instanceof RefusedCall)) throw thrown;
        if (!thrown.problems.includes('schedule-stale') || attempt === attemptsMax)
          throw problemsError(thrown.problems);
        this.#schedules.forget(scope.actor.organizationId, input.scheduleId);
      }
    }
  }

  async #queueWithOthers(item: Item): Promise<CampaignCallQueued> {
    return answerOf(item, await this.#batcher.add(item));
  }

  async #itemOf({ actor }: Scope, agentId: string, input: CampaignCall): Promise<Item> {
    const schedule = await this.#schedules.get(actor.organizationId, input.scheduleId);
    const now = Date.now();
    const due = schedule ? dueAt(schedule, input.phoneNumber, now) : { atMs: now, holdReason: null };
    const dueAtText = new Date(due.atMs).toISOString();
    return {
      organizationId: actor.organizationId,
      callId: newId('call', now),
      newCampaignId: newId('campaign', now),
      agentId,
      campaignName: input.campaignName,
      scheduleId: input.scheduleId,
      scheduleVersion: schedule?.version ?? 0,
      phoneNumber: input.phoneNumber,
      phoneNumberId: input.phoneNumberId,
      variables: input.variables,
      callRetryConfigId: input.callRetryConfigId ?? null,
      localPresenceEnabled: input.localPresenceEnabled ?? false,
      maxConcurrentCalls: input.maxConcurrentCalls ?? null,
      endAt: typeof input.endCampaignAt === 'number' ? new Date(input.endCampaignAt).toISOString() : null,
      dueAt: dueAtText,
      holdReason: due.holdReason,
      holdMessage: due.holdReason === null ? null : holdMessage(due.holdReason, dueAtText),
      memberId: actor.memberId,
      requestId: actor.requestId,
    };
  }
}

/** A call that was not queued, and why. */
class RefusedCall extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super('the call was refused');
    this.problems = problems;
  }
}

function answerOf(item: Item, outcome: Outcome | undefined): CampaignCallQueued {
  if (!outcome || outcome.campaign_id === null) throw new RefusedCall(outcome?.problems ?? []);
  const campaignId = outcome.campaign_id;
  return { message: 'Campaign call queued successfully', callId: String(item.callId), campaignId };
}

async function runQueue(db: Queryable, items: Item[]): Promise<Outcome[]> {
  return db.query<Outcome>(queue, [JSON.stringify(items)]);
}

/** With an Idempotency-Key the call and the stored answer are one transaction; a refused call undoes both. */
async function queueOnce(scope: Scope, item: Item): Promise<CampaignCallQueued> {
  return change(scope, async (tx) => {
    const [outcome] = await runQueue(tx, [item]);
    return { result: answerOf(item, outcome), audit: [] };
  });
}

function problemsError(problems: string[]): Error {
  if (problems.includes('agent')) return notFound('agent');
  return invalid(problems.map(fieldError));
}

const words: Record<string, string> = {
  scheduleId: 'there is no schedule with this id',
  'schedule-stale': 'the schedule is being changed; try again',
  phoneNumberId: 'there is no phone number with this id',
  callRetryConfigId: 'there is no retry configuration with this id',
  localPresenceEnabled: 'the organization has no local presence phone numbers',
  endCampaignAt: 'must be in the future',
};

function fieldError(problem: string): FieldError {
  const [field = '', limit] = problem.split(':');
  if (field === 'maxConcurrentCalls') {
    return { field, message: `must not exceed the organization's limit of ${limit}` };
  }
  if (field.startsWith('variables.')) return { field: problem, message: 'is required by the agent' };
  return { field: field === 'schedule-stale' ? 'scheduleId' : field, message: words[field] ?? 'is invalid' };
}
