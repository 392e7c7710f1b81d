import {
  firstRow,
  type Queryable,
  readStatement,
  type Statement,
  toJson,
} from '../../../platform/db/index.ts';
import type { PageRequest } from '../../../platform/http/index.ts';
import type { CallCost } from '../../prices/index.ts';
import type { AnsweredBy } from '../answered-by.ts';
import { type CallFilterValues, type CallSearch, storedStatuses } from '../call-search.ts';
import type { CallLatency, CallTurn, CallUsage } from '../latency-schemas.ts';
import type { CallQuality } from '../quality-schemas.ts';
import type { Call, TranscriptEntry } from '../schemas.ts';
import type { CallStatus, CallType, EndedReason, Ender } from '../state.ts';

export interface CallKey {
  organizationId: string;
  callId: string;
}

/** A call as the database has it, with its campaign's name. */
export interface CallRow {
  organization_id: string;
  call_id: string;
  agent_id: string;
  agent_version: number | null;
  campaign_id: string;
  campaign_name: string | null;
  type: CallType;
  status: CallStatus;
  attempt: number;
  parent_call_ids: string[];
  customer_number: string;
  time_zone: string | null;
  priority: number;
  phone_number_id: string;
  agent_number: string;
  /** The number that the call is dialed from, if it differs from the requested one. */
  dial_number_id: string | null;
  dial_number: string | null;
  trunk_id: string | null;
  schedule_id: string | null;
  call_retry_config_id: string | null;
  local_presence: boolean;
  variables: Record<string, unknown>;
  session_variables: Record<string, unknown>;
  due_at: string | null;
  not_before: string | null;
  hold_reason: string | null;
  node_id: string | null;
  started_at: string | null;
  ended_at: string | null;
  ended_by: Ender | null;
  ended_reason: EndedReason | null;
  sip_code: number | null;
  sip_reason: string | null;
  stop_requested: string | null;
  external_id: string | null;
  recording_file: string | null;
  recording_store: 'local' | 's3';
  transcript: TranscriptEntry[];
  turns: CallTurn[] | null;
  latency: CallLatency | null;
  usage: CallUsage[] | null;
  cost: CallCost | null;
  quality: CallQuality | null;
  answered_by: AnsweredBy | null;
  summary: string | null;
  analysis: Record<string, unknown> | null;
  qa: Call['qa'];
  /** The version of the agent that the analysis used; null for the version of the call. */
  analysis_agent_version: number | null;
  transfer_destination: string | null;
  tags: string[] | null;
  created_at: string;
}

/** The columns of a CallRow. `c` is the call, `k` its campaign, `q` its place in the queue. */
export const callColumns = `c.organization_id, c.call_id, c.agent_id, c.agent_version, c.campaign_id, k.name as campaign_name, c.type,
  c.status, c.attempt, c.parent_call_ids, c.customer_number, c.time_zone, c.priority, c.phone_number_id, c.agent_number, c.dial_number_id,
  c.dial_number, c.trunk_id,
  c.schedule_id, c.call_retry_config_id, c.local_presence, c.variables, c.session_variables, q.due_at, c.not_before,
  q.hold_reason, c.node_id, c.started_at, c.ended_at, c.ended_by, c.ended_reason, c.sip_code, c.sip_reason,
  c.stop_requested, c.external_id, c.recording_file, c.recording_store, c.transcript, c.turns, c.latency, c.usage, c.cost, c.quality,
  c.answered_by, c.summary, c.analysis,
  c.qa, c.analysis_agent_version, c.transfer_destination, c.tags, c.created_at`;

export const callTables = `calls c left join campaigns k
  on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
  left join queued_calls q on q.organization_id = c.organization_id and q.call_id = c.call_id`;

const selectOne = readStatement(
  'calls.get',
  `select ${callColumns} from ${callTables} where c.organization_id = $1 and c.call_id = $2`,
);
export function findCall(db: Queryable, organizationId: string, callId: string): Promise<CallRow | null> {
  return firstRow(db, selectOne, [organizationId, callId]);
}

