import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { eventually } from '../../../test/world/eventually.ts';
import { takeMails } from '../../../test/world/stored-mails.ts';
import { openReceiver, type WebhookReceiver } from '../../../test/world/webhook-receiver.ts';
import { statement, toJson } from '../../platform/db/index.ts';
import { Egress } from '../../platform/egress/index.ts';
import { newId, silentLog } from '../../platform/kernel/index.ts';
import { MailOutbox } from '../../platform/mail/index.ts';
import { listChannels } from './channels.ts';
import { claimRules, type StoredRule } from './store/rules.ts';
import { AlertWatch, readRule } from './watch.ts';

const addCalls = statement(
  'test.alerts.calls',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
       agent_number, created_at, started_at, ended_at, ended_reason, turns, latency, transcript, qa, cost)
     select $1, $2 || n, $3, 'campaign_a', 'outboundPhoneCall', 'ended', '+12025550199', 'number_a', '+12025550100', $4::timestamptz,
       case when $5 = 'assistant-ended-call' then $4::timestamptz end, $4::timestamptz + interval '1 minute', $5, $6, '{}', $7, $8, $9
     from generate_series(1, $10::int) as n returning *)
   insert into call_events (organization_id, call_id, decision, reason, message)
   select organization_id, call_id, 'noted', 'provider-failed', 'x' from made where $11`,
);
const addTeamCalls = statement(
  'test.alerts.team_calls',
  `insert into team_calls (organization_id, team_call_id, team_id, call_id, skills, state, member_id, waiting_since, answered_at,
     ended_at, outcome)
   select $1, 'tcall_' || $2 || n || $4 || coalesce($5, ''), $2, $3, '{}', $4, case when $5 = 'answered' then 'member_a' end,
     now() - make_interval(secs => $6), case when $5 = 'answered' then now() - make_interval(secs => $6 - $7) end,
     case when $4 = 'ended' then now() end, $5
   from generate_series(1, $8::int) as n`,
);
const addLiveCall = statement(
  'test.alerts.live_call',
  `insert into live_calls (organization_id, call_id, node_id, customer_number, campaign_id) values ($1, 'call_waits', 'node_a', '+12025550199', '')`,
);
const dueNow = statement('test.alerts.due', 'update alert_rules set due_at = now() where enabled');
const messagesDue = statement('test.alerts.messages_due', 'update alert_messages set next_try_at = now()');
const counts = statement(
  'test.alerts.counts',
  `select (select count(*)::int from alerts) as alerts, (select count(*)::int from alert_messages) as messages,
     (select count(*)::int from events where type like 'alert.%') as events`,
);

const minuteMs = 60_000;
let world: ApiWorld;
let receiver: WebhookReceiver;
let watches: AlertWatch[];
let agentId: string;

beforeEach(async () => {
  world = await createApiWorld({ storesMails: true, egressAllow: ['127.0.0.0/8'] });
  receiver = await openReceiver();
  watches = [];
  agentId = await post('/api/agents', { name: 'Ada', prompt: 'p' }).then((body) => body.agentId);
});
afterEach(async () => {
  for (const watch of watches) await watch.close();
  await receiver.close();
  await world.close();
});

async function post(path: string, body: unknown) {
  const answer = await world.request('POST', path, { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

interface Calls {
  count?: number;
  /** When they ended, in minutes before now. */
  minutesAgo?: number;
  reason?: string;
  waitedMs?: number;
  said?: string;
  sentiment?: string;
  stage?: string;
  providerFailed?: boolean;
  organizationId?: string;
}

async function ended(calls: Calls) {
  const { count = 1, minutesAgo = 2, reason = 'assistant-ended-call', said = 'Hello', ...more } = calls;
  const createdAt = new Date(Date.now() - (minutesAgo + 1) * minuteMs).toISOString();
  const turns = [{ turn: 1, waitedMs: more.waitedMs ?? 500 }];
  const entries: object[] = [{ role: 'user', message: said }];
  if (more.stage) entries.push({ role: 'tool', name: 'flow', toolCall: { arguments: { to: more.stage } } });
  const qa = more.sentiment ? { sentiment: more.sentiment, rubricOutcomes: {} } : null;
  await world.db.query(addCalls, [
    ...[more.organizationId ?? world.owner.organizationId, newId('call', Date.parse(createdAt)), agentId],
    ...[createdAt, reason, toJson(turns), toJson(entries), qa && toJson(qa), toJson({ total: '0.5' })],
    ...[count, more.providerFailed ?? false],
  ]);
}

const rule = { name: 'Few answers', measure: 'answer-rate', direction: 'below', bound: 20 };
const addRule = (values: object = {}) => post('/api/alert-rules', { ...rule, ...values });

/** Reads all rules, as the watch does, as if the minutes had passed. */
async function readAll(minutes: number, mailOutbox: MailOutbox | null = new MailOutbox(world.secret)) {
  const parts = { db: world.db, publicUrl: null, secret: world.secret, mailOutbox };
  await world.db.query(dueNow);
  const claimed: StoredRule[] = await claimRules(world.db, 100);
  for (const one of claimed) await readRule(parts, one, Date.now() + minutes * minuteMs);
}
const ruleNow = async (id: string) => (await world.request('GET', `/api/alert-rules/${id}`)).body;

function startWatch(mailOutbox: MailOutbox | null = new MailOutbox(world.secret)): AlertWatch {
  const egress = new Egress({ allow: ['127.0.0.0/8'] });
  const watch = new AlertWatch({
    ...{ db: world.db, log: silentLog, secret: world.secret, mailOutbox },
    ...{ openEgress: async () => egress, publicUrl: 'https://parley.example.com', pollMs: 20 },
  });
  watches.push(watch);
  watch.start();
  return watch;
}

test('an alert begins and ends once, with its messages, its events and its place on the home page', async () => {
  const slack = await post('/api/alert-channels', {
    kind: 'slack',
    name: 'Ops',
    url: `${receiver.url}/hook`,
  });
  const mail = await post('/api/alert-channels', {
    ...{ kind: 'email', name: 'Team', addresses: ['ops@example.com', 'lead@example.com'] },
  });
  expect(slack.target).toMatch(/^127\.0\.0\.1:\d+\/…hook$/);
  const channelIds = [slack.alertChannelId, mail.alertChannelId];
  const { alertRuleId } = await addRule({ channelIds, agentId });
  await ended({ count: 30, reason: 'customer-did-not-answer' });
  await ended({ count: 3 });
  await readAll(0);
  expect(await ruleNow(alertRuleId)).toMatchObject({
    state: 'calm',
    reading: { sample: 33, limit: 20, value: expect.closeTo(9.09) },
  });
  await readAll(1);
  await readAll(2);
  const open = await ruleNow(alertRuleId);
  expect(open.state).toBe('open');
  const { attention } = (await world.request('GET', '/api/overview')).body;
  const summary = 'Answer rate (Ada) was 9.1 % within 1 hour, below 20 %.';
  expect(attention).toEqual([
    {
      kind: 'alert-open',
      id: open.alertId,
      name: 'Few answers',
      reason: summary,
      since: expect.any(String),
      count: null,
    },
  ]);
  // Enough answers, for as long as it takes to end.
  await ended({ count: 30 });
  for (const minutes of [3, 4, 5, 6, 7, 8, 9]) await readAll(minutes);
  expect((await ruleNow(alertRuleId)).state).toBe('calm');
  expect(await world.db.query(counts)).toEqual([{ alerts: 1, messages: 2, events: 2 }]);
  startWatch();
  startWatch();
  await eventually(async () => String(receiver.received.length), '2');
  const [began, end] = receiver.received.map(({ body }) => (body as unknown as { text: string }).text);
  expect(began).toContain(`*Alert: Few answers*\n${summary}\n<http://localhost`);
  expect(end).toContain('*Ended: Few answers*\nThe value is back. The worst value was 9.1 %.');
  const mails = await takeMails(world);
  expect(mails.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
    'lead@example.com Alert: Few answers',
    'lead@example.com Ended: Few answers',
    'ops@example.com Alert: Few answers',
    'ops@example.com Ended: Few answers',
  ]);
  const messagesOf = async () => (await world.request('GET', `/api/alerts/${open.alertId}`)).body.messages;
  await eventually(async () => JSON.stringify(await messagesOf()), /("sent".*){2}/);
  expect(await messagesOf()).toHaveLength(6);
  const { body: events } = await world.request('GET', '/api/events?types=alert.began,alert.ended');
  expect(events.events.map(({ type }: { type: string }) => type)).toEqual(['alert.began', 'alert.ended']);
  expect(events.events[1].data).toMatchObject({
    alertId: open.alertId,
    endReason: 'back',
    summary: expect.any(String),
  });
});

