import type { Notifier, Transaction } from '../../platform/db/index.ts';
import { inputProblems } from '../../platform/http/index.ts';
import { type FieldError, invalid } from '../../platform/kernel/index.ts';
import type { ImportKind, ImportRecord, ImportRow } from '../imports/index.ts';
import { problemFields } from './problems.ts';
import { type ManyOutcome, queueMany } from './queue-many.ts';
import type { ScheduleCache } from './schedule-cache.ts';
import { CampaignCall } from './schemas.ts';
import { campaignInUse } from './store/campaigns.ts';

/** Queues the rows of a file as calls of its campaign, by the same rules as a single call. */
export function importedCalls(schedules: ScheduleCache, notifier: Notifier): ImportKind {
  return {
    name: 'calls',
    take: (tx, record, rows) => takeCalls(tx, schedules, record, rows),
    taken: () => notifier.notify('parley_calls'),
  };
}

async function takeCalls(
  tx: Transaction,
  schedules: ScheduleCache,
  record: ImportRecord,
  rows: readonly ImportRow[],
): Promise<(string | null)[]> {
  const { organizationId, memberId, requestId } = record;
  const campaign = await campaignInUse(tx, organizationId, record.campaignId!);
  if (campaign === null) return rows.map(() => 'campaignId: the campaign is ended');
  const parsed = rows.map((row) => CampaignCall.safeParse(callOf(record, row), { reportInput: true }));
  const inputs = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const outcomes = await queueMany(tx, {
    actor: { organizationId, memberId, requestId },
    agentId: campaign.agentId,
    inputs,
    schedules,
    nowMs: Date.now(),
  });
  const others = outcomes.some((it) => 'campaignId' in it && it.campaignId !== campaign.campaignId);
  if (others) throw new Error('the campaign of an import ended while its rows were taken');
  let next = 0;
  return parsed.map((row) =>
    row.success ? problemOf(outcomes[next++]!) : words(inputProblems(row.error, 'row')),
  );
}

/** A cell with a value replaces the shared value. */
function callOf({ settings }: ImportRecord, { phoneNumber, values }: ImportRow): unknown {
  const call: Record<string, unknown> = { ...settings, phoneNumber };
  const variables: [string, string][] = [];
  for (const [target, value] of values) {
    if (target.startsWith('variables.')) variables.push([target.slice('variables.'.length), value]);
    else call[target] = target === 'priority' && /^\d$/.test(value) ? Number(value) : value;
  }
  return { ...call, variables: Object.fromEntries(variables) };
}

function problemOf(outcome: ManyOutcome): string | null {
  if (!('problems' in outcome)) return null;
  return outcome.problems.includes('agent')
    ? 'agentId: the agent was deleted'
    : words(problemFields(outcome.problems));
}

/** Joins the problems of a row in one line. */
function words(failing: FieldError[]): string {
  const { details = [] } = invalid(failing);
  return details.map(({ field, message }) => `${field}: ${message}`).join('; ');
}
