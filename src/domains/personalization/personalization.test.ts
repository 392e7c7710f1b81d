import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { consumePersonalization } from '../../../test/world/consume-personalization.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { newId } from '../../platform/kernel/index.ts';

const path = '/api/call-personalization-webhook';
const read = (number: string) => `/api/call-personalization/${encodeURIComponent(number)}`;

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

let lastNumber = 2_025_550_100;
const freshNumber = () => `+1${++lastNumber}`;
const push = (phoneNumber: unknown, data: unknown, headers: Record<string, string> = {}) =>
  world.request('POST', path, { body: { phoneNumber, data }, headers });
const consume = (phoneNumber: string, callId = newId('call')) =>
  world.db.transaction((tx) =>
    consumePersonalization(tx, { organizationId: world.owner.organizationId, phoneNumber, callId }),
  );

describe('pushing personalization', () => {
  it('stores the push under the normalized number, found by the lookup in any format', async () => {
    const data = { firstName: 'Ada', visits: 3, vip: true, nothing: null, tags: ['a'], inner: { 'a b': 1 } };
    const answer = await push('(202) 555-0001', data);
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    for (const written of ['+12025550001', '2025550001', '1-202-555-0001']) {
      const { status, body } = await world.request('GET', read(written));
      expect(status).toBe(200);
      expect(body).toEqual({
        phoneNumber: '+12025550001',
        state: 'available',
        reason: expect.stringContaining('the next call uses it'),
        data,
        pushedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        consumedAt: null,
        consumedByCallId: null,
      });
    }
  });

  it('replaces the previous push, also with an empty one', async () => {
    const number = freshNumber();
    await push(number, { a: 1 });
    await push(number, {});
    const { body } = await world.request('GET', read(number));
    expect([body.state, body.data]).toEqual(['available', {}]);
  });

  it('ignores unknown fields', async () => {
    const body = { phoneNumber: freshNumber(), data: {}, source: 'crm' };
    expect((await world.request('POST', path, { body })).status).toBe(200);
  });

  it('appends one audit entry without customer data', async () => {
    const number = freshNumber();
    const { headers } = await push(number, { name: 'Grace' });
    const entries = await auditOfRequest(world.db, headers['x-request-id']);
    expect(entries).toMatchObject([
      {
        actionVerb: 'pushed',
        resourceType: 'personalization',
        resourceLabel: null,
        memberName: 'Olive Owner',
      },
    ]);
    expect(entries[0]!.resourceReferenceId).toMatch(/^push_/);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`Grace|${number.slice(1)}`));
  });

  it.each([
    ['phoneNumber', { data: {} }],
    ['phoneNumber', { phoneNumber: null, data: {} }],
    ['phoneNumber', { phoneNumber: 5, data: {} }],
    ['phoneNumber', { phoneNumber: '', data: {} }],
    ['phoneNumber', { phoneNumber: 'call me', data: {} }],
    ['phoneNumber', { phoneNumber: '12', data: {} }],
    ['data', { phoneNumber: '+12025550002' }],
    ['data', { phoneNumber: '+12025550002', data: [] }],
    ['data', { phoneNumber: '+12025550002', data: 'text' }],
    ['data.first name', { phoneNumber: '+12025550002', data: { 'first name': 1 } }],
    ['data.1st', { phoneNumber: '+12025550002', data: { '1st': 1 } }],
    ['data', { phoneNumber: '+12025550002', data: { text: 'é'.repeat(32_768) } }],
    [
      'data',
      {
        phoneNumber: '+12025550002',
        data: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`k${i}`, 1])),
      },
    ],
  ])('reports %s when a push is rejected', async (field, body) => {
    const answer = await world.request('POST', path, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.startsWith(`${field}: `)).toBe(true);
    expect((await world.request('GET', read('+12025550002'))).body.state).toBe('none');
  });

  it('reports every invalid field', async () => {
    const { body } = await world.request('POST', path, { body: {} });
    expect(body.error).toBe('phoneNumber: is required');
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['phoneNumber', 'data']);
  });

  it('happens once under an idempotency key, whose replay does not undo a later push', async () => {
    const number = freshNumber();
    const headers = { 'idempotency-key': newId('req') };
    const first = await push(number, { a: 1 }, headers);
    await push(number, { a: 2 });
    const replay = await push(number, { a: 1 }, headers);
    expect([replay.status, replay.body]).toEqual([first.status, first.body]);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect((await world.request('GET', read(number))).body.data).toEqual({ a: 2 });
    expect((await push(number, { a: 3 }, headers)).status).toBe(409);
    expect(await auditOfRequest(world.db, first.headers['x-request-id'])).toHaveLength(1);
    expect(await auditOfRequest(world.db, replay.headers['x-request-id'])).toEqual([]);
  });

  it('is limited to the organization', async () => {
    const other = await world.foundOrganization('Other');
    const number = freshNumber();
    await push(number, { a: 'ours' });
    const theirs = await world.request('GET', read(number), { key: other.key });
    expect([theirs.status, theirs.body.state]).toEqual([200, 'none']);
    await world.request('POST', path, {
      body: { phoneNumber: number, data: { a: 'theirs' } },
      key: other.key,
    });
    expect((await world.request('GET', read(number))).body.data).toEqual({ a: 'ours' });
  });

  it('requires its scope', async () => {
    const claims = { ...world.owner, scopes: [...scopesOfRole.Viewer], expiresAtSeconds: null };
    const key = await signToken(world.secret, claims);
    const body = { phoneNumber: freshNumber(), data: {} };
    expect((await world.request('POST', path, { body, key })).status).toBe(403);
    expect((await world.request('GET', read(body.phoneNumber), { key })).status).toBe(200);
  });
});

