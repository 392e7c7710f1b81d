import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld, type RequestOptions } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { Listener, statement } from '../../platform/db/index.ts';
import { newId, silentLog } from '../../platform/kernel/index.ts';
import { findTrunk, trunkCredentials } from './index.ts';

const path = '/api/trunks';
const minimal = { name: 'Carrier', host: 'sip.carrier.example' };

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const post = (body: unknown, options: RequestOptions = {}) =>
  world.request('POST', path, { body, ...options });
const patch = (trunkId: string, body: unknown, options: RequestOptions = {}) =>
  world.request('PATCH', `${path}/${trunkId}`, { body, ...options });
const read = async (trunkId: string) => (await world.request('GET', `${path}/${trunkId}`)).body;
const create = async (body: unknown = minimal) => (await post(body)).body;
const stored = async (trunkId: string) => (await findTrunk(world.db, world.owner.organizationId, trunkId))!;

describe('a trunk', () => {
  it('is created with defaults and audited', async () => {
    const { status, body, headers } = await post({ name: '  Carrier ', host: 'SIP.Carrier.example' });
    expect(status).toBe(201);
    expect(body).toEqual({
      trunkId: expect.stringMatching(/^trunk_/),
      name: 'Carrier',
      host: 'sip.carrier.example',
      port: 5060,
      transport: 'udp',
      username: null,
      hasPassword: false,
      register: false,
      allowedAddresses: null,
      maxCallsPerSecond: null,
      maxConcurrentCalls: null,
      codecs: ['PCMU', 'PCMA'],
      mediaEncryption: 'off',
      optionsIntervalSeconds: null,
      acceptTransfers: false,
      dialPlan: { country: null, exitCodes: [], linePrefixes: [] },
      health: {
        ...{ status: 'unknown', reason: null, since: null, checkedAt: null },
        ...{ peerCodecs: null, audioProblem: null },
      },
      circuit: {
        ...{ state: 'closed', since: null, until: null, probeCallId: null },
        ...{ failed: 0, attempts: 0, failureRate: null },
      },
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await read(body.trunkId)).toEqual(body);
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      {
        actionVerb: 'created',
        resourceType: 'trunks',
        resourceReferenceId: body.trunkId,
        resourceLabel: 'Carrier',
      },
    ]);
  });

  it('keeps every given field', async () => {
    const given = {
      name: 'Full',
      host: '2001:db8::5',
      port: 5080,
      transport: 'udp',
      username: 'user',
      register: false,
      allowedAddresses: ['192.0.2.0/24', '2001:db8::/48'],
      maxCallsPerSecond: 1000,
      maxConcurrentCalls: 100_000,
      codecs: ['OPUS', 'G722', 'PCMA'],
      mediaEncryption: 'required',
      dialPlan: { country: 'DE', exitCodes: ['00', '0011'], linePrefixes: ['9'] },
    };
    const { status, body } = await post({ ...given, password: 'pass' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...given, hasPassword: true });
  });

  it.each([
    ['name', { host: 'a.example' }],
    ['name', { ...minimal, name: ' ' }],
    ['name', { ...minimal, name: 'x'.repeat(101) }],
    ['host', { name: 'a' }],
    ['host', { ...minimal, host: 'sip:carrier.example' }],
    ['host', { ...minimal, host: 5 }],
    ['port', { ...minimal, port: 0 }],
    ['port', { ...minimal, port: 65_536 }],
    ['port', { ...minimal, port: 5060.5 }],
    ['transport', { ...minimal, transport: 'sctp' }],
    ['username', { ...minimal, register: true }],
    ['password', { ...minimal, register: true, username: 'u' }],
    ['register', { ...minimal, register: 'yes' }],
    ['username', { ...minimal, username: 'a\r\nb' }],
    ['username', { ...minimal, password: 'secret' }],
    ['password', { ...minimal, username: 'u', password: '' }],
    ['password', { ...minimal, username: 'u', password: 'x'.repeat(257) }],
    ['allowedAddresses.1', { ...minimal, allowedAddresses: ['192.0.2.1', '0.0.0.0/0'] }],
    ['allowedAddresses', { ...minimal, allowedAddresses: Array(201).fill('192.0.2.1') }],
    ['maxCallsPerSecond', { ...minimal, maxCallsPerSecond: 0 }],
    ['maxCallsPerSecond', { ...minimal, maxCallsPerSecond: 1001 }],
    ['maxConcurrentCalls', { ...minimal, maxConcurrentCalls: 0 }],
    ['maxConcurrentCalls', { ...minimal, maxConcurrentCalls: 100_001 }],
    ['codecs', { ...minimal, codecs: [] }],
    ['codecs', { ...minimal, codecs: ['PCMU', 'PCMU'] }],
    ['codecs.0', { ...minimal, codecs: ['G729'] }],
    ['mediaEncryption', { ...minimal, mediaEncryption: 'dtls' }],
    ['dialPlan.country', { ...minimal, dialPlan: { country: 'XX' } }],
    ['dialPlan.exitCodes.0', { ...minimal, dialPlan: { exitCodes: ['+'] } }],
    ['dialPlan.linePrefixes.1', { ...minimal, dialPlan: { linePrefixes: ['9', '9,'] } }],
    ['dialPlan.prefix', { ...minimal, dialPlan: { prefix: '9' } }],
    ['realm', { ...minimal, realm: 'x' }],
  ])('reports %s when it is rejected', async (field, body) => {
    const before = (await world.request('GET', path)).body.trunks.length;
    const answer = await post(body);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
    expect((await world.request('GET', path)).body.trunks).toHaveLength(before);
  });

  it('registers with credentials, which it must keep', async () => {
    const credentials = { username: 'u', password: 'secret' };
    const { status, body } = await post({ ...minimal, register: true, ...credentials });
    expect([status, body.register]).toEqual([201, true]);
    const refused = await patch(body.trunkId, { password: null });
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'password']);
    expect(await read(body.trunkId)).toEqual(body);
    expect((await patch(body.trunkId, { register: false, password: null })).body.register).toBe(false);
  });

  it('is changed field by field, and audited', async () => {
    const trunk = await create({ ...minimal, port: 5070 });
    const { status, body, headers } = await patch(trunk.trunkId, { name: 'Renamed', codecs: ['PCMA'] });
    expect(status).toBe(200);
    expect(body).toEqual({ ...trunk, name: 'Renamed', codecs: ['PCMA'], updatedAt: body.updatedAt });
    expect(body.updatedAt >= trunk.updatedAt).toBe(true);
    expect(await read(trunk.trunkId)).toEqual(body);
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      { actionVerb: 'updated', resourceReferenceId: trunk.trunkId, resourceLabel: 'Renamed' },
    ]);
  });

  it('is unchanged after a refused change', async () => {
    const trunk = await create();
    for (const body of [{ port: 0 }, { transport: 'sctp' }, { name: 'x', host: 'a b' }, { codecs: null }]) {
      expect((await patch(trunk.trunkId, body)).status).toBe(400);
    }
    expect(await read(trunk.trunkId)).toEqual(trunk);
  });

  it('is deleted and audited, then unknown', async () => {
    const { trunkId } = await create();
    const { status, text, headers } = await world.request('DELETE', `${path}/${trunkId}`);
    expect([status, text]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE']) {
      const answer = await world.request(method, `${path}/${trunkId}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'trunk.not_found']);
    }
    expect((await patch(trunkId, { name: 'x' })).status).toBe(404);
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      { actionVerb: 'deleted', resourceReferenceId: trunkId, resourceLabel: 'Carrier' },
    ]);
  });

  it('is not deleted while a phone number or a live call uses it', async () => {
    const { trunkId } = await create();
    const number = await world.request('POST', '/api/phone-numbers', {
      body: { phoneNumber: '+12025550101', trunkId },
    });
    const refused = await world.request('DELETE', `${path}/${trunkId}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'trunk.in_use']);
    expect(refused.body.error).toContain('phone number +12025550101');
    await world.request('DELETE', `/api/phone-numbers/${number.body.phoneNumberId}`);

    const callId = newId('call');
    await world.db.query(insertLiveCall, [world.owner.organizationId, callId, trunkId]);
    await fileCalls(world.db);
    expect((await world.request('DELETE', `${path}/${trunkId}`)).body.error).toContain(`call ${callId}`);
    await world.db.query(endCall, [callId]);
    await fileCalls(world.db);
    expect((await world.request('DELETE', `${path}/${trunkId}`)).status).toBe(204);
  });

  it('is created once under an idempotency key', async () => {
    const headers = { 'idempotency-key': newId('req') };
    const body = { ...minimal, name: 'Once', username: 'u', password: 'only-once' };
    const [first, replay] = [await post(body, { headers }), await post(body, { headers })];
    expect([replay.status, replay.body]).toEqual([201, first.body]);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    const { trunks } = (await world.request('GET', path)).body;
    expect(trunks.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1);
    expect((await post({ ...body, password: 'other' }, { headers })).status).toBe(409);
  });

  it('notifies calling processes of every change', async () => {
    const listener = new Listener({
      connectionString: world.db.connectionString,
      applicationName: 'test',
      log: silentLog,
    });
    let heard = Promise.withResolvers<void>();
    listener.on('parley_config', () => heard.resolve());
    await listener.start();
    try {
      const { trunkId } = await create();
      await heard.promise;
      heard = Promise.withResolvers();
      await patch(trunkId, { name: 'Told' });
      await heard.promise;
      heard = Promise.withResolvers();
      await world.request('DELETE', `${path}/${trunkId}`);
      await heard.promise;
    } finally {
      await listener.close();
    }
  });
});