test('reads each measure', async () => {
  await ended({ count: 6, said: 'I want a refund', waitedMs: 400, sentiment: 'negative', stage: 'pay' });
  await ended({ count: 2, waitedMs: 5000, sentiment: 'positive', providerFailed: true });
  await ended({ count: 2, reason: 'trunk-rejected' });
  await ended({ count: 5, reason: 'number-suppressed' });
  await ended({ count: 50, minutesAgo: 90, reason: 'trunk-rejected' });
  const other = await world.foundOrganization('Other');
  await ended({ count: 50, reason: 'trunk-rejected', organizationId: other.organizationId });
  const cases = [
    [{ measure: 'answer-rate' }, 80, 10],
    [{ measure: 'failure-rate', direction: 'above' }, 20, 10],
    [{ measure: 'calls' }, 15, 15],
    [{ measure: 'latency-p95', bound: 3000, direction: 'above' }, 5000, 8],
    [{ measure: 'provider-errors', direction: 'above' }, 25, 8],
    [{ measure: 'negative-sentiment', direction: 'above' }, 75, 8],
    [{ measure: 'phrase', phrase: 'a refund', direction: 'above' }, 6, 6],
    [{ measure: 'stage-rate', stage: 'pay', agentId }, 75, 8],
    [{ measure: 'cost-per-hour', windowMinutes: 30 }, 15, 15],
    [{ measure: 'queue-wait', direction: 'above' }, 0, 0],
    [{ measure: 'answer-rate', campaignId: null, agentId: null, windowMinutes: 180 }, 8 / 0.6, 60],
  ] as const;
  const ids: string[] = [];
  for (const [values] of cases) ids.push((await addRule(values)).alertRuleId);
  await readAll(0);
  for (const [index, [values, value, sample]] of cases.entries()) {
    const { reading, problem } = await ruleNow(ids[index]!);
    const expected = { value: expect.closeTo(value), sample };
    expect([problem, reading], JSON.stringify(values)).toMatchObject([null, expected]);
  }
});

