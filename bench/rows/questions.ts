import { callBreakdown } from '../../src/domains/analytics/breakdown.ts';
import { callAnalytics } from '../../src/domains/analytics/calls.ts';
import { latencyAnalytics } from '../../src/domains/analytics/latency.ts';
import { overview } from '../../src/domains/analytics/overview.ts';
import { type Breakdown, breakdowns } from '../../src/domains/analytics/schemas.ts';
import { providerSpeeds } from '../../src/domains/analytics/speeds.ts';
import { callSearch } from '../../src/domains/calls/call-search.ts';
import { CallFilters } from '../../src/domains/calls/filter-schemas.ts';
import { selectCalls } from '../../src/domains/calls/store/read.ts';
import { find } from '../../src/domains/search/find.ts';
import { scopes } from '../../src/platform/access/index.ts';
import type { Queryable } from '../../src/platform/db/index.ts';
import { callIdAt, type Filling, timeOf } from './fill.ts';
import { lists } from './finds.ts';

const dayMs = 86_400_000;

/** A request of the console. */
export interface Question {
  what: string;
  /** Returns the number of rows or calls that were found. */
  ask: (db: Queryable) => Promise<number>;
}

/** Lists that only the console makes, besides those of single filters. */
const pairs: [what: string, query: string][] = [
  ['agent', 'agentId=agent_6'],
  ['campaign', 'campaignId=campaign_14'],
  ['customer, whole number', 'customerNumber=%2B12000000042'],
  ['direction, all', 'type=outboundPhoneCall'],
  ['direction, none', 'type=inboundPhoneCall'],
  ['status canceled, 10 %', 'status=canceled'],
  ['all that are over', 'status=ended,canceled'],
  ['hour of the day', 'createdHour=9&timeZone=Europe/Berlin'],
  ['hour of the day in India, and agent', 'createdHour=9&timeZone=Asia/Kolkata&agentId=agent_6'],
  ['conversations, 33 %', 'hasConversation=true'],
  ['longest response from 2.9 s', 'responseGte=2.9'],
  ['longest response from 1 h, none', 'responseGte=3600'],
  [
    'campaign, given up',
    'campaignId=campaign_13&status=ended,canceled&endedReason=customer-did-not-answer,voicemail&retried=false',
  ],
  ['not retried, of one rare reason', 'endedReason=trunk-rejected&retried=false'],
  ['name in variables, rare', 'dataText=maya lindgren'],
  ['name in variables, 1 %', 'dataText=grace hopper'],
  ['beginning of a name, 10 %', 'dataText=gra'],
  ['name in variables, none', 'dataText=nowhere'],
  ['team, answered', 'teamId=team_3&teamResult=answered'],
  ['team, abandoned, member', 'teamId=team_3&teamResult=missed&teamMemberId=member_9'],
  ['agent and campaign, none together', 'agentId=agent_6&campaignId=campaign_15'],
  ['campaign and outcome', 'campaignId=campaign_14&endedReason=customer-ended-call'],
  ['last four digits and outcome', 'customerNumber=4567&endedReason=voicemail'],
  ['word and outcome', 'text=refund&endedReason=voicemail'],
  ['conversations of a campaign', 'campaignId=campaign_15&hasConversation=true'],
];

/** The periods of lists: all calls, a page far down, the newest day, and a month in the middle. */
export const variants = ['first page', 'deep page', 'newest day', 'a month'] as const;

/** Returns each filter and pair of filters, on each variant of a list. */
export function listQuestions(filling: Filling): { what: string; variants: Question[] }[] {
  const { organizationId, calls, days } = filling;
  const instant = (place: number) => new Date(timeOf(filling, place)).toISOString();
  const month = Math.min(30, days / 3);
  const bounds = {
    'first page': {},
    'deep page': {},
    'newest day': { createdAtGt: instant(calls - Math.floor(calls / days)) },
    'a month': {
      createdAtGt: instant(Math.floor(calls / 2)),
      createdAtLt: instant(Math.floor(calls / 2 + (calls / days) * month)),
    },
  };
  const after = { createdAt: instant(calls / 10), id: callIdAt(filling, Math.floor(calls / 10)) };
  return [['no filter', ''] as const, ...pairs, ...lists].map(([what, query]) => ({
    what,
    variants: variants.map((variant) => {
      const given = { ...Object.fromEntries(new URLSearchParams(query)), ...bounds[variant] };
      const search = callSearch(CallFilters.parse(given));
      const page = { size: 50, after: variant === 'deep page' ? after : null };
      return {
        what: variant,
        ask: async (db: Queryable) => (await selectCalls(db, organizationId, search, page)).rows.length,
      };
    }),
  }));
}

