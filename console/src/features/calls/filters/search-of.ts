import type { QueryOf } from '../../../api/schema.ts';
import { outcomeGroups, reasonsOf } from '../../call-outcomes/index.ts';
import { boundsOf, endBoundsOf } from './periods.ts';

/** The parameters of the page's address that filter calls. Lists are separated by commas. */
export const filterParameters = [
  ...([
    'status',
    'type',
    'outcome',
    'answeredBy',
    'agentId',
    'agentVersion',
    'campaignId',
    'trunkId',
  ] as const),
  ...(['durationGte', 'durationLte', 'sentiment', 'rubric', 'rubricResult', 'stage', 'costGte'] as const),
  ...(['costLte', 'tag', 'customerNumber', 'text', 'created', 'from', 'to'] as const),
  ...(['ended', 'endedFrom', 'endedTo', 'hour', 'timeZone', 'dataText'] as const),
  ...(['hasConversation', 'responseGte', 'responseLte', 'retried'] as const),
  ...(['teamId', 'teamResult', 'teamMemberId', 'teamWaitedGt'] as const),
];
export type FilterParameter = (typeof filterParameters)[number];

/** The filters of the address. */
export type CallSearch = { [Name in FilterParameter]?: string | undefined };

export type CallQuery = Omit<QueryOf<'/api/calls'>, 'pageSize' | 'pageToken'>;

/** Parameters that the API takes under the same name, as one text. */
const same = [
  ...(['type', 'agentId', 'campaignId', 'trunkId', 'durationGte', 'durationLte', 'rubric'] as const),
  ...(['rubricResult', 'stage', 'costGte', 'costLte', 'customerNumber', 'text', 'dataText'] as const),
  ...(['hasConversation', 'responseGte', 'responseLte', 'retried'] as const),
];

/** Returns the filters of the API for those of the address. The API refuses wrong values. */
export function queryOf(search: CallSearch, now: Date): CallQuery {
  const given = same.flatMap((name) => (search[name] ? [[name, search[name]] as const] : []));
  const lists = {
    endedReason: listOf(search.outcome).flatMap((value) => (isGroup(value) ? reasonsOf(value) : [value])),
    status: listOf(search.status),
    answeredBy: listOf(search.answeredBy),
    sentiment: listOf(search.sentiment),
    tag: listOf(search.tag),
  };
  return {
    ...Object.fromEntries(given),
    ...teamOf(search),
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
    // A version belongs to an agent.
    ...(search.agentVersion && search.agentId ? { agentVersion: Number(search.agentVersion) } : {}),
    ...(search.hour ? { createdHour: Number(search.hour), timeZone: search.timeZone ?? ownTimeZone() } : {}),
    ...boundsOf(search, now),
    ...endBoundsOf(search, now),
  } as CallQuery;
}

/** The filters of the wait for a team need the team. */
function teamOf({ teamId, teamResult, teamMemberId, teamWaitedGt }: CallSearch) {
  if (!teamId) return {};
  const given = Object.entries({ teamId, teamResult, teamMemberId, teamWaitedGt });
  return Object.fromEntries(given.filter(([, value]) => value));
}

function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the values of a list in the address. */
export function listOf(text: string | undefined): string[] {
  return text ? text.split(',').filter((value) => value !== '') : [];
}

function isGroup(value: string): boolean {
  return outcomeGroups.some(({ id }) => id === value);
}

/** Returns the filter for what was typed: a telephone number, or words of a transcript. */
export function typedFilter(typed: string): Pick<CallSearch, 'customerNumber' | 'text'> {
  const text = typed.trim();
  if (text === '') return { customerNumber: undefined, text: undefined };
  const isNumber = /^[+\d\s().\-/]+$/.test(text) && text.replace(/\D/g, '').length >= 3;
  return isNumber ? { customerNumber: text, text: undefined } : { customerNumber: undefined, text };
}

/** Returns the filters that the address has, without other parameters. */
export function filtersOf(search: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    filterParameters.flatMap((name) => (search[name] ? [[name, search[name] as string]] : [])),
  );
}
