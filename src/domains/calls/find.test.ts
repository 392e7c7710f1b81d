import { parse } from 'fast-querystring';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement } from '../../platform/db/index.ts';
import { nextPageUrl } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { callSearch } from './call-search.ts';
import { CallFilters } from './filter-schemas.ts';
import { listCalls } from './read.ts';
import { writeCallFacts } from './store/facts.ts';

const insert = statement(
  'test.find.insert',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, agent_version, campaign_id, type, status, customer_number,
       phone_number_id, agent_number, trunk_id, started_at, ended_at, ended_reason, answered_by, transcript, qa, cost, tags, created_at,
       latency, variables, analysis)
     select $1, r->>'id', r->>'agent', (r->>'version')::int, coalesce(r->>'campaign', ''), 'outboundPhoneCall',
       r->>'status', r->>'customer', 'number_x', '+12025550100', r->>'trunk', $3::timestamptz,
       case when r->>'status' = 'ended' then $3::timestamptz + make_interval(secs => (r->>'seconds')::float8) end,
       r->>'reason', r->'answeredBy', coalesce(r->'transcript', '[]'), r->'qa', r->'cost',
       array(select json_array_elements_text(r->'tags')), $4, r->'latency', coalesce(r->'variables', '{}'), r->'analysis'
     from json_array_elements($2) as r returning *),
   retried as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select $1, r->>'id', 'retried', 'voicemail', '' from json_array_elements($2) as r where r->>'isRetried' = 'true'),
   waited as (
     insert into team_calls (organization_id, team_call_id, team_id, call_id, skills, state, member_id, refused_by, waiting_since,
       answered_at, ended_at, outcome)
     select $1, r->>'id' || n, w->>'team', r->>'id', '{}', 'ended', w->>'member',
       array(select json_array_elements_text(w->'refusedBy')), $3::timestamptz + make_interval(secs => (w->>'after')::float8),
       case when w->>'outcome' = 'answered' then $3::timestamptz end, $3::timestamptz, w->>'outcome'
     from json_array_elements($2) as r
       cross join lateral json_array_elements(coalesce(r->'waits', '[]')) with ordinality as x (w, n)),
   live as (insert into live_calls (organization_id, call_id, campaign_id)
     select organization_id, call_id, campaign_id from made where status = 'in-progress')
   insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id)
     select organization_id, call_id, campaign_id, 5, now(), phone_number_id from made where status = 'queued'`,
);
/** Finds calls as lists do, but reads only the newest `$3` in order. */
const find = statement(
  'test.find.find',
  `select call_id from find_calls($1, 'calm', 4, $3, $2) as s (call_id)`,
);
const forget = statement(
  'test.find.forget',
  `with gone as (delete from call_facts where organization_id = $1)
   insert into call_facts_to_write (organization_id, below) values ($1, 'calm')`,
);
/** Makes the rows those of before the column `has_conversation`. */
const age = statement(
  'test.find.age',
  `with old as (update call_facts set has_conversation = null, response_ms = null, terms = '' where organization_id = $1)
   insert into call_facts_to_write (organization_id, below) values ($1, 'calm')`,
);
/** As `eraseCalls` does. */
const erase = statement(
  'test.find.erase',
  "update calls set customer_number = '', transcript = '[]', variables = '{}', analysis = null, qa = null, answered_by = null, tags = null where call_id = $1",
);
const rename = statement(
  'test.find.rename',
  `update calls set variables = '{"customerName":"Maya Larsson"}' where call_id = $1`,
);
const remove = statement('test.find.remove', 'delete from calls where call_id = $1');
const kept = statement('test.find.kept', 'select 1 from call_facts where call_id = $1');
const analyze = statement('test.find.analyze', 'analyze call_facts');
const garble = statement(
  'test.find.garble',
  `update calls set transcript = '[{"role":"user","message":"\\u0000"}]' where call_id = $1`,
);

const withTagLexeme = statement(
  'test.find.with_tag_lexeme',
  `select call_id from call_facts where organization_id = $1 and terms @@ '''=l'''::tsquery`,
);
const refuseFacts = statement(
  'test.find.refuse_facts',
  "alter table call_facts add constraint refused check (organization_id <> 'org_0')",
);
const acceptFacts = statement('test.find.accept_facts', 'alter table call_facts drop constraint refused');

const said = (...messages: string[]) => messages.map((message) => ({ role: 'user', message }));
const stage = (to: string) => ({ role: 'tool', name: 'flow', message: '', toolCall: { arguments: { to } } });
const judged = (sentiment: string, outcomes: Record<string, boolean>) => ({
  sentiment,
  rubricOutcomes: Object.fromEntries(Object.entries(outcomes).map(([name, passed]) => [name, { passed }])),
});

const calls = {
  complaint: {
    ...{
      agent: 'agent_a',
      version: 1,
      campaign: 'campaign_1',
      status: 'ended',
      customer: '+49301234567',
      trunk: 'trunk_1',
    },
    ...{
      seconds: 61.5,
      reason: 'customer-ended-call',
      answeredBy: { kind: 'person' },
      cost: { total: '0.0153' },
    },
    qa: judged('negative', { 'Greets politely': false, "Says what's next": true }),
    transcript: [...said('I would like to complain about my order'), stage('complaints')],
    tags: ['refund', 'vip customer'],
    latency: { maxMs: 2300 },
    variables: { customerName: 'Maya Lindgren', orderNumber: 'A-4711', visits: 3 },
    waits: [
      { team: 'team_1', member: 'member_1', refusedBy: ['member_2'], after: 10, outcome: 'answered' },
      { team: 'team_2', after: 60, outcome: 'abandoned' },
    ],
  },
  order: {
    ...{
      agent: 'agent_a',
      version: 2,
      status: 'ended',
      customer: '+12125550100',
      trunk: 'trunk_2',
      seconds: 3700,
    },
    ...{ reason: 'assistant-ended-call', answeredBy: { kind: 'person' }, cost: { total: '12.5' } },
    qa: judged('positive', { 'Greets politely': true }),
    transcript: [...said('My order please', 'Grüße aus Köln'), stage('orders')],
    latency: { maxMs: 800 },
    analysis: { caller: 'Kim Lindqvist' },
    waits: [{ team: 'team_1', refusedBy: ['member_1', 'member_2'], after: 30, outcome: 'timed-out' }],
  },
  mailbox: {
    ...{
      agent: 'agent_b',
      version: 1,
      status: 'ended',
      customer: '+442071234567',
      trunk: 'trunk_1',
      seconds: 9,
    },
    ...{ reason: 'voicemail', answeredBy: { kind: 'voicemail' }, cost: { total: '0.001' } },
    tags: ['refund'],
    isRetried: true,
  },
  live: {
    ...{ agent: 'agent_a', version: 2, status: 'in-progress', customer: '+12125550199', trunk: 'trunk_2' },
    transcript: [...said('I am still on the line'), stage('orders')],
    variables: { customerName: 'Maya Olsen' },
    tags: ['vip customer'],
  },
  waiting: {
    agent: 'agent_a',
    status: 'queued',
    customer: '+12125557777',
    variables: { customerName: 'Maya' },
    tags: ['müde'],
  },
  // PostgreSQL cannot read this text. The call is found by everything else.
  unreadable: {
    ...{
      agent: 'agent_b',
      version: 4,
      status: 'ended',
      customer: '+498912345',
      trunk: "trunk_'q\\",
      seconds: 2,
    },
    ...{ reason: 'provider-error' },
  },
};
type Name = keyof typeof calls;

/** The answer of all calls. */
const answeredAt = new Date(Date.now() - 3_600_000);
/** Returns the end of a call of so many seconds. */
const ended = (seconds: number) => new Date(answeredAt.getTime() + seconds * 1000).toISOString();

/** When the calls are created. */
const createdAtMs = Date.now();
/** Returns the hour of the day of that. */
function hourOf(timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return Number(format.format(createdAtMs));
}

const cases: [query: string, names: Name[]][] = [
  ['endedReason=voicemail', ['mailbox']],
  ['endedReason=voicemail,customer-ended-call', ['complaint', 'mailbox']],
  ['endedReason=voicemail&endedReason=provider-error', ['mailbox', 'unreadable']],
  ['answeredBy=person', ['complaint', 'order']],
  ['answeredBy=voicemail,fax', ['mailbox']],
  ['durationGte=61.5', ['complaint', 'order']],
  ['durationGte=61.501', ['order']],
  ['durationLte=9', ['mailbox', 'unreadable']],
  ['durationGte=5&durationLte=100', ['complaint', 'mailbox']],
  ['sentiment=negative', ['complaint']],
  ['sentiment=negative,positive', ['complaint', 'order']],
  ['rubric=Greets+politely', ['complaint', 'order']],
  ['rubric=Greets+politely&rubricResult=failed', ['complaint']],
  ['rubric=Says+what%27s+next&rubricResult=passed', ['complaint']],
  ['rubricResult=passed', ['complaint', 'order']],
  ['rubricResult=failed', ['complaint']],
  ['agentId=agent_a&agentVersion=2', ['order', 'live']],
  ['trunkId=trunk_1', ['complaint', 'mailbox']],
  ["trunkId=trunk_'q%5C", ['unreadable']],
  ['trunkId=none', []],
  ['agentId=agent_a&agentVersion=0', []],
  ['campaignId=none&status=ended', ['order', 'mailbox', 'unreadable']],
  ['campaignId=none&answeredBy=person', ['order']],
  [`createdHour=${hourOf('Asia/Kolkata')}&timeZone=Asia/Kolkata&answeredBy=person`, ['complaint', 'order']],
  [`createdHour=${hourOf('Asia/Kolkata')}&timeZone=asia/kolkata&status=queued`, ['waiting']],
  [`createdHour=${(hourOf('UTC') + 3) % 24}`, []],
  ['stage=orders', ['order', 'live']],
  ['tag=refund', ['complaint', 'mailbox']],
  ['tag=refund,m%C3%BCde', ['complaint', 'mailbox', 'waiting']],
  ['tag=vip+customer', ['complaint', 'live']],
  ['tag=vip+customer&status=ended', ['complaint']],
  ['tag=refund&endedReason=voicemail&text=order', []],
  ['tag=refund&answeredBy=voicemail', ['mailbox']],
  ['tag=vip', []],
  ['costGte=0.0153', ['complaint', 'order']],
  ['costGte=0.01530001', ['order']],
  ['costLte=0.001', ['mailbox']],
  ['costGte=0.01&costLte=1', ['complaint']],
  ['hasConversation=true', ['complaint', 'order']],
  ['hasConversation=false', ['mailbox', 'live', 'unreadable']],
  ['hasConversation=true&trunkId=trunk_2&status=ended,canceled', ['order']],
  ['responseGte=2.3', ['complaint']],
  ['responseGte=2.301', []],
  ['responseGte=0.5&responseLte=1', ['order']],
  ['retried=true', ['mailbox']],
  ['retried=false&status=ended', ['complaint', 'order', 'unreadable']],
  ['retried=false&endedReason=voicemail', []],
  ['dataText=maya+LINDGREN', ['complaint']],
  ['dataText=lind', ['complaint', 'order']],
  ['dataText=maya', ['complaint', 'live']],
  ['dataText=4711', ['complaint']],
  ['dataText=lindgren+olsen', []],
  ['dataText=order', []],
  ['teamId=team_1', ['complaint', 'order']],
  ['teamId=team_2', ['complaint']],
  ['teamId=team_1&teamResult=answered', ['complaint']],
  ['teamId=team_1&teamResult=abandoned', []],
  ['teamId=team_1&teamResult=unanswered', ['order']],
  ['teamId=team_1&teamMemberId=member_1', ['complaint']],
  ['teamId=team_1&teamMemberId=member_1&teamResult=missed', ['order']],
  [`teamId=team_1&teamWaitedGt=${ended(10)}`, ['order']],
  ['text=ORDER', ['complaint', 'order']],
  ['text=%22my+order%22+-please', ['complaint']],
  ['text=complain+or+line', ['complaint', 'live']],
  ['text=grüße', ['order']],
  ['text=nowhere', []],
  ['customerNumber=030+1234567', ['complaint']],
  ['customerNumber=4567', ['complaint', 'mailbox']],
  ['customerNumber=234567', ['complaint', 'mailbox']],
  ['customerNumber=%2B49+30+1234-567', ['complaint']],
  ['customerNumber=7777', ['waiting']],
  ['customerNumber=0199&status=in-progress', ['live']],
  ['customerNumber=0199&status=queued', []],
  ['stage=orders&status=ended', ['order']],
  ['status=canceled&answeredBy=person', []],
  ['status=in-progress,queued', ['live', 'waiting']],
  ['status=in-progress,ringing&agentId=agent_a', ['live']],
  ['status=ended,in-progress&agentId=agent_a', ['complaint', 'order', 'live']],
  ['status=canceled,queued', ['waiting']],
  ['status=ended,ended&agentId=agent_b', ['mailbox', 'unreadable']],
  [`endedAtGt=${ended(60)}`, ['complaint', 'order']],
  [`endedAtLt=${ended(60)}`, ['mailbox', 'unreadable']],
  [`endedAtGt=${ended(5)}&endedAtLt=${ended(60)}&status=ended,canceled`, ['mailbox']],
  [`endedAtGt=${ended(61.499)}&endedAtLt=${ended(61.501)}`, ['complaint']],
  [`endedAtGt=${ended(61.5)}&endedAtLt=${ended(62)}`, []],
  ['text=order&sentiment=negative&trunkId=trunk_1&campaignId=campaign_1', ['complaint']],
  ['text=order&sentiment=negative&trunkId=trunk_2', []],
  ['answeredBy=person&createdAtGt=2999-01-01T00:00:00Z', []],
  ['answeredBy=person&createdAtLt=2999-01-01T00:00:00Z', ['complaint', 'order']],
];

let world: ApiWorld;
let names: ReadonlyMap<string, Name>;
beforeAll(async () => {
  world = await createApiWorld();
  names = await fill(world.owner.organizationId);
});
afterAll(() => world.close());

/** Stores the calls, oldest first. Returns their names by their ids. */
async function fill(organizationId: string) {
  const rows = Object.entries(calls).map(([name, call], n) => {
    return { ...call, id: newId('call', Date.now() - 600_000 + n), name: name as Name };
  });
  await world.db.query(insert, [
    organizationId,
    JSON.stringify(rows),
    answeredAt.toISOString(),
    new Date(createdAtMs).toISOString(),
  ]);
  await world.db.query(garble, [rows.at(-1)!.id]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function found(query: string, key = world.owner.key): Promise<string[]> {
  const { status, body, text } = await world.request('GET', `/api/calls?${query}`, { key });
  expect([status, text]).toEqual([200, expect.any(String)]);
  return body.calls.map(({ callId }: { callId: string }) => names.get(callId) ?? 'crowd').toReversed();
}

describe('the filters of calls', () => {
  it.each(cases)('find with %s the calls %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('show nothing of another organization', async () => {
    const { key, organizationId } = await world.foundOrganization('Other');
    for (const [query] of cases) expect(await found(query, key)).toEqual([]);
    const theirs = await fill(organizationId);
    for (const [query, expected] of cases) expect(await found(query)).toEqual(expected);
    expect(theirs.size).toBe(names.size);
  });

  it.each([
    ['agentVersion=2', 'agentVersion'],
    ['hasConversation=yes', 'hasConversation'],
    ['responseGte=slow', 'responseGte'],
    ['dataText=a', 'dataText'],
    ['teamResult=answered', 'teamResult'],
    ['teamId=team_1&teamResult=missed', 'teamResult'],
    ['teamMemberId=member_1', 'teamMemberId'],
    ['agentId=a&agentVersion=-1', 'agentVersion'],
    ['createdHour=24', 'createdHour'],
    ['createdHour=7&timeZone=Mars', 'timeZone'],
    ['endedReason=tired', 'endedReason.0'],
    ['status=gone', 'status.0'],
    ['endedAtGt=soon', 'endedAtGt'],
    ['durationGte=-1', 'durationGte'],
    ['costLte=much', 'costLte'],
    ['rubricResult=maybe', 'rubricResult'],
    ['text=%3F%21', 'text'],
    ['customerNumber=12345678901234567890', 'customerNumber'],
    ['customerNumber=', 'customerNumber'],
    ['trunkId=', 'trunkId'],
    ['tag=Refund', 'tag.0'],
  ])('answer %s with a 400 that names %s', async (query, field) => {
    const { status, body } = await world.request('GET', `/api/calls?${query}`);
    expect([status, body.error?.split(':')[0]]).toEqual([400, field]);
  });

  it('are kept by the next page, also below an agent and a campaign', async () => {
    const first = await world.request('GET', '/api/calls?text=order&answeredBy=person&pageSize=1');
    const second = await world.request('GET', first.body.metadata.nextPage.replace(/^https?:\/\/[^/]+/, ''));
    const shown = [...first.body.calls, ...second.body.calls].map(({ callId }) => names.get(callId));
    expect([shown, second.body.metadata.nextPage]).toEqual([['order', 'complaint'], null]);
  });
});

test('finds calls with tags by a lexeme that no other call has', async () => {
  const { organizationId } = world.owner;
  const indexed = await world.db.query<{ call_id: string }>(withTagLexeme, [organizationId]);
  expect(indexed.map(({ call_id: id }) => names.get(id)).toSorted()).toEqual(['complaint', 'mailbox']);
  const tagged = await world.db.query<{ call_id: string }>(find, [organizationId, '{"isTagged": true}', 1]);
  expect(tagged.map(({ call_id: id }) => names.get(id)).toSorted()).toEqual([
    ...['complaint', 'live', 'mailbox', 'waiting'],
  ]);
});

test('finds the same calls by the index as by reading them in order', async () => {
  await world.db.query(analyze);
  for (const [query, expected] of cases) {
    const search = callSearch(CallFilters.parse(parse(query))).find;
    // Without a number, all are read in order.
    for (const read of search ? [1, 2, 3, 100, null] : []) {
      const rows = await world.db.query<{ call_id: string }>(find, [
        world.owner.organizationId,
        JSON.stringify(search),
        read,
      ]);
      expect([query, read, rows.map(({ call_id: id }) => names.get(id)).toReversed()]).toEqual([
        query,
        read,
        expected,
      ]);
    }
  }
});

test('a search that reads one call at a time finds the same calls, page after page', async () => {
  const { organizationId } = world.owner;
  const scope = { db: world.db, actor: { organizationId }, baseUrl: '' };
  let short = 0;
  for (const [query, expected] of cases) {
    const filters = CallFilters.parse(parse(query));
    const ids: string[] = [];
    for (let pageToken: string | undefined, isLast = false; !isLast; ) {
      const page = await listCalls(scope as never, { ...filters, pageSize: 4, pageToken }, 1);
      ids.push(...page.items.map(({ callId }) => callId));
      const next = nextPageUrl('http://a', '/', {}, page.next);
      if (next !== null && page.items.length < 4) short += 1;
      isLast = next === null;
      pageToken = next === null ? undefined : new URL(next).searchParams.get('pageToken')!;
    }
    expect([query, ids.map((id) => names.get(id)).toReversed()]).toEqual([query, expected]);
  }
  expect(short).toBeGreaterThan(0);
});

test('upkeep writes the facts of calls that ended before there were any', async () => {
  const query = 'customerNumber=4567&endedReason=voicemail,customer-ended-call';
  await world.db.query(forget, [world.owner.organizationId]);
  expect(await found(query)).toEqual([]);
  await Promise.all([writeCallFacts(world.db), writeCallFacts(world.db)]);
  expect(await writeCallFacts(world.db)).toBe(0);
  for (const [query, expected] of cases) expect([query, await found(query)]).toEqual([query, expected]);
});

test('upkeep writes the rows again that are from before the words of variables', async () => {
  await world.db.query(age, [world.owner.organizationId]);
  expect(await found('dataText=maya')).toEqual(['live']);
  expect(await writeCallFacts(world.db)).toBe(4);
  for (const [query, expected] of cases) expect([query, await found(query)]).toEqual([query, expected]);
});

test('upkeep writes the facts of other organizations when those of one cannot be written', async () => {
  // The failing organization comes before the own one.
  const theirs = JSON.stringify([{ ...calls.order, waits: [], id: newId('call') }]);
  const at = answeredAt.toISOString();
  await world.db.query(insert, ['org_0', theirs, at, at]);
  for (const one of ['org_0', world.owner.organizationId]) await world.db.query(forget, [one]);
  await world.db.query(refuseFacts);
  await expect(writeCallFacts(world.db)).rejects.toThrow('cannot write the facts of calls of org_0');
  for (const [query, expected] of cases) expect([query, await found(query)]).toEqual([query, expected]);
  await world.db.query(acceptFacts);
  expect(await writeCallFacts(world.db)).toBe(1);
});

test('an erased call keeps no words and no customer in its facts', async () => {
  const [id] = [...names].find(([, name]) => name === 'complaint')!;
  await world.db.query(rename, [id]);
  expect(await found('dataText=lindgren')).toEqual([]);
  expect(await found('dataText=larsson')).toEqual(['complaint']);
  await world.db.query(erase, [id]);
  expect(await found('dataText=larsson')).toEqual([]);
  expect(await found('tag=refund')).toEqual(['mailbox']);
  expect(await found('text=complain')).toEqual([]);
  expect(await found('customerNumber=234567')).toEqual(['mailbox']);
  expect(await found('trunkId=trunk_1')).toEqual(['complaint', 'mailbox']);
  await world.db.query(remove, [id]);
  expect(await world.db.query(kept, [id])).toEqual([]);
});