const insertLiveCall = statement(
  'test.trunks.insert_call',
  `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
     trunk_id, created_at)
   values ($1, $2, 'agent', 'inboundPhoneCall', 'in-progress', '+12025550199', 'number', '+12025550101', $3, now())`,
);
const endCall = statement('test.trunks.end_call', `update calls set status = 'ended' where call_id = $1`);

describe('the password of a trunk', () => {
  const password = 'correct horse battery staple';
  const everything = statement(
    'test.trunks.everything',
    `select row_to_json(t)::text as text from trunks t
     union all select row_to_json(i)::text from idempotency_keys i
     union all select doc from audit_logs`,
  );

  it('is stored sealed, opened for the call engine, and never shown', async () => {
    const body = { ...minimal, username: 'us', password };
    const made = await post(body, { headers: { 'idempotency-key': newId('req') } });
    const { trunkId } = made.body;
    const changed = await patch(trunkId, { name: 'Renamed' });
    const listed = await world.request('GET', path);
    for (const { text } of [made, changed, listed, await world.request('GET', `${path}/${trunkId}`)]) {
      expect(text).toContain('"hasPassword":true');
      expect(text).not.toContain(password);
      expect(text).not.toMatch(/sealed/i);
    }
    const rows = (await world.db.query<{ text: string }>(everything)).map(({ text }) => text).join('\n');
    expect(rows).toContain(trunkId);
    expect(rows).not.toContain(password);
    expect(rows).not.toContain(Buffer.from(password).toString('hex'));
    expect(trunkCredentials(world.secret, await stored(trunkId))).toEqual({ username: 'us', password });
  });

  it('stays when omitted, changes when given, and is removed by null', async () => {
    const { trunkId } = await create({ ...minimal, username: 'us', password: 'one' });
    const opened = async () => trunkCredentials(world.secret, await stored(trunkId))?.password;
    await patch(trunkId, { host: '192.0.2.1' });
    expect(await opened()).toBe('one');
    expect((await patch(trunkId, { password: 'two' })).body.hasPassword).toBe(true);
    expect(await opened()).toBe('two');
    expect((await patch(trunkId, { password: null })).body.hasPassword).toBe(false);
    expect(await opened()).toBeUndefined();
  });

  it('is removed with its user name', async () => {
    const { trunkId } = await create({ ...minimal, username: 'us', password: 'one' });
    const refused = await patch(trunkId, { username: null });
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'username']);
    expect((await patch(trunkId, { username: null, password: null })).status).toBe(200);
    expect((await patch(trunkId, { password: 'two' })).body.details[0].field).toBe('username');
  });

  it('opens only for its own trunk', async () => {
    const one = await stored((await create({ ...minimal, username: 'a', password: 'one' })).trunkId);
    const two = await stored((await create({ ...minimal, username: 'b', password: 'two' })).trunkId);
    const moved = { ...two, sealedPassword: one.sealedPassword };
    expect(() => trunkCredentials(world.secret, moved)).toThrow();
  });
});

