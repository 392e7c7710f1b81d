import { z } from 'zod';
import type { Scope } from '../../platform/audit/index.ts';
import { integerParameter } from '../../platform/http/index.ts';
import { conflict, invalid, notFound } from '../../platform/kernel/index.ts';
import { type ColumnPlan, fileParameters, type Import, receiveImport } from '../imports/index.ts';
import { problemFields } from './problems.ts';
import { findCampaign } from './store/campaigns.ts';
import { callItem, selectProblems } from './store/queue.ts';

const parameter = (what: string) =>
  z.string({ error: 'must be given once' }).min(1).max(64).optional().describe(what);

/** The values that all calls of a file share, and how to read the file. */
export const CallsFile = z.object({
  scheduleId: parameter('The schedule of calls whose row names none; that of the campaign when left out'),
  phoneNumberId: parameter('The caller id of calls whose row names none; that of the campaign when left out'),
  callRetryConfigId: parameter(
    'The retry configuration of calls whose row names none, or `none`; that of the campaign when left out',
  ),
  localPresenceEnabled: z
    .enum(['true', 'false'], { error: 'must be true or false, given once' })
    .transform((text) => text === 'true')
    .optional()
    .meta({ type: 'boolean', description: 'Match customer area codes; default false' }),
  priority: integerParameter(1, 9)
    .optional()
    .describe('The priority of calls whose row has none, from 1 to 9; default 5'),
  ...fileParameters,
});
export type CallsFile = z.output<typeof CallsFile>;

/** The fields that a column may hold. Every other column is a variable. */
const fields = [
  'phoneNumber',
  'scheduleId',
  'phoneNumberId',
  'callRetryConfigId',
  'timeZone',
  'priority',
] as const;
const needed = ['scheduleId', 'phoneNumberId'] as const;

/**
 * Reads a file of calls into the campaign. Checks the shared values first: a wrong id, or a required variable without a
 * column, is a 400 before any row.
 */
export async function importCalls(
  scope: Scope,
  campaignId: string,
  query: CallsFile,
  body: AsyncIterable<Uint8Array>,
): Promise<Import> {
  const { db, actor } = scope;
  const campaign = await findCampaign(db, actor.organizationId, campaignId);
  if (!campaign) throw notFound('campaign');
  if (campaign.status === 'ended') throw conflict('campaign.ended', 'The campaign has ended.');
  const { agentId, name: campaignName, callDefaults } = campaign;
  const { localPresenceEnabled, priority } = query;
  const shared = {
    scheduleId: query.scheduleId ?? callDefaults.scheduleId ?? undefined,
    phoneNumberId: query.phoneNumberId ?? callDefaults.phoneNumberId ?? undefined,
    callRetryConfigId: retryOf(query.callRetryConfigId, callDefaults.callRetryConfigId),
  };
  const settings = { agentId, campaignName, ...shared, localPresenceEnabled, priority };
  const requiredVariables = await checkSettings(scope, settings);
  return receiveImport(scope, {
    kind: 'calls',
    campaignId,
    settings,
    rules: { fields, withVariables: true },
    parameters: query,
    checkColumns: (plan) => checkColumns(plan, shared, requiredVariables),
    body,
  });
}

function retryOf(given: string | undefined, ofCampaign: string | null): string | undefined {
  return given === 'none' ? undefined : (given ?? ofCampaign ?? undefined);
}

type Settings = Pick<
  CallsFile,
  'scheduleId' | 'phoneNumberId' | 'callRetryConfigId' | 'localPresenceEnabled' | 'priority'
> & {
  agentId: string;
  campaignName: string;
};

/** Checks the shared values. Throws a 400; returns the variables that the agent requires. */
async function checkSettings({ db, actor }: Scope, settings: Settings): Promise<string[]> {
  const call = {
    ...settings,
    scheduleId: settings.scheduleId ?? '',
    phoneNumberId: settings.phoneNumberId ?? '',
    phoneNumber: '+12025550100',
    variables: {},
  };
  const item = callItem(actor, settings.agentId, call, null, Date.now());
  const found = await selectProblems(db, item);
  const problems = found.filter((problem) => problem !== 'schedule-stale');
  const missing = problems.filter((problem) => problem.startsWith('variables.'));
  const given = problems.filter(
    (problem) => !missing.includes(problem) && settings[problem as keyof Settings] !== undefined,
  );
  if (given.length > 0) throw invalid(problemFields(given));
  return missing;
}

function checkColumns(
  plan: ColumnPlan,
  shared: Pick<CallsFile, 'scheduleId' | 'phoneNumberId'>,
  requiredVariables: string[],
): void {
  const isThere = (target: string) => plan.targets.includes(target);
  const errors = needed
    .filter((field) => shared[field] === undefined && !isThere(field))
    .map((field) => ({ field, message: 'is required, as a parameter or as a column' }));
  const missing = requiredVariables
    .filter((variable) => !isThere(variable))
    .map((field) => ({ field, message: 'is required by the agent, and no column holds it' }));
  if (errors.length + missing.length > 0) throw invalid([...errors, ...missing]);
}