/** Further conditions on the record `c`, besides those of the index. */
const conditions = `($4::text is null or c.type = $4) and ($6::text is null or c.agent_id = $6)
  and ($7::text is null or c.campaign_id = $7) and ($8::text is null or c.customer_number = $8)
  and ($9::timestamptz is null or c.created_at > $9) and ($10::timestamptz is null or c.created_at < $10)`;

/**
 * One statement for each leading column, so that each has a plan with the right index. The other filters are conditions
 * on top.
 */
const byRecord = {
  campaign: listBy('campaign', 'c.campaign_id = $7 and'),
  agent: listBy('agent', 'c.agent_id = $6 and'),
  customer: listBy('customer', 'c.customer_number = $8 and'),
  all: listBy('all', ''),
};

function listBy(name: string, leading: string) {
  return readStatement(
    `calls.list_by_${name}`,
    `select ${callColumns} from ${callTables}
     where c.organization_id = $1 and ${leading} c.call_id < $2 and c.call_id >= $11 and ($3::text[] is null or c.status = any($3))
       and ${conditions}
     order by c.call_id desc limit $5`,
  );
}

/**
 * Reads a page of calls of a status from the table of that status, at the same cost however many other calls there are.
 * The records are read one by one (`offset 0`), the fastest way for a page.
 */
function pageOf(table: string, leading: string): string {
  return `select s.call_id from ${table} s cross join lateral (
      select status, type, agent_id, campaign_id, customer_number, created_at from calls
      where organization_id = s.organization_id and call_id = s.call_id offset 0) c
    where s.organization_id = $1 ${leading} and s.call_id < $2 and s.call_id >= $11 and c.status = any($3) and ${conditions}
    order by s.call_id desc limit $5`;
}

const ofEnded = {
  campaign: listOf('ended_by_campaign', pageOfEnded('and s.campaign_id = $7')),
  agent: listOf('ended_by_agent', pageOfEnded('and s.agent_id = $6')),
  all: listOf('ended_by_all', pageOfEnded('')),
};

function pageOfEnded(leading: string): string {
  return pageOf('ended_calls', `${leading} and s.status = ($3::text[])[1]`);
}

const pageOfLive = pageOf('live_calls', '');
/** A page of the queue, with the calls that are being dialed. */
const ofQueued = {
  campaign: listOfQueued('campaign', pageOf('queued_calls', 'and s.campaign_id = $7')),
  // One page from each campaign of the agent, and one of its calls without a campaign.
  agent: listOfQueued(
    'agent',
    `select w.call_id from (
       select campaign_id from campaigns where organization_id = $1 and agent_id = $6 union all select '') k
     cross join lateral (${pageOf('queued_calls', 'and s.campaign_id = k.campaign_id')}) w`,
  ),
  all: listOfQueued('all', pageOf('queued_calls', '')),
};

function listOfQueued(name: string, page: string) {
  return listOf(`queued_by_${name}`, `(${page}) union all (${pageOfLive})`);
}

function listOf(name: string, source: string) {
  return readStatement(
    `calls.list_${name}`,
    `select ${callColumns} from (${source}) s
       cross join lateral (select * from calls where organization_id = $1 and call_id = s.call_id offset 0) c
       left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
       left join queued_calls q on q.organization_id = c.organization_id and q.call_id = c.call_id
     order by s.call_id desc limit $5`,
  );
}

const ofLive = listOf('live', pageOfLive);

const search = readStatement(
  'calls.search',
  'select call_ids as "callIds", searched_to as "searchedTo" from search_calls($1, $2, $3, $4, $5, $6)',
);
const found = readStatement(
  'calls.list_found',
  `select ${callColumns} from unnest($2::text[]) as s (call_id)
     cross join lateral (select * from calls where organization_id = $1 and call_id = s.call_id offset 0) c
     left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
     left join queued_calls q on q.organization_id = c.organization_id and q.call_id = c.call_id
   order by s.call_id desc`,
);

/** Sorts after every call id. */
const afterAllIds = 'calm';

/** Returns the id below which the calls of a page are. */
export function belowOf({ below }: Pick<CallSearch, 'below'>, after: string | null): string {
  const ids = [below ?? afterAllIds, after ?? afterAllIds];
  return ids.sort()[0]!;
}

/**
 * The calls that are read in order: the newest before the index is used, and so many more at most in one request. Words are stored
 * apart, so that they take longer.
 */
