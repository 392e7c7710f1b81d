import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { keepAuditLogStill } from '../../../test/world/still-audit-log.ts';
import { webhookSecret } from './eligibility-webhook.ts';
import { allowedCountriesOf } from './index.ts';
import { findEligibilityWebhook } from './store.ts';

const path = '/api/organization';

let world: ApiWorld;
beforeEach(async () => {
  world = await createApiWorld();
  await keepAuditLogStill(world);
});
afterEach(() => world.close());

async function newestAudit() {
  const { body } = await world.request(
    'GET',
    '/api/export/audit-logs?createdAtLt=9999-01-01T00:00:00Z&pageSize=1',
  );
  return body.auditLogs[0];
}

test('shows the defaults', async () => {
  const { status, body } = await world.request('GET', path);
  expect(status).toBe(200);
  expect(body).toEqual({
    organizationId: world.owner.organizationId,
    listening: 'on',
    name: 'Test organization',
    maxConcurrentCalls: 10,
    allowedCountries: null,
    sipHosts: [],
    allowedNumberTypes: null,
    effectiveAllowedCountries: [],
    dialing: 'on',
    circuitBreaker: { enabled: true, failures: 10, attempts: 20, windowSeconds: 300, cooldownSeconds: 60 },
    abandonChatsAfterSeconds: 3600,
    retention: {
      callsDays: null,
      recordingsDays: null,
      chatsDays: null,
      runsDays: null,
      eventsDays: 30,
      auditDays: null,
    },
    requestsPerSecond: 6000,
    rulePacks: [],
    frequencyCap: null,
    eligibilityWebhook: null,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  });
});

test('changes every field, and only the given ones', async () => {
  const changes = {
    name: '  Another name ',
    maxConcurrentCalls: 250,
    allowedCountries: ['us', 'DE', 'US'],
    sipHosts: ['PBX.example', '2001:db8::1', 'pbx.example'],
    dialing: 'off',
    requestsPerSecond: 100,
    rulePacks: ['us-states', 'us-federal', 'us-states'],
    frequencyCap: { calls: 3, days: 7 },
    retention: { auditDays: 90 },
  };
  const { status, body } = await world.request('PATCH', path, { body: changes });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...changes,
    name: 'Another name',
    allowedCountries: ['DE', 'US'],
    sipHosts: ['2001:db8::1', 'pbx.example'],
    effectiveAllowedCountries: ['DE', 'US'],
    rulePacks: ['us-federal', 'us-states'],
  });
  expect(body.updatedAt > body.createdAt).toBe(true);
  const again = await world.request('PATCH', path, { body: { dialing: 'on' } });
  expect(again.body).toEqual({ ...body, dialing: 'on', updatedAt: again.body.updatedAt });
  expect((await world.request('GET', path)).body).toEqual(again.body);
  expect(await newestAudit()).toMatchObject({
    actionVerb: 'updated',
    resourceType: 'organizations',
    resourceReferenceId: world.owner.organizationId,
    resourceLabel: 'Another name',
    requestId: again.headers['x-request-id'],
  });
});

test('allows the countries of its numbers by default', async () => {
  const other = await world.foundOrganization('Other');
  const client = new pg.Client(world.db.connectionString);
  await client.connect();
  await client.query(
    `insert into phone_numbers (organization_id, phone_number_id, phone_number, local_presence, external_id_header,
       created_at, updated_at)
     select org, 'number_' || number, number, false, 'X-External-ID', now(), now()
     from (values ($1, '+4930901820'), ($1, '+14155550100'), ($2, '+33142685300')) as numbers (org, number)`,
    [world.owner.organizationId, other.organizationId],
  );
  await client.end();
  const { body } = await world.request('GET', path);
  expect(body).toMatchObject({ allowedCountries: null, effectiveAllowedCountries: ['DE', 'US'] });
  expect(await allowedCountriesOf(world.db, other.organizationId)).toEqual(['FR']);
  const unset = await world.request('PATCH', path, { body: { allowedCountries: null } });
  expect(unset.body).toMatchObject({ allowedCountries: null, effectiveAllowedCountries: ['DE', 'US'] });
});