describe('looking up personalization', () => {
  it('returns none for a number without a push, and 400 for an invalid number', async () => {
    const number = freshNumber();
    const { body } = await world.request('GET', read(number));
    expect(body).toMatchObject({ phoneNumber: number, state: 'none', data: null, pushedAt: null });
    const wrong = await world.request('GET', read('nobody'));
    expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringMatching(/^phoneNumber: /)]);
  });

  it('names the call that used the push', async () => {
    const number = freshNumber();
    const callId = newId('call');
    await push(number, { a: 1 });
    expect(await consume(number, callId)).toEqual({ a: 1 });
    const { body } = await world.request('GET', read(number));
    expect(body).toMatchObject({ state: 'consumed', data: null, consumedByCallId: callId });
    expect(body.consumedAt >= body.pushedAt).toBe(true);
    expect(body.reason).toContain(callId);
  });
});

describe('consuming personalization', () => {
  it('gives one push to one of many concurrent calls', async () => {
    const number = freshNumber();
    await push(number, { a: 1 });
    const taken = await Promise.all(Array.from({ length: 8 }, () => consume(number)));
    expect(taken.filter((data) => data !== null)).toEqual([{ a: 1 }]);
  });

  it('leaves the push of an undone consumption to the waiting call', async () => {
    const number = freshNumber();
    await push(number, { a: 1 });
    let second: Promise<unknown> | undefined;
    const call = { organizationId: world.owner.organizationId, phoneNumber: number };
    const first = world.db.transaction(async (tx) => {
      expect(await consumePersonalization(tx, { ...call, callId: 'call_refused' })).toEqual({ a: 1 });
      second = consume(number, 'call_taken');
      throw new Error('refused');
    });
    await expect(first).rejects.toThrow('refused');
    expect(await second).toEqual({ a: 1 });
    expect((await world.request('GET', read(number))).body.consumedByCallId).toBe('call_taken');
  });

  it('leaves a push made during the call that used the previous one to the next call', async () => {
    const number = freshNumber();
    await push(number, { a: 1 });
    let later: ReturnType<typeof push> | undefined;
    const call = { organizationId: world.owner.organizationId, phoneNumber: number, callId: newId('call') };
    await world.db.transaction(async (tx) => {
      expect(await consumePersonalization(tx, call)).toEqual({ a: 1 });
      later = push(number, { a: 2 });
    });
    expect((await later)?.status).toBe(200);
    expect(await consume(number)).toEqual({ a: 2 });
    expect(await consume(number)).toBeNull();
  });
});