test('reads how long callers wait for a team, how many are answered in time and how many hang up', async () => {
  const { teamId } = await post('/api/teams', { name: 'Billing', members: [] });
  const { teamId: otherId } = await post('/api/teams', { name: 'Sales', members: [] });
  const { organizationId } = world.owner;
  const wait = (
    team: string,
    state: string,
    outcome: string | null,
    secondsAgo: number,
    more = { waited: 0, count: 1 },
  ) =>
    world.db.query(addTeamCalls, [
      ...[organizationId, team, 'call_waits', state, outcome, secondsAgo, more.waited, more.count],
    ]);
  await wait(teamId, 'ended', 'answered', 300, { waited: 5, count: 3 });
  await wait(teamId, 'ended', 'abandoned', 300);
  await wait(otherId, 'ended', 'answered', 200, { waited: 40, count: 1 });
  await world.db.query(addLiveCall, [organizationId]);
  await wait(teamId, 'waiting', null, 90);
  const cases = [
    [{ measure: 'team-wait', teamId, direction: 'above' }, 90, 0],
    [{ measure: 'team-wait', teamId: otherId, direction: 'above' }, 0, 0],
    [{ measure: 'team-service-level', teamId }, 60, 5],
    [{ measure: 'team-service-level' }, 50, 6],
    [{ measure: 'team-abandoned', teamId, direction: 'above' }, 25, 4],
  ] as const;
  const ids: string[] = [];
  for (const [values] of cases) ids.push((await addRule(values)).alertRuleId);
  await readAll(0);
  for (const [index, [values, value, sample]] of cases.entries()) {
    const { reading, problem } = await ruleNow(ids[index]!);
    const found = { ...reading, value: Math.floor(reading.value) };
    expect([problem, found], JSON.stringify(values)).toMatchObject([null, { value, sample }]);
  }
  const { readings } = await post('/api/alert-rules/try', { ...rule, measure: 'team-abandoned', teamId });
  expect(readings.at(-1)).toMatchObject({ value: 25, sample: 4 });
  await readAll(1);
  const { body } = await world.request('GET', '/api/alerts');
  expect(body.alerts.map(({ summary }: { summary: string }) => summary)).toContainEqual(
    expect.stringMatching(/^Longest wait for a team \(Billing\) was \d+ s, above 20 s\.$/),
  );
});

