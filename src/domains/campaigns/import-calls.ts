import { z } from 'zod';
import type { ReadScope, Scope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { integerParameter } from '../../platform/http/index.ts';
import { conflict, invalid, notFound } from '../../platform/kernel/index.ts';
import { builtInVariables, findAgent, variablesIn } from '../agents/index.ts';
import {
  type ArrivingFile,
  type ColumnPlan,
  checkFile,
  fileParameters,
  type Import,
  type ImportCheck,
  receiveImport,
} from '../imports/index.ts';
import { CallCheck } from './check-calls.ts';
import { problemFields } from './problems.ts';
import { findCampaign } from './store/campaigns.ts';
import { callItem, selectProblems } from './store/queue.ts';
import { problemsOfRows } from './take-imported.ts';

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
  undialable: z
    .enum(['refuse', 'keep'], { error: 'must be refuse or keep, given once' })
    .optional()
    .describe(
      'What happens to a row whose number may not be called now: it is on the suppression list, or not in an allowed country or of an allowed type. Default: keep; its call ends when its turn comes, unless that has changed',
    ),
  inCampaign: z
    .enum(['refuse', 'keep'], { error: 'must be refuse or keep, given once' })
    .optional()
    .describe(
      'What happens to a row whose number has a call in the campaign already, unless that was canceled. Default: keep; the customer is called again',
    ),
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

/** A file of calls: its campaign, and how to read it. */
interface CallsUpload {
  agentId: string;
  settings: Record<string, unknown>;
  file: ArrivingFile;
}

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
  const { settings, file } = await openUpload(scope, campaignId, query, body);
  return receiveImport(scope, { kind: 'calls', campaignId, settings, ...file });
}

/** Returns what `importCalls` would do with the file. Changes nothing. */
export async function checkCalls(
  scope: ReadScope,
  campaignId: string,
  query: CallsFile,
  body: AsyncIterable<Uint8Array>,
): Promise<ImportCheck> {
  const { agentId, settings, file } = await openUpload(scope, campaignId, query, body);
  const { db, actor } = scope;
  const { organizationId } = actor;
  const used = await variablesOfAgent(db, organizationId, agentId);
  const check = new CallCheck(actor, agentId);
  return checkFile({
    ...file,
    problemsOf: (rows) => problemsOfRows(db, { organizationId, campaignId, settings, check }, rows),
    unusedColumns: ({ header, targets }) =>
      header.filter((_, i) => {
        const variable = /^variables\.(.*)$/s.exec(targets[i] ?? '')?.[1];
        return variable !== undefined && !used.has(variable);
      }),
  });
}

async function openUpload(
  scope: ReadScope,
  campaignId: string,
  query: CallsFile,
  body: AsyncIterable<Uint8Array>,
): Promise<CallsUpload> {
  const { db, actor } = scope;
  const campaign = await findCampaign(db, actor.organizationId, campaignId);
  if (!campaign) throw notFound('campaign');
  if (campaign.status === 'ended') throw conflict('campaign.ended', 'The campaign has ended.');
  const { agentId, name: campaignName, callDefaults } = campaign;
  const { localPresenceEnabled, priority, undialable, inCampaign } = query;
  const shared = {
    scheduleId: query.scheduleId ?? callDefaults.scheduleId ?? undefined,
    phoneNumberId: query.phoneNumberId ?? callDefaults.phoneNumberId ?? undefined,
    callRetryConfigId: retryOf(query.callRetryConfigId, callDefaults.callRetryConfigId),
  };
  const settings = {
    agentId,
    campaignName,
    ...shared,
    localPresenceEnabled,
    priority,
    undialable,
    inCampaign,
  };
  const requiredVariables = await checkSettings(scope, settings);
  const file = {
    rules: { fields, withVariables: true },
    parameters: query,
    checkColumns: (plan: ColumnPlan) => checkColumns(plan, shared, requiredVariables),
    body,
  };
  return { agentId, settings, file };
}

/** Returns the variables that the agent lists or uses, also in scripts and tools. */
async function variablesOfAgent(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<Set<string>> {
  const agent = await findAgent(db, organizationId, agentId);
  if (!agent) return new Set();
  const { published, requiredVariables } = agent;
  const listed = published.variables.map(({ name }) => name);
  return new Set([
    ...builtInVariables,
    ...listed,
    ...requiredVariables,
    ...variablesIn(JSON.stringify(published)),
  ]);
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
async function checkSettings({ db, actor }: ReadScope, settings: Settings): Promise<string[]> {
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
