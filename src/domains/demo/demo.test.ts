import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { Browser } from '../../../test/world/browser.ts';
import { firstOwnerToken } from '../sign-in/index.ts';
import { demoAgents } from './conversations.ts';
import { furnishedDemo } from './furnish.ts';
import { madeCalls } from './made-calls.ts';

let world: ApiWorld;
let owner: Browser;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const organizationOf = async (browser: Browser) =>
  (await browser.request('GET', '/console/session')).body.organization;
const callsOf = async (browser: Browser, query = '') =>
  (await browser.request('GET', `/api/calls?pageSize=100${query}`)).body.calls;

test('a member looks at a week of calls, changes nothing there, and returns to the own session', async () => {
  owner = await Browser.of(world, world.owner.memberId);
  const own = await organizationOf(owner);
  expect(own.isDemo).toBe(false);

  const entered = await owner.request('POST', '/console/demo');
  expect(entered.status, entered.text).toBe(200);
  expect(entered.body.organization).toMatchObject({ name: 'Northside Dental (demo)', isDemo: true });
  expect(entered.body.member).toMatchObject({ memberId: world.owner.memberId, role: 'Viewer' });

  const calls = await callsOf(owner);
  expect(calls).toHaveLength(100);
  const talked = calls.find(({ transcript }: { transcript: object[] }) => transcript.length > 2);
  expect(talked).toMatchObject({ status: 'ended', summary: expect.any(String), cost: { currency: 'USD' } });
  const why = await owner.request('GET', `/api/calls/${talked.callId}/why`);
  expect(why.body.decisions.at(-1)).toMatchObject({
    ...{ decision: 'ended', reason: talked.endedReason, at: talked.endedAt, message: `${talked.endedBy}.` },
  });
  const [refused] = await callsOf(owner, '&endedReason=trunk-rejected');
  const { decisions } = (await owner.request('GET', `/api/calls/${refused.callId}/why`)).body;
  expect(decisions.map(({ decision }: { decision: string }) => decision)).toEqual([
    ...['queued', 'dialed', 'ended'],
  ]);
  expect(decisions[2].message).toBe('The trunk answered 503 Service Unavailable.');
  const negative = await callsOf(owner, '&sentiment=negative');
  expect(negative.length).toBeGreaterThan(5);

  const campaigns = (await owner.request('GET', '/api/campaigns')).body.campaigns;
  expect(campaigns.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'Appointment reminders',
    'Visit survey',
  ]);
  const agents = (await owner.request('GET', '/api/agents')).body.agents;
  expect(agents).toHaveLength(3);
  const changed = await owner.request('POST', '/api/schedules', {
    body: { name: 'x', timeZone: 'UTC', windows: [] },
  });
  expect(changed.status).toBe(403);
  expect((await owner.request('POST', '/console/demo')).body.code).toBe('demo.entered');

  expect((await owner.request('DELETE', '/console/demo')).status).toBe(204);
  expect(await organizationOf(owner)).toEqual(own);
  expect((await owner.request('DELETE', '/console/demo')).body.code).toBe('demo.not_entered');
  expect(await callsOf(owner)).toEqual([]);
});

test('the next visitor sees the same calls, and the demo is no organization of the operator', async () => {
  const { body } = await world.request('POST', '/api/members', {
    body: { name: 'Sam', role: 'Support', email: 's@example.com' },
  });
  const visitor = await Browser.of(world, body.memberId);
  expect((await visitor.request('POST', '/console/demo')).status).toBe(200);
  expect((await callsOf(visitor)).length).toBe(100);
  expect(await firstOwnerToken(world.db)).toBeNull();
  // The next person at this browser does not get the session of the one who left.
  const { cookie } = visitor;
  expect((await visitor.request('DELETE', '/console/session')).status).toBe(204);
  const own = cookie!.split('; ').find((one) => one.startsWith('parley_own_session='))!;
  visitor.cookie = own.replace('parley_own_session', 'parley_session');
  expect((await visitor.request('GET', '/console/session')).status).toBe(401);
});

test('a clock that is behind changes nothing, and makes no call twice', async () => {
  const parts = { db: world.db, secret: world.secret };
  const nowMs = Date.now();
  for (const ms of [nowMs, nowMs - 6 * 3_600_000, nowMs - 26 * 3_600_000, nowMs])
    expect(await furnishedDemo(parts, ms)).toMatch(/^org_/);
});

test('each call is made once, however often the demo is filled', () => {
  const agents = demoAgents.map((agent) => ({ ...agent, agentId: `agent_${agent.job}`, campaignId: '' }));
  const fromMs = Date.parse('2026-11-20T13:00:00Z');
  const toMs = fromMs + 3 * 86_400_000;
  const whole = madeCalls(agents, fromMs, toMs);
  expect(whole.length).toBeGreaterThan(100);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: fromMs, max: toMs }), { maxLength: 4 }), (times) => {
      const bounds = [fromMs, ...times.toSorted((a, b) => a - b), toMs];
      const parts = bounds.slice(1).flatMap((until, index) => madeCalls(agents, bounds[index]!, until));
      expect(parts.map(({ id }) => id).toSorted()).toEqual(whole.map(({ id }) => id).toSorted());
    }),
    { numRuns: 20 },
  );
});
