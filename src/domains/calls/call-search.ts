import { exclusiveBound } from '../../platform/audit/index.ts';
import { firstIdAt } from '../../platform/http/index.ts';
import { invalid, normalizePhoneNumber } from '../../platform/kernel/index.ts';
import { type CallFilters, factNames } from './filter-schemas.ts';
import { rubricResults } from './state.ts';

/** The filters of a list of calls, without its page. */
export type CallFilterValues = Omit<CallFilters, 'pageSize' | 'pageToken'>;

/** The search that a list of calls makes. */
export interface CallSearch {
  /** The filters with which `calls` and the tables of its states are read. */
  filters: CallFilterValues;
  /** The filters of `find_calls`, when those do not do. */
  find: Record<string, unknown> | null;
  /** The calls are below this id; null for no bound. */
  below: string | null;
  /** The least id that a call may have. */
  from: string;
}

/**
 * The clocks of Parley, which makes the ids, and of the database, which sets `created_at`, may differ by this much.
 */
const clockDifferenceMs = 86_400_000;

/** Returns a search by `find_calls` for any filters. Throws a 400 for filters that do not go together. */
export function callFind(filters: CallFilterValues): CallSearch & { find: Record<string, unknown> } {
  const search = callSearch(filters);
  const { customerNumber } = filters;
  const customer = customerNumber === undefined ? {} : customerOf(customerNumber);
  return { ...search, find: search.find ?? { ...foundBy(search.filters), ...customer } };
}

/** Returns the id below which all calls are that match the times. A call is created before it ends. */
function belowBounds({ createdAtLt, endedAtLt }: CallFilterValues): string | null {
  const bounds = [createdAtLt, endedAtLt].flatMap((at) => (at ? [Date.parse(at)] : []));
  return bounds.length > 0 ? firstIdAt('call', Math.min(...bounds) + clockDifferenceMs) : null;
}

/** Returns the least id of a call that was created after an instant. */
function fromBound(createdAtGt: string | undefined): string {
  return createdAtGt ? firstIdAt('call', Date.parse(createdAtGt) - clockDifferenceMs) : 'call_';
}

/** Returns the search of the filters of a list. Throws a 400 for filters that do not go together. */
export function callSearch(filters: CallFilterValues): CallSearch {
  const { createdAtGt, createdAtLt, endedAtGt, endedAtLt, customerNumber, agentId, agentVersion } = filters;
  if (agentVersion !== undefined && agentId === undefined)
    throw invalid('agentVersion', 'needs `agentId`, because versions are counted for each agent');
  checkTeam(filters);
  const customer = customerNumber === undefined ? {} : customerOf(customerNumber);
  const plain = {
    ...filters,
    createdAtGt: createdAtGt && exclusiveBound(createdAtGt, 'after'),
    createdAtLt: createdAtLt && exclusiveBound(createdAtLt, 'before'),
    endedAtGt: endedAtGt && exclusiveBound(endedAtGt, 'after'),
    endedAtLt: endedAtLt && exclusiveBound(endedAtLt, 'before'),
    customerNumber: customer.number,
  };
  const isFound =
    customer.digits !== undefined ||
    factNames.some((name) => filters[name] !== undefined) ||
    filters.campaignId === none ||
    // No index of `calls` has these.
    filters.type !== undefined ||
    (agentId !== undefined && filters.campaignId !== undefined) ||
    (customer.number === undefined && isMixed(filters.status));
  return {
    filters: plain,
    find: isFound ? { ...foundBy(plain), ...customer } : null,
    below: belowBounds(filters),
    from: fromBound(plain.createdAtGt),
  };
}

/** Throws a 400 for a filter of the wait for a team without the team, or of one member without the member. */
function checkTeam({ teamId, teamResult, teamMemberId, teamWaitedGt }: CallFilterValues): void {
  if (teamId === undefined) {
    const given = Object.entries({ teamResult, teamMemberId, teamWaitedGt });
    const [name] = given.find(([, value]) => value !== undefined) ?? [];
    if (name !== undefined) throw invalid(name, 'needs `teamId`');
  }
  if (teamResult === 'missed' && teamMemberId === undefined)
    throw invalid('teamResult', '`missed` needs `teamMemberId`');
}

/** Returns whether no one table has the calls of these statuses. */
function isMixed(statuses: CallFilterValues['status']): boolean {
  if (statuses === undefined || new Set(statuses).size < 2) return false;
  return statuses.includes('ended') || statuses.includes('canceled');
}