describe('the list of trunks', () => {
  it('is newest first, in pages without loss or repetition', async () => {
    const owner = await world.foundOrganization('Many trunks');
    const { key } = owner;
    const ids: string[] = [];
    for (let i = 0; i < 5; i++)
      ids.unshift((await post({ ...minimal, name: `t${i}` }, { key })).body.trunkId);
    const seen: string[] = [];
    for (let next: string | null = `${path}?pageSize=2`; next !== null; ) {
      const { body } = await world.request('GET', next, { key });
      seen.push(...body.trunks.map(({ trunkId }: { trunkId: string }) => trunkId));
      const url: string | null = body.metadata.nextPage;
      next = url === null ? null : new URL(url).pathname + new URL(url).search;
    }
    expect(seen).toEqual(ids);
  });

  it.each(['pageSize=0', 'pageSize=1001', 'pageToken=x'])('rejects %s', async (query) => {
    const answer = await world.request('GET', `${path}?${query}`);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, query.split('=')[0]]);
  });
});

describe('access to trunks', () => {
  it('is limited to the organization', async () => {
    const trunk = await create();
    const { key } = await world.foundOrganization('Strangers');
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Taken' }], ['DELETE']] as const) {
      const answer = await world.request(method, `${path}/${trunk.trunkId}`, { key, body });
      expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'trunk.not_found']);
    }
    expect((await world.request('GET', path, { key })).body.trunks).toEqual([]);
    expect(await read(trunk.trunkId)).toEqual(trunk);
  });

  it('requires the scope', async () => {
    const { trunkId } = await create();
    const claims = { ...world.owner, scopes: [...scopesOfRole.Viewer], expiresAtSeconds: null };
    const key = await signToken(world.secret, claims);
    expect((await post(minimal, { key })).status).toBe(403);
    expect((await patch(trunkId, { name: 'x' }, { key })).status).toBe(403);
    expect((await world.request('DELETE', `${path}/${trunkId}`, { key })).status).toBe(403);
    expect((await world.request('GET', `${path}/${trunkId}`, { key })).status).toBe(200);
    expect((await post(minimal, { key: null })).status).toBe(401);
  });
});