test('compares with the same time of earlier weeks', async () => {
  const week = 7 * 24 * 60;
  for (const weeks of [1, 2, 3]) {
    await ended({ count: 10, minutesAgo: weeks * week + 10 });
    await ended({ count: 10, minutesAgo: weeks * week + 10, reason: 'customer-busy' });
  }
  await ended({ count: 6 });
  await ended({ count: 24, reason: 'customer-busy' });
  const values = { comparedTo: 'earlier-weeks', bound: 40 };
  const { alertRuleId } = await addRule(values);
  for (const minutes of [0, 1]) await readAll(minutes);
  expect(await ruleNow(alertRuleId)).toMatchObject({ state: 'open', reading: { value: 20, limit: 30 } });
  const tried = (await post('/api/alert-rules/try', { ...rule, ...values })) as { readings: object[] };
  expect(tried.readings.at(-1)).toMatchObject({ value: 20, sample: 30, limit: 30 });
});

test('shows what a rule would have done', async () => {
  await ended({ count: 40, minutesAgo: 3000, reason: 'customer-busy' });
  const tried = await post('/api/alert-rules/try', rule);
  expect(tried.stepMinutes).toBe(15);
  expect(tried.readings).toHaveLength(7 * 24 * 4 + 1);
  expect(tried.alerts).toEqual([{ beganAt: expect.any(String), endedAt: expect.any(String), worst: 0 }]);
  const beganMinutesAgo = (Date.now() - Date.parse(tried.alerts[0].beganAt)) / minuteMs;
  expect(Math.abs(beganMinutesAgo - 2980)).toBeLessThan(30);
  expect((await world.request('GET', '/api/alert-rules')).body.alertRules).toEqual([]);
});

test('ends an open alert when its rule is changed, turned off or deleted', async () => {
  await ended({ count: 30, reason: 'customer-busy' });
  const { alertRuleId } = await addRule();
  const path = `/api/alert-rules/${alertRuleId}`;
  let minutes = 0;
  const open = async () => {
    for (const until = minutes + 2; minutes < until; minutes++) await readAll(minutes);
    expect((await ruleNow(alertRuleId)).state).toBe('open');
  };
  const endOf = async () => (await world.request('GET', '/api/alerts')).body.alerts[0].endReason;
  await open();
  await world.request('PATCH', path, { body: { name: 'Renamed' } });
  expect(await endOf()).toBeNull();
  await world.request('PATCH', path, { body: { bound: 30 } });
  expect(await endOf()).toBe('rule-changed');
  await open();
  expect((await world.request('PATCH', path, { body: { enabled: false } })).body.state).toBe('off');
  expect(await endOf()).toBe('rule-disabled');
  await world.request('PATCH', path, { body: { enabled: true } });
  await open();
  expect((await world.request('DELETE', path)).status).toBe(204);
  expect(await endOf()).toBe('rule-deleted');
  expect((await world.request('GET', '/api/alerts?state=open')).body.alerts).toEqual([]);
});

test('drops a reading of a rule that was changed meanwhile', async () => {
  await ended({ count: 30, reason: 'customer-busy' });
  const { alertRuleId } = await addRule();
  await readAll(0);
  await world.db.query(dueNow);
  const [claimed] = await claimRules(world.db, 1);
  await world.request('PATCH', `/api/alert-rules/${alertRuleId}`, { body: { bound: 0 } });
  const parts = { db: world.db, publicUrl: null, secret: world.secret, mailOutbox: null };
  await readRule(parts, claimed!, Date.now() + minuteMs);
  expect(await ruleNow(alertRuleId)).toMatchObject({ state: 'waiting', alertId: null });
});