/** Returns the statuses of the database for those that the API shows. */
export function storedStatuses(statuses: NonNullable<CallFilterValues['status']>): string[] {
  return [...new Set(statuses)].flatMap((status) => (status === 'queued' ? ['queued', 'dialing'] : [status]));
}

/** Stands for calls without a campaign or a trunk. */
const none = 'none';

/** Returns the filters as `find_calls` takes them. */
function foundBy(filters: CallFilterValues): Record<string, unknown> {
  const { status, type, agentId, campaignId, createdAtGt, createdAtLt, stage, createdHour, timeZone } =
    filters;
  const { agentVersion, trunkId } = filters;
  const { durationGte, durationLte, costGte, costLte, rubric, rubricResult, endedAtGt, endedAtLt } = filters;
  const results = rubricResult === undefined ? rubricResults : [rubricResult];
  const absent = [
    ...(agentVersion === 0 ? ['agent_version'] : []),
    ...(trunkId === none ? ['trunk_id'] : []),
  ];
  return {
    ...{ type, agentId, createdAtGt, createdAtLt, stage },
    ...{
      endedAtGt,
      endedAtLt,
      createdHour,
      timeZone: createdHour === undefined ? undefined : (timeZone ?? 'UTC'),
    },
    campaignId: campaignId === none ? '' : campaignId,
    agentVersion: agentVersion === 0 ? undefined : agentVersion,
    trunkId: trunkId === none ? undefined : trunkId,
    absent: absent.length > 0 ? absent : undefined,
    from: createdAtGt && fromBound(createdAtGt),
    statuses: status && storedStatuses(status),
    endedReasons: filters.endedReason,
    answeredBy: filters.answeredBy,
    sentiments: filters.sentiment,
    rubrics: rubric === undefined ? undefined : results.map((result) => `${result}:${rubric}`),
    rubricResult: rubric === undefined ? rubricResult : undefined,
    durationMinMs: millisecondsOf(durationGte),
    durationMaxMs: millisecondsOf(durationLte),
    costMin: costGte,
    costMax: costLte,
    tags: filters.tag,
    ...conversationOf(filters),
    ...teamOf(filters),
    words: filters.text,
    dataWords: filters.dataText,
  };
}

const millisecondsOf = (seconds: number | undefined) =>
  seconds === undefined ? undefined : Math.round(seconds * 1000);

/** Returns the filters of `find_calls` for what was said, and what came after it. */
function conversationOf(filters: CallFilterValues) {
  const { hasConversation, responseGte, responseLte, retried: isRetried } = filters;
  return {
    ...{ hasConversation, isRetried },
    responseMinMs: millisecondsOf(responseGte),
    responseMaxMs: millisecondsOf(responseLte),
  };
}

/** Returns the filters of `find_calls` for the wait for a team. */
function teamOf({ teamId, teamResult, teamMemberId, teamWaitedGt }: CallFilterValues) {
  const after = teamWaitedGt && exclusiveBound(teamWaitedGt, 'after');
  return { teamId, teamResult, teamMemberId, teamWaitedGt: after };
}

/** A customer as a person types it: a whole number, or its last digits. */
interface Customer {
  number?: string;
  digits?: string;
}

const formatting = /[\s().\-/+\u2010-\u2015\u2212]/g;
/** Fewer last digits would match thousands of customers. */
const lastDigits = /^\d{4,6}$/;
/** A user of a telephone system, whole. */
const shortExtension = /^\d{1,3}$/;
/** A national number without its leading zero is compared with the ends of numbers. */
const nationalDigits = /^[1-9]\d{6,13}$/;

/**
 * Returns the customer that a text means: a number in any format, as far as its country is known, otherwise the end of
 * numbers. A text with letters is a caller without a number, such as `anonymous` or a SIP user. Throws a 400.
 */
export function customerOf(text: string): Customer {
  const bare = text.replace(formatting, '');
  if (bare === '') throw invalid('customerNumber', 'is empty');
  if (!/^\d+$/.test(bare) || shortExtension.test(bare)) return { number: text.trim() };
  const isInternational = text.trim().startsWith('+');
  if (!isInternational && lastDigits.test(bare)) return { digits: bare };
  const known = normalizePhoneNumber(text);
  if ('e164' in known) return { number: known.e164 };
  const national = bare.replace(/^0+/, '');
  if (!isInternational && nationalDigits.test(national)) return { digits: national };
  throw invalid('customerNumber', known.error);
}