const actorOf = (organizationId: string) => ({
  ...{ organizationId, memberId: 'member_1', apiKeyId: null, requestId: 'req_1' },
  scopes: new Set<string>(scopes),
});

/** Returns what Ctrl K asks. */
export function searchQuestions({ organizationId }: Filling): Question[] {
  const texts = [
    'Maya Lindgren',
    'grace hop',
    'gra',
    'lovelace',
    'nowhere',
    '4567',
    '+12000000042',
    'customer_4',
    'anna',
  ];
  return texts.map((text) => ({
    what: `“${text}”`,
    ask: async (db) => {
      const scope = { db, actor: actorOf(organizationId), baseUrl: 'http://localhost' };
      return (await find(scope, text)).length;
    },
  }));
}

/** The filters of the analytics, alone and in pairs. */
const narrowings: [what: string, filters: Record<string, string>][] = [
  ['all', {}],
  ['agent', { agentId: 'agent_6' }],
  ['campaign', { campaignId: 'campaign_14' }],
  ['trunk of the older 60 %', { trunkId: 'trunk_old' }],
  ['rare trunk', { trunkId: 'trunk_rare' }],
  ['direction, none', { type: 'inboundPhoneCall' }],
  ['agent and campaign, none together', { agentId: 'agent_6', campaignId: 'campaign_15' }],
  ['campaign and trunk', { campaignId: 'campaign_14', trunkId: 'trunk_new' }],
];

/** Returns what the page Analytics asks: each chart by each filter, for a month and for all days, and the response times. */
export function figureQuestions(filling: Filling): { what: string; questions: Question[] }[] {
  const { organizationId, days, calls } = filling;
  const nowMs = timeOf(filling, calls);
  const scopeOf = (db: Queryable) => ({ db, actor: actorOf(organizationId) });
  const periodOf = (length: number, endMs = nowMs) => ({
    from: new Date(endMs - length * dayMs).toISOString(),
    to: new Date(endMs).toISOString(),
  });
  const all = Math.min(days, 399);
  const breakdown = (by: Breakdown, length: number, timeZone: string, filters: Record<string, string>) => ({
    what: `${length} days by ${by}${timeZone.startsWith('Asia') ? ', India' : ''}`,
    ask: async (db: Queryable) =>
      (await callBreakdown(scopeOf(db), { by, timeZone, ...periodOf(length), ...filters }, nowMs)).total
        .calls,
  });
  const latency = (length: number, filters: Record<string, string>, endMs = nowMs) => ({
    what: `${length} days${endMs === nowMs ? '' : ', older'}`,
    ask: async (db: Queryable) =>
      (await latencyAnalytics(scopeOf(db), { ...periodOf(length, endMs), ...filters }, nowMs)).calls,
  });
  const ofFilter = (filters: Record<string, string>): Question[] => [
    ...(['day', 'agent'] as const).map((by) => breakdown(by, Math.min(30, all), 'Europe/Berlin', filters)),
    ...breakdowns
      .filter((by) => by !== 'agent-version' || filters.agentId !== undefined)
      .map((by) => breakdown(by, all, 'Europe/Berlin', filters)),
    ...(['day', 'hour-of-day'] as const).map((by) => breakdown(by, all, 'Asia/Kolkata', filters)),
  ];
  const responses = narrowings.flatMap(([what, filters]) =>
    [
      ...[1, Math.min(31, days)].map((length) => latency(length, filters)),
      latency(Math.min(31, Math.floor(days / 2)), filters, nowMs - (days / 2) * dayMs),
    ].map(({ what: period, ask }) => ({ what: `${period}: ${what}`, ask })),
  );
  const others: Question[] = [
    {
      what: 'speeds of providers, 31 days',
      ask: async (db) =>
        (await providerSpeeds(scopeOf(db), periodOf(Math.min(31, days)), nowMs)).speeds.length,
    },
    {
      what: 'overview of the home page',
      ask: async (db) => (await overview(scopeOf(db), { timeZone: 'Asia/Kolkata' }, nowMs)).latency.calls,
    },
    {
      what: 'counts of 31 days',
      ask: async (db) =>
        Object.keys((await callAnalytics(scopeOf(db), periodOf(Math.min(31, days)), nowMs)).created).length,
    },
  ];
  return [
    { what: 'response times', questions: responses },
    { what: 'others', questions: others },
    ...narrowings.map(([what, filters]) => ({ what, questions: ofFilter(filters) })),
  ];
}