// One world for all cases, because none changes anything.
test('rejects unknown fields and values out of range', async () => {
  for (const [changes, field] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ maxConcurrentCalls: 0 }, 'maxConcurrentCalls'],
    [{ maxConcurrentCalls: 100_001 }, 'maxConcurrentCalls'],
    [{ maxConcurrentCalls: 1.5 }, 'maxConcurrentCalls'],
    [{ allowedCountries: ['US', 'XX'] }, 'allowedCountries.1'],
    [{ allowedCountries: 'US' }, 'allowedCountries'],
    [{ sipHosts: ['pbx.example:5060'] }, 'sipHosts.0'],
    [{ sipHosts: ['sip:pbx.example'] }, 'sipHosts.0'],
    [{ sipHosts: Array(101).fill('a.example') }, 'sipHosts'],
    [{ allowedCountries: [] }, 'allowedCountries'],
    [{ dialing: 'maybe' }, 'dialing'],
    [{ dialing: true }, 'dialing'],
    [{ requestsPerSecond: 0 }, 'requestsPerSecond'],
    [{ requestsPerSecond: 100_001 }, 'requestsPerSecond'],
    [{ organizationId: 'org_other' }, 'organizationId'],
    [{ effectiveAllowedCountries: ['US'] }, 'effectiveAllowedCountries'],
  ] as const) {
    const before = await world.request('GET', path);
    const { status, body } = await world.request('PATCH', path, { body: changes });
    expect([status, body.details?.[0].field], JSON.stringify(changes)).toEqual([400, field]);
    expect(body.error.startsWith(`${field}: `)).toBe(true);
    expect((await world.request('GET', path)).body).toEqual(before.body);
  }
});

test("shows only the key's organization, and requires the scopes", async () => {
  const other = await world.foundOrganization('Other');
  await world.request('PATCH', path, { key: other.key, body: { name: 'Changed by its own' } });
  expect((await world.request('GET', path)).body.name).toBe('Test organization');
  const viewer = await world.request('POST', '/api/api-keys', { body: { name: 'Viewer', role: 'Viewer' } });
  const { key } = viewer.body;
  expect((await world.request('GET', path, { key })).status).toBe(200);
  expect((await world.request('PATCH', path, { key, body: { name: 'No' } })).status).toBe(403);
});

test('notifies the dialer and other processes of a change', async () => {
  const client = new pg.Client(world.db.connectionString);
  await client.connect();
  await client.query('listen parley_calls; listen parley_access');
  const channels = new Set<string>();
  client.on('notification', ({ channel }) => channels.add(channel));
  await world.request('PATCH', path, { body: { dialing: 'off' } });
  await vi.waitUntil(() => channels.size === 2, { timeout: 10_000, interval: 5 });
  await client.end();
});

test('lists rule packs with their sources, and rejects unknown ones', async () => {
  const { status, body } = await world.request('GET', '/api/rule-packs');
  expect(status).toBe(200);
  const ids = body.rulePacks.map(({ rulePackId }: { rulePackId: string }) => rulePackId);
  expect(ids).toEqual(['us-federal', 'us-states']);
  const utah = body.rulePacks[1].rules.find(({ name }: { name: string }) => name === 'Utah');
  expect(utah).toMatchObject({
    regions: ['US-UT'],
    windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], start: '08:00', end: '21:00' }],
    sources: [{ citation: 'Utah Code § 13-25a-103(3)' }, {}],
  });
  const thanksgiving = utah.holidays.find(({ name }: { name: string }) => name === 'Thanksgiving Day');
  expect(thanksgiving.dates).toHaveLength(2);
  const refused = await world.request('PATCH', path, { body: { rulePacks: [...ids, 'fr-federal'] } });
  expect([refused.status, refused.body.details[0].field]).toEqual([400, 'rulePacks.2']);
});