test('posts again after a passing refusal, and gives up at a final one', async () => {
  let status = 503;
  receiver.react = () => status;
  const slack = await post('/api/alert-channels', { kind: 'teams', name: 'Ops', url: receiver.url });
  const channelPath = `/api/alert-channels/${slack.alertChannelId}/test`;
  expect((await world.request('POST', channelPath)).body).toEqual({
    ok: false,
    message: 'The answer was 503.',
  });
  status = 200;
  expect((await world.request('POST', channelPath)).body.ok).toBe(true);
  expect(receiver.received.at(-1)!.body).toMatchObject({
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive' }],
  });
  status = 404;
  await ended({ count: 30, reason: 'customer-busy' });
  await addRule({ channelIds: [slack.alertChannelId] });
  for (const minutes of [0, 1]) await readAll(minutes);
  startWatch();
  const messages = async () => (await world.request('GET', '/api/alerts')).body.alerts[0].messages;
  await eventually(async () => (await messages())[0].state, 'failed');
  expect(await messages()).toEqual([
    {
      ...{ channelName: 'Ops', occasion: 'began', recipient: null, state: 'failed' },
      reason: 'The answer was 404.',
    },
  ]);
});

test('keeps an alert by e-mail while there is no mail server, and sends it when there is one again', async () => {
  const channel = await post('/api/alert-channels', {
    ...{ kind: 'email', name: 'Team', addresses: ['ops@example.com'] },
  });
  expect(channel.problem).toBeNull();
  await ended({ count: 30, reason: 'customer-busy' });
  await addRule({ channelIds: [channel.alertChannelId] });
  for (const minutes of [0, 1]) await readAll(minutes, null);
  const messages = async () => (await world.request('GET', '/api/alerts')).body.alerts[0].messages;
  const waits = { channelName: 'Team', occasion: 'began', recipient: null, state: 'waiting' };
  const watch = startWatch(null);
  await eventually(async () => (await messages())[0].reason ?? '', /no mail server/);
  expect(await messages()).toMatchObject([waits]);
  await watch.close();
  await world.db.query(messagesDue);
  startWatch();
  await eventually(async () => (await messages())[0].recipient ?? '', 'ops@example.com');
  expect(await messages()).toHaveLength(1);
  const mails = await takeMails(world);
  expect(mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual(['ops@example.com Alert: Few answers']);
});

test('says at a channel by e-mail that there is no mail server any more', async () => {
  const { db, secret } = world;
  const actor = { ...world.owner, scopes: new Set<string>(), requestId: 'request_1' };
  const listed = (mailOutbox: MailOutbox | null) =>
    listChannels({ db, actor, mailOutbox }, { size: 10, after: null });
  await post('/api/alert-channels', { kind: 'email', name: 'Team', addresses: ['ops@example.com'] });
  await post('/api/alert-channels', { kind: 'slack', name: 'Ops', url: receiver.url });
  const problems = async (mailOutbox: MailOutbox | null) =>
    (await listed(mailOutbox)).items.map(({ problem }) => problem);
  expect(await problems(null)).toEqual([null, expect.stringMatching(/no mail server any more/)]);
  expect(await problems(new MailOutbox(secret))).toEqual([null, null]);
});

test('changes the name and the target of a channel, but not its kind', async () => {
  const path = (id: string) => `/api/alert-channels/${id}`;
  const patch = (id: string, body: object) => world.request('PATCH', path(id), { body });
  const slack = await post('/api/alert-channels', { kind: 'slack', name: 'Ops', url: receiver.url });
  const renamed = await patch(slack.alertChannelId, { name: 'Night' });
  expect(renamed.body).toMatchObject({ name: 'Night', target: slack.target });
  const moved = await patch(slack.alertChannelId, { url: `${receiver.url}/other` });
  expect(moved.body).toMatchObject({ name: 'Night', target: expect.stringMatching(/…ther$/) });
  expect((await world.request('POST', `${path(slack.alertChannelId)}/test`)).body.ok).toBe(true);
  expect(receiver.received).toHaveLength(1);
  const mail = await post('/api/alert-channels', {
    ...{ kind: 'email', name: 'Team', addresses: ['ops@example.com'] },
  });
  const addresses = ['lead@example.com', 'ops@example.com'];
  expect((await patch(mail.alertChannelId, { addresses })).body.target).toBe(addresses.join(', '));
  for (const [id, body, field] of [
    [slack.alertChannelId, { addresses }, 'addresses'],
    [mail.alertChannelId, { url: receiver.url }, 'url'],
    [mail.alertChannelId, { kind: 'slack' }, 'kind'],
    [mail.alertChannelId, { name: 'NIGHT' }, 'name'],
    [slack.alertChannelId, { url: 'http://169.254.169.254/latest' }, 'url'],
  ] as const) {
    const refused = await patch(id, body);
    expect([refused.status, refused.body.details[0].field]).toEqual([400, field]);
  }
});

test('refuses a private address and a name that is taken, each at its field', async () => {
  await post('/api/alert-channels', { kind: 'slack', name: 'Ops', url: receiver.url });
  for (const [name, url, details] of [
    ['Inside', 'http://169.254.169.254/hook', { field: 'url', message: 'must be a public address' }],
    ['ops', receiver.url, { field: 'name', message: 'is the name of another channel; choose another' }],
  ] as const) {
    const body = { kind: 'slack', name, url };
    const { status, body: refused } = await world.request('POST', '/api/alert-channels', { body });
    expect([status, refused.details]).toEqual([400, [details]]);
  }
});

test('refuses rules whose fields do not fit, and unknown agents, campaigns and channels', async () => {
  for (const [values, field] of [
    [{ measure: 'phrase' }, 'phrase'],
    [{ phrase: 'refund' }, 'phrase'],
    [{ measure: 'stage-rate', stage: 'pay' }, 'agentId'],
    [{ measure: 'queue-wait', agentId }, 'agentId'],
    [{ measure: 'queue-wait', comparedTo: 'earlier-weeks' }, 'comparedTo'],
    [{ measure: 'team-wait', comparedTo: 'earlier-weeks' }, 'comparedTo'],
    [{ measure: 'team-abandoned', agentId }, 'agentId'],
    [{ teamId: 'team_unknown' }, 'teamId'],
    [{ measure: 'team-wait', teamId: 'team_unknown' }, 'teamId'],
    [{ bound: 101 }, 'bound'],
    [{ windowMinutes: 7 }, 'windowMinutes'],
    [{ agentId: 'agent_unknown' }, 'agentId'],
    [{ campaignId: 'campaign_unknown' }, 'campaignId'],
    [{ channelIds: ['achannel_unknown'] }, 'channelIds.0'],
  ] as const) {
    const { status, body } = await world.request('POST', '/api/alert-rules', {
      body: { ...rule, ...values },
    });
    expect([status, body.details?.[0].field], JSON.stringify(values)).toEqual([400, field]);
  }
});

test('keeps organizations and scopes apart', async () => {
  await ended({ count: 30, reason: 'customer-busy' });
  const { alertRuleId } = await addRule();
  const { alertChannelId } = await post('/api/alert-channels', {
    kind: 'slack',
    name: 'Ops',
    url: receiver.url,
  });
  for (const minutes of [0, 1]) await readAll(minutes);
  const { alertId } = await ruleNow(alertRuleId);
  const { key } = await world.foundOrganization('Other');
  for (const [method, path] of [
    ['GET', `/api/alert-rules/${alertRuleId}`],
    ['PATCH', `/api/alert-rules/${alertRuleId}`],
    ['DELETE', `/api/alert-rules/${alertRuleId}`],
    ['PATCH', `/api/alert-channels/${alertChannelId}`],
    ['DELETE', `/api/alert-channels/${alertChannelId}`],
    ['POST', `/api/alert-channels/${alertChannelId}/test`],
    ['GET', `/api/alerts/${alertId}`],
  ] as const) {
    const body = method === 'PATCH' ? { body: { name: 'Taken' } } : {};
    expect((await world.request(method, path, { key, ...body })).status, path).toBe(404);
  }
  expect((await world.request('GET', '/api/alerts', { key })).body.alerts).toEqual([]);
  const taken = { ...rule, channelIds: [alertChannelId] };
  expect((await world.request('POST', '/api/alert-rules', { key, body: taken })).status).toBe(400);
  const reader = await post('/api/api-keys', { name: 'Reader', scopes: ['alerts:read'] });
  expect((await world.request('GET', '/api/alert-rules', { key: reader.key })).status).toBe(200);
  expect((await world.request('POST', '/api/alert-rules', { key: reader.key, body: rule })).status).toBe(403);
});
