import type pg from 'pg';
import '../../src/domains/calls/index.ts';
import '../../src/domains/calls/look-up.ts';
import '../../src/domains/chats/index.ts';
import '../../src/domains/events/index.ts';
import '../../src/domains/webhooks/index.ts';
import '../../src/domains/webhooks/sender/store.ts';
import '../../src/platform/audit/export-store.ts';
import { allStatements } from '../../src/platform/db/index.ts';
import { callIdAt, type Filling } from './fill.ts';

/** A statement of the interface, by its name in the program, with values for a round. */
export interface Lookup {
  what: string;
  statement: string;
  values: (round: number) => unknown[];
}

/** Sorts after every id of a call. */
const afterAll = 'calm';

/** Returns the lookups of calls. Each round asks for other rows, all over the year. */
export function callLookups(filling: Filling): Lookup[] {
  const { organizationId, calls, customers } = filling;
  const place = (round: number) => (round * 7_368_787) % calls;
  const list = (
    status: string | null,
    filters: { agent?: string; campaign?: string; customer?: string } = {},
  ) => [
    ...[organizationId, afterAll, status && [status], null, 51],
    ...[filters.agent ?? null, filters.campaign ?? null, filters.customer ?? null, null, null, 'call_'],
  ];
  const customer = (round: number) => `+1${2_000_000_000 + ((place(round) * 7919) % customers)}`;
  const campaign = (round: number) => `campaign_${round % 200}`;
  const agent = (round: number) => `agent_${round % 20}`;
  return [
    {
      what: 'call by id',
      statement: 'calls.get',
      values: (n) => [organizationId, callIdAt(filling, place(n))],
    },
    {
      what: 'decisions of a call',
      statement: 'calls.events',
      values: (n) => [organizationId, callIdAt(filling, place(n))],
    },
    {
      what: 'latest call by external id',
      statement: 'calls.lookup_by_external_id',
      values: (n) => [[organizationId], [`ext-${place(n) - (place(n) % 5)}`]],
    },
    {
      what: 'latest call by phone number',
      statement: 'calls.lookup_by_customer_number',
      values: (n) => [[organizationId], [customer(n)]],
    },
    {
      what: 'by an unknown phone number',
      statement: 'calls.lookup_by_customer_number',
      values: () => [[organizationId], ['+4930123456']],
    },
    { what: 'calls, first page', statement: 'calls.list_by_all', values: () => list(null) },
    {
      what: 'calls of a campaign',
      statement: 'calls.list_by_campaign',
      values: (n) => list(null, { campaign: campaign(n) }),
    },
    {
      what: 'calls of an agent',
      statement: 'calls.list_by_agent',
      values: (n) => list(null, { agent: agent(n) }),
    },
    {
      what: 'calls of a customer',
      statement: 'calls.list_by_customer',
      values: (n) => list(null, { customer: customer(n) }),
    },
    { what: 'canceled calls', statement: 'calls.list_ended_by_all', values: () => list('canceled') },
    {
      what: 'ended calls of a campaign',
      statement: 'calls.list_ended_by_campaign',
      values: (n) => list('ended', { campaign: campaign(n) }),
    },
    {
      what: 'figures of a campaign',
      statement: 'calls.counts',
      values: (n) => [organizationId, campaign(n)],
    },
  ];
}

/** Returns the lookups of chats, the audit log and events. */
export function otherLookups({ organizationId }: Filling): Lookup[] {
  return [
    {
      what: 'chats of an agent',
      statement: 'chats.list_of_agent',
      values: (n) => [organizationId, 'chat_', 'chau', 51, `agent_${2 + (n % 18)}`],
    },
    {
      what: 'audit export, 1,000 entries',
      statement: 'audit.chunk',
      values: (n) => [organizationId, null, new Date(Date.now() - n * 60_000).toISOString(), 1000],
    },
    {
      what: 'events, oldest 100',
      statement: 'events.after',
      values: () => [organizationId, '1:1:', null, 0, null, 100, 1],
    },
    {
      what: 'events, none new',
      statement: 'events.after',
      values: () => [organizationId, '99999999:99999999:', null, 0, null, 100, 1],
    },
  ];
}

export interface LookupResult {
  what: string;
  medianMs: number;
  p95Ms: number;
  /** Descents of indexes, partitions whose index was read, and pages of 8 KB, of one execution. */
  probes: number;
  partitions: number;
  pages: number;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Schema?: string;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** Runs a lookup as a prepared statement, as the program does, and reads its plan. */
export async function measureLookup(
  client: pg.Client,
  lookup: Lookup,
  rounds: number,
): Promise<LookupResult> {
  const { text } = allStatements().find(({ name }) => name === lookup.statement)!;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAtMs = performance.now();
    await client.query({ name: lookup.statement, text, values: lookup.values(round) });
    times.push(performance.now() - startedAtMs);
  }
  // The first executions plan.
  const sorted = times.slice(Math.min(10, rounds - 1)).sort((one, other) => one - other);
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
    text: `explain (analyze, buffers, verbose, timing off, format json) ${text}`,
    values: lookup.values(rounds),
  });
  const root = rows[0]!['QUERY PLAN'][0]!.Plan;
  const scans = scansOf(root).filter((node) => node['Actual Loops'] > 0);
  return {
    what: lookup.what,
    medianMs: sorted[sorted.length >> 1]!,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)]!,
    probes: scans.reduce((sum, node) => sum + node['Actual Loops'], 0),
    partitions: new Set(
      scans.filter(({ Schema }) => Schema === 'partitions').map((node) => node['Relation Name']),
    ).size,
    pages: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
  };
}

function scansOf(node: PlanNode): PlanNode[] {
  const own = /Scan$/.test(node['Node Type']) && node['Relation Name'] ? [node] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