test("never shows the eligibility webhook's secret, and keeps it for its own address only", async () => {
  const given = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  const set = (eligibilityWebhook: object | null) =>
    world.request('PATCH', path, { body: { eligibilityWebhook } });
  const url = 'https://rules.example.com/eligible';
  const made = await set({ url, secret: given });
  expect(made.body.eligibilityWebhook).toEqual({
    url,
    deadlineMs: 2000,
    whenUnavailable: 'hold',
    secret: true,
  });
  const kept = await set({ url: `${url}/v2`, secret: true, whenUnavailable: 'refuse', deadlineMs: 500 });
  expect(kept.body.eligibilityWebhook).toMatchObject({ url: `${url}/v2`, whenUnavailable: 'refuse' });
  const stored = async () => {
    const { organizationId } = world.owner;
    const webhook = (await findEligibilityWebhook(world.db, organizationId))!;
    return webhookSecret(world.secret, organizationId, webhook);
  };
  expect(await stored()).toEqual(Buffer.alloc(32, 9));
  const unchanged = await world.request('PATCH', path, { body: { name: 'Other again' } });
  expect(unchanged.body.eligibilityWebhook).toEqual(kept.body.eligibilityWebhook);
  expect(await stored()).toEqual(Buffer.alloc(32, 9));
  expect(`${made.text}${kept.text}${unchanged.text}`).not.toContain(given);

  for (const [field, webhook] of [
    ['eligibilityWebhook.secret', { url: 'https://elsewhere.example.com/', secret: true }],
    ['eligibilityWebhook.secret', { url, secret: 'whsec_short' }],
    ['eligibilityWebhook.secret', { url }],
    ['eligibilityWebhook.url', { url: 'ftp://example.com', secret: given }],
    ['eligibilityWebhook.url', { url: 'https://user:pass@example.com', secret: given }],
    ['eligibilityWebhook.deadlineMs', { url, secret: given, deadlineMs: 5001 }],
    ['eligibilityWebhook.whenUnavailable', { url, secret: given, whenUnavailable: 'wait' }],
  ] as const) {
    const refused = await set(webhook);
    expect([refused.status, refused.body.details[0].field]).toEqual([400, field]);
    expect(refused.text).not.toContain(given);
  }
  expect(await stored()).toEqual(Buffer.alloc(32, 9));
  expect((await set(null)).body.eligibilityWebhook).toBeNull();
});

test('makes calls held by a changed setting due, and no others', async () => {
  const { organizationId } = world.owner;
  const hold = (callId: string, reason: string) =>
    client.query(
      `insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, hold_reason)
       values ($1, $2, '', 5, now() + interval '5 hours', 'number_a', $3)`,
      [organizationId, callId, reason],
    );
  const due = async () => {
    const { rows } = await client.query(
      'select call_id from queued_calls where organization_id = $1 and due_at <= now() order by call_id',
      [organizationId],
    );
    return rows.map(({ call_id }) => call_id);
  };
  const client = new pg.Client(world.db.connectionString);
  await client.connect();
  await hold('call_a', 'frequency-cap');
  await hold('call_b', 'calling-hours');
  await hold('call_c', 'schedule-closed');
  await world.request('PATCH', path, { body: { name: 'Nothing to do with it' } });
  expect(await due()).toEqual([]);
  await world.request('PATCH', path, { body: { frequencyCap: null } });
  expect(await due()).toEqual(['call_a']);
  await world.request('PATCH', path, { body: { rulePacks: [] } });
  expect(await due()).toEqual(['call_a', 'call_b']);
  await client.end();
});

test('allows the named number types, or the default ones', async () => {
  const patch = (allowedNumberTypes: unknown) =>
    world.request('PATCH', '/api/organization', { body: { allowedNumberTypes } });
  expect((await world.request('GET', '/api/organization')).body.allowedNumberTypes).toBeNull();
  expect((await patch(['mobile', 'fixed-line', 'mobile'])).body.allowedNumberTypes).toEqual([
    'fixed-line',
    'mobile',
  ]);
  for (const wrong of [[], ['premium-rate'], ['satellite'], 'mobile']) {
    const refused = await patch(wrong);
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringContaining('allowedNumberTypes'),
    ]);
  }
  expect((await patch(null)).body.allowedNumberTypes).toBeNull();
});

test('keeps calls as long as the frequency cap counts them, whichever is changed', async () => {
  const patch = (body: object) => world.request('PATCH', path, { body });
  const { body } = await patch({
    retention: { callsDays: 30, eventsDays: null },
    frequencyCap: { calls: 1, days: 30 },
  });
  expect(body.retention).toMatchObject({ callsDays: 30, eventsDays: null, auditDays: null });
  const shorter = await patch({ retention: { callsDays: 29 } });
  expect([shorter.status, shorter.body.details[0].field]).toEqual([400, 'retention.callsDays']);
  const longer = await patch({ frequencyCap: { calls: 1, days: 31 } });
  expect([longer.status, longer.body.details[0].field]).toEqual([400, 'frequencyCap.days']);
  expect((await patch({ retention: { auditDays: 90 } })).body.retention).toMatchObject({
    callsDays: 30,
    auditDays: 90,
  });
  expect((await patch({ retention: { callsDays: null } })).status).toBe(200);
});
