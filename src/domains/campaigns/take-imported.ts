import type { Notifier, Queryable, Transaction } from '../../platform/db/index.ts';
import { inputProblems } from '../../platform/http/index.ts';
import { type FieldError, invalid } from '../../platform/kernel/index.ts';
import type { ImportKind, ImportRecord, ImportRow } from '../imports/index.ts';
import type { CallCheck } from './check-calls.ts';
import { problemFields } from './problems.ts';
import { queueMany } from './queue-many.ts';
import type { ScheduleCache } from './schedule-cache.ts';
import { CampaignCall } from './schemas.ts';
import { campaignInUse } from './store/campaigns.ts';
import { calledInCampaign } from './store/queue.ts';
import { undialableReasons } from './undialable.ts';

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
  const { organizationId, memberId, requestId, settings } = record;
  const campaign = await campaignInUse(tx, organizationId, record.campaignId!);
  if (campaign === null) return rows.map(() => 'campaignId: the campaign is ended');
  const calls = await callsOfRows(
    tx,
    { organizationId, campaignId: campaign.campaignId, settings, before: record.createdAt },
    rows,
  );
  const outcomes = await queueMany(tx, {
    actor: { organizationId, memberId, requestId },
    agentId: campaign.agentId,
    inputs: calls.flatMap(({ call }) => call ?? []),
    schedules,
    nowMs: Date.now(),
  });
  const others = outcomes.some((it) => 'campaignId' in it && it.campaignId !== campaign.campaignId);
  if (others) throw new Error('the campaign of an import ended while its rows were taken');
  let next = 0;
  return calls.map(({ call, problem }) => {
    if (!call) return problem;
    const outcome = outcomes[next++]!;
    return 'problems' in outcome ? problemOf(outcome.problems) : null;
  });
}

/** The organization of a file, and the values that its rows share. */
interface FileOfCalls {
  organizationId: string;
  campaignId: string;
  /** Calls of the campaign that were created later count as rows of this file (RFC 3339). Left out: all count. */
  before?: string;
  settings: Record<string, unknown>;
}

/** Returns for each row why `takeCalls` would refuse it, or null. Stores nothing. */
export async function problemsOfRows(
  db: Queryable,
  { check, ...file }: FileOfCalls & { check: CallCheck },
  rows: readonly ImportRow[],
): Promise<(string | null)[]> {
  const calls = await callsOfRows(db, file, rows);
  const problems = await check.problemsOf(
    db,
    calls.flatMap(({ call }) => call ?? []),
  );
  let next = 0;
  return calls.map(({ call, problem }) => {
    if (!call) return problem;
    const found = problems[next++]!;
    return found.length > 0 ? problemOf(found) : null;
  });
}

/** The call of a row, or the problem for which it has none. */
type RowCall = { call: CampaignCall; problem: null } | { call: null; problem: string };

/** Returns the calls that rows ask for. */
async function callsOfRows(
  db: Queryable,
  { organizationId, campaignId, settings, before }: FileOfCalls,
  rows: readonly ImportRow[],
): Promise<RowCall[]> {
  const calls = rows.map((row): RowCall => {
    const parsed = CampaignCall.safeParse(callOf(settings, row), { reportInput: true });
    if (parsed.success) return { call: parsed.data, problem: null };
    return { call: null, problem: words(inputProblems(parsed.error, 'row')) };
  });
  const numbers = rows.map(({ phoneNumber }) => phoneNumber);
  const called =
    settings.inCampaign === 'refuse'
      ? await calledInCampaign(db, { organizationId, campaignId, before }, numbers)
      : new Set();
  const undialable =
    settings.undialable === 'refuse' ? await undialableReasons(db, organizationId, numbers) : [];
  return calls.map((made, i) => {
    const reason = undialable[i] ?? (called.has(numbers[i]) ? 'has a call in the campaign already' : null);
    return made.call === null || reason === null ? made : { call: null, problem: `phoneNumber: ${reason}` };
  });
}

/** A cell with a value replaces the shared value. */
function callOf(settings: Record<string, unknown>, { phoneNumber, values }: ImportRow): unknown {
  const call: Record<string, unknown> = { ...settings, phoneNumber };
  const variables: [string, string][] = [];
  for (const [target, value] of values) {
    if (target.startsWith('variables.')) variables.push([target.slice('variables.'.length), value]);
    else call[target] = target === 'priority' && /^\d$/.test(value) ? Number(value) : value;
  }
  return { ...call, variables: Object.fromEntries(variables) };
}

function problemOf(problems: readonly string[]): string {
  return problems.includes('agent') ? 'agentId: the agent was deleted' : words(problemFields(problems));
}

/** Joins the problems of a row in one line. */
function words(failing: FieldError[]): string {
  const { details = [] } = invalid(failing);
  return details.map(({ field, message }) => `${field}: ${message}`).join('; ');
}