const readInOrder = {
  facts: { newest: 20_000, most: 100_000 },
  words: { newest: 3000, most: 50_000 },
};

function readingOf(find: NonNullable<CallSearch['find']>): { newest: number; most: number } {
  return (find.words ?? find.dataWords) === undefined ? readInOrder.facts : readInOrder.words;
}

/** Returns the values of `find_calls`. `isInOrder`: the index is not used. */
export function findValues(
  organizationId: string,
  find: NonNullable<CallSearch['find']>,
  below: string,
  max: number,
  isInOrder = false,
): unknown[] {
  return [organizationId, below, max, isInOrder ? null : readingOf(find).newest, toJson(find)];
}

/** The calls of a page and one more, newest first. `searchedTo`: the last call that was read, when older calls were not. */
interface FoundCalls {
  rows: CallRow[];
  searchedTo: string | null;
}

/** Returns the calls of a page. A search for rare calls ends after some 0.1 s, wherever it is. */
export async function selectCalls(
  db: Queryable,
  organizationId: string,
  { find, ...search }: CallSearch,
  page: PageRequest,
  readMax?: number,
): Promise<FoundCalls> {
  const below = belowOf(search, page.after?.id ?? null);
  if (find) return selectFound(db, organizationId, find, { below, max: page.size + 1, readMax });
  const { status, type, agentId, campaignId, customerNumber, createdAtGt, createdAtLt } = search.filters;
  const rows = await db.query<CallRow>(listFor(search.filters), [
    organizationId,
    below,
    status ? storedStatuses(status) : null,
    type ?? null,
    page.size + 1,
    agentId ?? null,
    campaignId ?? null,
    customerNumber ?? null,
    createdAtGt ?? null,
    createdAtLt ?? null,
    search.from,
  ]);
  return { rows, searchedTo: null };
}

async function selectFound(
  db: Queryable,
  organizationId: string,
  find: NonNullable<CallSearch['find']>,
  { below, max, readMax }: { below: string; max: number; readMax: number | undefined },
): Promise<FoundCalls> {
  const { newest, most } = readingOf(find);
  const values = [
    organizationId,
    below,
    max,
    Math.min(newest, readMax ?? newest),
    readMax ?? most,
    toJson(find),
  ];
  const [result] = await db.query<{ callIds: string[]; searchedTo: string | null }>(search, values);
  const { callIds, searchedTo } = result!;
  const rows = callIds.length > 0 ? await db.query<CallRow>(found, [organizationId, callIds]) : [];
  return { rows, searchedTo };
}

/** Returns the statement for the filters. A customer has few calls, whatever their status. Other statuses are not mixed. */
function listFor({ status, agentId, campaignId, customerNumber }: CallFilterValues): Statement {
  const narrowed = customerNumber ? 'customer' : campaignId ? 'campaign' : agentId ? 'agent' : 'all';
  if (status === undefined || narrowed === 'customer') return byRecord[narrowed];
  if (status.includes('queued')) return ofQueued[narrowed];
  if (status.includes('ended') || status.includes('canceled')) return ofEnded[narrowed];
  return ofLive;
}

// A changed row has another ctid or another xmin, so this detects changes without reading the row.
const versions = readStatement(
  'calls.live_versions',
  `select c.organization_id as "organizationId", c.call_id as "callId", c.xmin::text || c.ctid::text as version,
     (select count(*) || ' ' || count(m.begun_at) || ' ' || count(m.ended_at) from call_commands m
       where m.organization_id = c.organization_id and m.call_id = c.call_id) as commands
   from unnest($1::text[], $2::text[]) as w (organization_id, call_id)
     join calls c on c.organization_id = w.organization_id and c.call_id = w.call_id`,
);

/** A call, the version of its row, and that of its commands. */
type CallVersion = CallKey & { version: string; commands: string };

/** Returns the versions of those of the calls that exist. */
export function findCallVersions(db: Queryable, calls: readonly CallKey[]): Promise<CallVersion[]> {
  return db.query<CallVersion>(versions, [
    calls.map(({ organizationId }) => organizationId),
    calls.map(({ callId }) => callId),
  ]);
}
