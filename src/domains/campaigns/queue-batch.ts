import { setImmediate as nextTurn } from 'node:timers/promises';
import { change, type Scope } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { inputProblems } from '../../platform/http/index.ts';
import { type FieldError, invalid, notFound } from '../../platform/kernel/index.ts';
import { findAgent } from '../agents/index.ts';
import { type CallReferences, lockCallReferences } from '../calls/index.ts';
import { problemFields } from './problems.ts';
import { type ManyOutcome, queueMany } from './queue-many.ts';
import type { ScheduleCache } from './schedule-cache.ts';
import {
  type BatchResult,
  CampaignCall,
  type CampaignCallBatch,
  type CampaignCallBatchQueued,
} from './schemas.ts';

/** The calls of one statement. Other requests are served in between. */
const sliceCalls = 1000;

/** The problems that the answer reports for one refused call. A bound, as a batch has up to ten thousand calls. */
const detailsMax = 5;

/**
 * Queues the calls of a batch in one transaction. Each call is accepted or refused by itself. With an Idempotency-Key
 * the stored answer belongs to all of them or to none. An unknown agent is a 404.
 */
export async function queueBatch(
  scope: Scope,
  schedules: ScheduleCache,
  agentId: string,
  batch: CampaignCallBatch,
): Promise<CampaignCallBatchQueued> {
  return change(scope, async (tx) => {
    await lockCallReferences(tx, scope.actor.organizationId, referencesOf(agentId, batch));
    if (!(await findAgent(tx, scope.actor.organizationId, agentId))) throw notFound('agent');
    const results: BatchResult[] = [];
    for (let start = 0; start < batch.calls.length; start += sliceCalls) {
      const rows = batch.calls
        .slice(start, start + sliceCalls)
        .map((row) => withDefaults(batch.defaults, row));
      const slice = await queueSlice(tx, { scope, schedules, agentId, rows });
      results.push(...slice.map((result, i) => ({ index: start + i, ...result })));
      await nextTurn();
    }
    const refused = results.filter((result) => 'error' in result).length;
    return { result: { accepted: results.length - refused, refused, results }, audit: [] };
  });
}

/**
 * Collects the references of a batch's calls, so that they are locked before the first slice. Otherwise a slice could
 * hold the audit log while a deletion holds a row that a later slice references and waits for the audit log: a
 * deadlock.
 */
function referencesOf(agentId: string, { defaults, calls }: CampaignCallBatch): CallReferences {
  const idsOf = (field: 'scheduleId' | 'phoneNumberId' | 'callRetryConfigId') => {
    const given = calls.map((row) => (hasField(row, field) ? row[field] : defaults?.[field]));
    return [...new Set(given)].filter((id) => typeof id === 'string' && /^\w{1,64}$/.test(id)) as string[];
  };
  return {
    agentIds: [agentId],
    scheduleIds: idsOf('scheduleId'),
    phoneNumberIds: idsOf('phoneNumberId'),
    callRetryConfigIds: idsOf('callRetryConfigId'),
  };
}

function hasField(row: unknown, field: string): row is Record<string, unknown> {
  return typeof row === 'object' && row !== null && Object.hasOwn(row, field);
}

interface Slice {
  scope: Scope;
  schedules: ScheduleCache;
  agentId: string;
  rows: unknown[];
}

type Result = { callId: string; campaignId: string } | { error: string; details: FieldError[] };

async function queueSlice(tx: Transaction, { scope, rows, ...rest }: Slice): Promise<Result[]> {
  const parsed = rows.map((row) => CampaignCall.safeParse(row, { reportInput: true }));
  const inputs = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const outcomes = await queueMany(tx, { actor: scope.actor, inputs, nowMs: Date.now(), ...rest });
  let next = 0;
  return parsed.map((row) =>
    row.success ? resultOf(outcomes[next++]!) : refusal(inputProblems(row.error, 'call')),
  );
}

function resultOf(outcome: ManyOutcome): Result {
  if (!('problems' in outcome)) return outcome;
  if (outcome.problems.includes('agent')) throw notFound('agent');
  return refusal(problemFields(outcome.problems));
}

function refusal(failing: FieldError[]): Result {
  const { message, details = [] } = invalid(failing);
  return { error: message, details: details.slice(0, detailsMax) };
}

/** Merges a row with the shared values. Variables are merged by name; the row's own values win. */
function withDefaults(defaults: CampaignCallBatch['defaults'], row: unknown): unknown {
  if (!defaults || typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const { variables } = row as { variables?: unknown };
  if (!defaults.variables || variables === undefined) return { ...defaults, ...row };
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables))
    return { ...defaults, ...row };
  return { ...defaults, ...row, variables: { ...defaults.variables, ...variables } };
}
