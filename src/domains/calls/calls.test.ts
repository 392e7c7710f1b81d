import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import {
  type Dialing,
  make,
  nearlyNeverOpen,
  newOwnNumber,
  setUpDialing,
} from '../../../test/world/dialing.ts';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { insertComment, lockForComment } from './store/comments.ts';
import { externalIdOf } from './store/inbound.ts';
import { eraseCalls } from './store/removal.ts';

const moveCall = statement(
  'test.calls.move',
  'update calls set status = $2, node_id = $3 where call_id = $1',
);
const insertCall = statement(
  'test.calls.insert',
  `insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
     agent_number, external_id, created_at)
   values ($1, $2, $3, '', $4, $5, $6, 'number_x', '+12025550100', $7, $8)`,
);
const ageData = statement(
  'test.calls.age',
  `update session_data set expires_at = now() + make_interval(secs => $2) where call_id = $1`,
);

let recordingsDir: string;
let world: ApiWorld;
let dialing: Dialing;
let other: { key: string };
beforeAll(async () => {
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-calls-'));
  world = await createApiWorld({ recordingsDir });
  dialing = await setUpDialing(world.request);
  other = await world.foundOrganization();
});
afterAll(async () => {
  await world.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

const place = (values: Record<string, unknown> = {}, options = {}) =>
  world.request('POST', `/api/agents/${dialing.agentId}/calls`, {
    body: {
      phoneNumber: '+12125550123',
      phoneNumberId: dialing.phoneNumberId,
      variables: { firstName: 'Ada' },
      ...values,
    },
    ...options,
  });
const placed = async (values: Record<string, unknown> = {}): Promise<string> => {
  const answer = await place(values);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.callId;
};
const get = async (path: string, key?: string) =>
  world.request('GET', path, key === undefined ? {} : { key });
const ids = (calls: { callId: string }[]) => calls.map(({ callId }) => callId);
interface Stored {
  type?: string;
  status?: string;
  customerNumber?: string;
  externalId?: string | null;
  agentId?: string;
  createdAt?: string;
  organizationId?: string;
}
/** Ids of the same millisecond have no order, so each stored call gets its own. */
let storedAtMs = Date.now() - 3_600_000;
/** Inserts a call in some state. */
const store = async (values: Stored = {}): Promise<string> => {
  const callId = newId('call', values.createdAt ? Date.parse(values.createdAt) : storedAtMs++);
  const { type = 'outboundPhoneCall', status = 'ended', customerNumber = '+12125550100' } = values;
  await world.db.query(insertCall, [
    values.organizationId ?? world.owner.organizationId,
    callId,
    values.agentId ?? dialing.agentId,
    type,
    status,
    customerNumber,
    values.externalId ?? null,
    values.createdAt ?? new Date().toISOString(),
  ]);
  await fileCalls(world.db);
  return callId;
};
const auditOf = async (callId: string): Promise<string[]> => {
  const { body } = await get('/api/export/audit-logs?pageSize=10000');
  const entries: {
    actionVerb: string;
    resourceType: string;
    resourceReferenceId: string;
    resourceLabel: unknown;
  }[] = body.auditLogs;
  const own = entries.filter(({ resourceReferenceId }) => resourceReferenceId === callId);
  // A label is never a customer's number.
  expect(own.every(({ resourceLabel: label }) => label === null || /^link_/.test(String(label)))).toBe(true);
  return own.map(({ actionVerb, resourceType }) => `${resourceType} ${actionVerb}`).reverse();
};

describe('a single call', () => {
  it('is queued outside of campaigns, due at once, and audited', async () => {
    const { status, body } = await place({ variables: { firstName: 'Ada', more: [1] } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'queued',
      type: 'outboundPhoneCall',
      campaignId: null,
      campaignName: null,
      customerNumber: '+12125550123',
      phoneNumber: dialing.phoneNumber,
      callVariables: { firstName: 'Ada', more: [1] },
      attempt: 1,
    });
    expect(Date.parse(body.dueAt)).toBeLessThanOrEqual(Date.now());
    expect((await get(`/api/calls/${body.callId}`)).body).toEqual(body);
    expect(await auditOf(body.callId)).toEqual(['calls created']);
  });

  it('reads a national number in the country of the caller id', async () => {
    expect((await place({ phoneNumber: '(212) 555-0123' })).body.customerNumber).toBe('+12125550123');
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['a number that the country of the caller id does not have', { phoneNumber: '55501' }, ['phoneNumber']],
    ['no number', { phoneNumber: undefined }, ['phoneNumber']],
    ['an unknown own number', { phoneNumberId: 'number_none' }, ['phoneNumberId']],
    ['a missing variable', { variables: undefined }, ['variables.firstName']],
    [
      'a null variable and an unknown number',
      { variables: { firstName: null }, phoneNumberId: 'x' },
      ['phoneNumberId', 'variables.firstName'],
    ],
    ['a field nobody knows', { campaignName: 'x' }, ['campaignName']],
  ])('%s is a 400 that names the field', async (_what, values, fields) => {
    const { status, body } = await place(values);
    const details: { field: string }[] = body.details;
    expect([status, details.map(({ field }) => field)]).toEqual([400, fields]);
  });

  it('is a 404 for an unknown agent or another organization', async () => {
    const body = { phoneNumber: '+12125550123', phoneNumberId: dialing.phoneNumberId };
    expect((await world.request('POST', '/api/agents/agent_none/calls', { body })).status).toBe(404);
    expect((await place({}, { key: other.key })).status).toBe(404);
  });

  it('is queued once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'single' };
    const first = await place({}, { headers });
    expect((await place({}, { headers })).body).toEqual(first.body);
    expect((await place({ phoneNumber: '+12125550124' }, { headers })).status).toBe(409);
  });
});

describe('the list', () => {
  it('is newest first, pages without loss or repetition, and keeps its filters across pages', async () => {
    const customerNumber = '+12125550177';
    const all: string[] = [];
    for (let i = 0; i < 7; i++)
      all.unshift(await store({ customerNumber, status: i < 3 ? 'ended' : 'in-progress' }));
    let url: string | null = `/api/calls?pageSize=3&customerNumber=${encodeURIComponent(customerNumber)}`;
    const seen: string[] = [];
    const sizes: number[] = [];
    while (url !== null) {
      const { status, body } = await get(url);
      expect(status).toBe(200);
      seen.push(...ids(body.calls));
      sizes.push(body.calls.length);
      url =
        body.metadata.nextPage === null
          ? null
          : new URL(body.metadata.nextPage).href.replace(/^https?:\/\/[^/]+/, '');
    }
    expect([seen, sizes]).toEqual([all, [3, 3, 1]]);
    const running = await get(
      `/api/calls?status=in-progress&customerNumber=${encodeURIComponent(customerNumber)}`,
    );
    expect(running.body.calls).toHaveLength(4);
  });

  it('filters by agent, type, status and time', async () => {
    const { agentId } = await make(world.request, '/api/agents', { name: 'Lister', prompt: 'x' });
    const old = await store({ agentId, createdAt: '2020-01-01T00:00:00.000Z' });
    const inbound = await store({ agentId, type: 'inboundPhoneCall' });
    const dialingCall = await store({ agentId, status: 'dialing' });
    const list = async (query: string) =>
      ids((await get(`/api/calls?agentId=${agentId}&${query}`)).body.calls);
    expect(await list('')).toEqual([dialingCall, inbound, old]);
    expect(await list('type=inboundPhoneCall')).toEqual([inbound]);
    // Dialing is shown as queued.
    expect(await list('status=queued')).toEqual([dialingCall]);
    expect(await list('createdAtLt=2020-01-01T00:00:00.001Z')).toEqual([old]);
    expect(await list('createdAtGt=2020-01-01T00:00:00Z')).toEqual([dialingCall, inbound]);
    const ofAgent = await get(`/api/agents/${agentId}/calls?type=inboundPhoneCall`);
    expect(ids(ofAgent.body.calls)).toEqual([inbound]);
    expect((await get('/api/agents/agent_none/calls')).status).toBe(404);
    expect((await get(`/api/agents/${agentId}/calls`, other.key)).status).toBe(404);
  });

  it.each(['status=dialing', 'type=fax', 'pageSize=0', 'pageSize=1001', 'pageToken=x', 'createdAtGt=today'])(
    '%s is a 400 that names the parameter',
    async (query) => {
      const { status, body } = await get(`/api/calls?${query}`);
      // A list names the value that is wrong.
      expect([status, body.details?.[0]?.field.replace(/\.\d+$/, '')]).toEqual([400, query.split('=')[0]]);
    },
  );

  it('shows no call of another organization', async () => {
    const callId = await store();
    expect((await get('/api/calls', other.key)).body.calls).toEqual([]);
    for (const path of [
      `/api/calls/${callId}`,
      `/api/calls/${callId}/why`,
      `/api/calls/${callId}/recording`,
    ]) {
      expect((await get(path, other.key)).status).toBe(404);
    }
    expect((await world.request('POST', `/api/calls/${callId}/cancel`, { key: other.key })).status).toBe(404);
    const body = { data: { a: 1 } };
    expect(
      (await world.request('PUT', `/api/calls/${callId}/session-data`, { key: other.key, body })).status,
    ).toBe(404);
  });
});

describe('session data and lookups', () => {
  const write = (callId: string, body: unknown) =>
    world.request('PUT', `/api/calls/${callId}/session-data`, { body });
  const byPhone = async (number: string) =>
    (await get(`/api/calls/phone/${encodeURIComponent(number)}`)).body;
  const byExternalId = async (id: string) =>
    (await get(`/api/calls/external/${encodeURIComponent(id)}`)).body;

  it('answers 200 with nulls for an unknown key', async () => {
    const nothing = { data: null, ttl: null, latestCall: null };
    expect(await byPhone('+14155550000')).toEqual(nothing);
    expect(await byExternalId('nobody')).toEqual(nothing);
  });

  it('finds the latest call of the key, and the latest data of any of its calls that has not expired', async () => {
    const customerNumber = '+14155550111';
    const externalId = 'crm 1/ä?';
    const stored = externalIdOf(externalId);
    const first = await store({ customerNumber, externalId: stored, type: 'inboundPhoneCall' });
    const second = await store({ customerNumber, externalId: null });
    expect(await byPhone(customerNumber)).toMatchObject({
      data: null,
      ttl: null,
      latestCall: { callId: second },
    });
    const written = await write(first, { data: { step: 1, deep: { x: [null] } }, ttlSeconds: 60 });
    expect(written.status).toBe(200);
    expect(written.body).toMatchObject({ callId: first, data: { step: 1 }, ttlSeconds: 60 });
    for (const number of [customerNumber, '4155550111', '(415) 555-0111', '1-415-555-0111']) {
      expect(await byPhone(number)).toMatchObject({
        data: { step: 1, deep: { x: [null] } },
        ttl: 60,
        latestCall: { callId: second },
      });
    }
    expect(await byExternalId(externalId)).toMatchObject({
      data: { step: 1 },
      latestCall: { callId: first, externalId: 'crm 1/?' },
    });
    await write(second, { data: { step: 2 } });
    expect(await byPhone(customerNumber)).toMatchObject({ data: { step: 2 }, ttl: 180 });
    expect(await byExternalId(externalId)).toMatchObject({ data: { step: 1 } });
  });

  it('finds a call by its own external id, up to the longest, and bounds the address', async () => {
    const longest = 'x'.repeat(8192);
    const callId = await store({ externalId: externalIdOf(`${longest.slice(0, 1023)} `) });
    const cut = await store({ externalId: externalIdOf(longest) });
    expect((await byExternalId(longest.slice(0, 1023))).latestCall.callId).toBe(callId);
    expect((await byExternalId(longest)).latestCall).toMatchObject({
      callId: cut,
      externalId: longest.slice(0, 1024),
    });
    const { status, body } = await get(`/api/calls/external/${longest}x`);
    expect([status, body.code, body.error]).toEqual([
      414,
      'url.too_long',
      'url: a part of the path is longer than 8192 characters',
    ]);
  });

  it('replaces the data and restarts its time to live with each write; a part of a second counts as one', async () => {
    const customerNumber = '+14155550122';
    const callId = await store({ customerNumber });
    await write(callId, { data: { a: 1 }, ttlSeconds: 5 });
    await write(callId, { data: { b: 2 }, ttlSeconds: 86_400 });
    expect(await byPhone(customerNumber)).toMatchObject({ data: { b: 2 }, ttl: 86_400 });
    await world.db.query(ageData, [callId, 20.2]);
    expect((await byPhone(customerNumber)).ttl).toBe(21);
    await world.db.query(ageData, [callId, -0.001]);
    expect(await byPhone(customerNumber)).toMatchObject({ data: null, ttl: null, latestCall: { callId } });
    expect((await auditOf(callId)).filter((entry) => entry === 'call_session_data updated')).toHaveLength(2);
  });

  it('keeps the last data in the record of the call after it has expired', async () => {
    const customerNumber = '+14155550177';
    const callId = await store({ customerNumber, externalId: 'kept' });
    expect((await byPhone(customerNumber)).latestCall.sessionVariables).toEqual({});
    await write(callId, { data: { a: 1 } });
    await write(callId, { data: { b: { c: [2, null] } }, ttlSeconds: 5 });
    await world.db.query(ageData, [callId, -1]);
    const kept = { b: { c: [2, null] } };
    expect(await byPhone(customerNumber)).toMatchObject({
      data: null,
      latestCall: { sessionVariables: kept },
    });
    expect((await byExternalId('kept')).latestCall.sessionVariables).toEqual(kept);
    expect((await get(`/api/calls/${callId}`)).body.sessionVariables).toEqual(kept);
  });

  it('refuses to write to a call whose data was deleted on request', async () => {
    const callId = await store({ customerNumber: '' });
    const answer = await write(callId, { data: { a: 1 } });
    expect([answer.status, answer.body.code]).toEqual([409, 'call.erased']);
    expect((await get(`/api/calls/${callId}`)).body.sessionVariables).toEqual({});
    expect(await auditOf(callId)).toEqual([]);
  });

  it('finds the data of an earlier call when that of the later one has expired', async () => {
    const customerNumber = '+14155550133';
    const [first, second] = [await store({ customerNumber }), await store({ customerNumber })];
    await write(first, { data: { from: 'first' }, ttlSeconds: 600 });
    await write(second, { data: { from: 'second' }, ttlSeconds: 1 });
    await world.db.query(ageData, [second, -1]);
    expect((await byPhone(customerNumber)).data).toEqual({ from: 'first' });
  });

  it('finds nothing of another organization', async () => {
    const customerNumber = '+14155550144';
    await write(await store({ customerNumber, externalId: 'mine' }), { data: { secret: 1 } });
    const nothing = { data: null, ttl: null, latestCall: null };
    expect((await get(`/api/calls/phone/${encodeURIComponent(customerNumber)}`, other.key)).body).toEqual(
      nothing,
    );
    expect((await get('/api/calls/external/mine', other.key)).body).toEqual(nothing);
  });

  it.each<[unknown, string]>([
    [{ data: [] }, 'data'],
    [{}, 'data'],
    [{ data: {}, ttlSeconds: 0 }, 'ttlSeconds'],
    [{ data: {}, ttlSeconds: 86_401 }, 'ttlSeconds'],
    [{ data: {}, ttlSeconds: 1.5 }, 'ttlSeconds'],
    [{ data: {}, more: 1 }, 'more'],
  ])('%j is a 400 that names the field', async (body, field) => {
    const answer = await write(await store(), body);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
  });

  it('is a 404 for an unknown call and a 400 for an invalid number', async () => {
    expect((await write('call_none', { data: {} })).status).toBe(404);
    const answer = await get('/api/calls/phone/12');
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/^phoneNumber: /)]);
  });
});

const fillComments = statement(
  'test.calls.fill_comments',
  `insert into call_comments select organization_id, call_id, 'comment_' || n, 'member_x', 'word', now()
   from calls, generate_series(1, 98) n where call_id = $1`,
);

const noteToErase = statement(
  'test.calls.note_to_erase',
  'insert into data_deletion_subjects (organization_id, data_deletion_id, subject_id) values ($1, $2, $3)',
);
const lockWaits = statement(
  'test.calls.lock_waits',
  `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
);

describe('comments', () => {
  const add = (callId: string, comment: string, options = {}) =>
    world.request('POST', `/api/calls/${callId}/comments`, { body: { comment }, ...options });

  it('are listed oldest first with author and time, deleted, and audited without their text', async () => {
    const callId = await placed();
    const [first, second] = [await add(callId, ' Call back on Monday. '), await add(callId, 'Done.')];
    expect(first).toMatchObject({
      status: 201,
      body: {
        comment: 'Call back on Monday.',
        memberId: world.owner.memberId,
        memberName: 'Olive Owner',
        editedAt: null,
        createdAt: expect.any(String),
      },
    });
    const path = `/api/calls/${callId}/comments`;
    expect((await get(path)).body.comments).toEqual([first.body, second.body]);
    const edited = await world.request('PATCH', `${path}/${first.body.commentId}`, {
      body: { comment: 'Call back on Tuesday.' },
    });
    const changed = { comment: 'Call back on Tuesday.', editedAt: expect.any(String) };
    expect(edited).toMatchObject({ status: 200, body: { ...first.body, ...changed } });
    expect((await get(path)).body.comments).toEqual([edited.body, second.body]);
    expect((await world.request('DELETE', `${path}/${first.body.commentId}`)).status).toBe(204);
    expect((await world.request('DELETE', `${path}/${first.body.commentId}`)).status).toBe(404);
    expect((await get(path)).body.comments).toEqual([second.body]);
    expect((await auditOf(callId)).slice(1)).toEqual([
      ...['call_comments created', 'call_comments created'],
      ...['call_comments updated', 'call_comments deleted'],
    ]);
  });

  it('show their author to other members, who can delete but not edit them', async () => {
    const callId = await placed();
    const { body } = await add(callId, 'Hers.');
    const member = await world.request('POST', '/api/members', { body: { name: 'Sam', role: 'Support' } });
    const { memberId } = member.body;
    const created = { name: 'Key of Sam', role: 'Support', memberId };
    const { key } = (await world.request('POST', '/api/api-keys', { body: created })).body;
    const path = `/api/calls/${callId}/comments`;
    expect((await get(path, key)).body.comments).toEqual([body]);
    const edit = (text: string) =>
      world.request('PATCH', `${path}/${body.commentId}`, { body: { comment: text }, key });
    expect(await edit('His.')).toMatchObject({ status: 403, body: { code: 'comment.of_another' } });
    expect((await get(path)).body.comments).toEqual([body]);
    expect((await world.request('DELETE', `${path}/${body.commentId}`, { key })).status).toBe(204);
    expect((await edit('His.')).status).toBe(404);
    const { body: his } = await add(callId, 'His.', { key });
    expect(his).toMatchObject({ memberId, memberName: 'Sam' });
    expect((await world.request('DELETE', `/api/members/${memberId}`)).status).toBe(204);
    expect((await get(path)).body.comments).toEqual([{ ...his, memberName: null }]);
  });

  it('are of one organization, have limits, and are refused for an erased customer', async () => {
    const callId = await placed();
    const { body } = await add(callId, 'Ours.');
    const path = `/api/calls/${callId}/comments`;
    expect((await get(path, other.key)).status).toBe(404);
    expect((await add(callId, 'Theirs.', { key: other.key })).status).toBe(404);
    const theirs = await world.request('DELETE', `${path}/${body.commentId}`, { key: other.key });
    expect(theirs.status).toBe(404);
    expect((await add(callId, ' ')).status).toBe(400);
    expect((await add(callId, 'x'.repeat(2_001))).status).toBe(400);
    await world.db.query(fillComments, [callId]);
    const full = { status: 409, body: { code: 'call.too_many_comments' } };
    // One of them is the last that the limit allows.
    const added = await Promise.all(Array.from({ length: 4 }, () => add(callId, 'At the same time.')));
    expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(await add(callId, 'One too many.')).toMatchObject(full);
    const erased = await store({ customerNumber: '' });
    expect(await add(erased, 'Word')).toMatchObject({ status: 409, body: { code: 'call.erased' } });
  });
});

it('a comment that is written while its customer is erased is erased too', async () => {
  const { organizationId, memberId } = world.owner;
  const callId = await store();
  const { body } = await world.request('POST', '/api/data-deletions', {
    body: { customerUniqueId: 'racer' },
  });
  const deletion = { organizationId, dataDeletionId: body.dataDeletionId };
  await world.db.query(noteToErase, [organizationId, deletion.dataDeletionId, callId]);
  let erasing: Promise<{ calls: number }> | undefined;
  await world.db.transaction(async (tx) => {
    await lockForComment(tx, organizationId, callId);
    await insertComment(tx, organizationId, { callId, commentId: 'comment_1', memberId, comment: 'Hers.' });
    erasing = world.db.transaction((other) => eraseCalls(other, deletion, '', 10));
    await expect.poll(async () => (await world.db.query(lockWaits)).length).toBe(1);
  });
  expect((await erasing)?.calls).toBe(1);
  expect((await get(`/api/calls/${callId}/comments`)).body.comments).toEqual([]);
});

describe('tags', () => {
  const tagPath = (callId: string, tag: string) => `/api/calls/${callId}/tags/${encodeURIComponent(tag)}`;
  const add = (callId: string, tag: string, options = {}) =>
    world.request('PUT', tagPath(callId, tag), options);
  const remove = (callId: string, tag: string, options = {}) =>
    world.request('DELETE', tagPath(callId, tag), options);

  it('are added and removed at any time of a call, listed, exported and audited', async () => {
    const callId = await placed();
    const audited = (await auditOf(callId)).length;
    expect(await add(callId, 'vip customer')).toMatchObject({
      status: 200,
      body: { tags: ['vip customer'] },
    });
    const both = ['complaint', 'vip customer'];
    for (let n = 0; n < 2; n++)
      expect(await add(callId, 'complaint')).toMatchObject({ status: 200, body: { tags: both } });
    expect((await get(`/api/calls/${callId}`)).body.tags).toEqual(both);
    expect((await get('/api/call-tags')).body.tags).toEqual(expect.arrayContaining(both));
    expect(ids((await get('/api/calls?tag=complaint')).body.calls)).toEqual([callId]);
    await world.request('POST', `/api/calls/${callId}/cancel`);
    const table = await get('/api/calls/export?format=ndjson&tag=complaint&status=canceled');
    expect(JSON.parse(table.text)).toMatchObject({ callId, tags: 'complaint; vip customer' });
    for (let n = 0; n < 2; n++)
      expect(await remove(callId, 'complaint')).toMatchObject({ body: { tags: ['vip customer'] } });
    expect((await get('/api/calls?tag=complaint')).body.calls).toEqual([]);
    expect((await remove(callId, 'vip customer')).body.tags).toEqual([]);
    expect((await get('/api/call-tags')).body.tags).not.toEqual(expect.arrayContaining(both));
    const entries = (await auditOf(callId)).slice(audited).filter((entry) => entry.startsWith('call_tags'));
    expect(entries).toEqual([
      ...['call_tags created', 'call_tags created', 'call_tags deleted', 'call_tags deleted'],
    ]);
  });

  it.each(['Refund', 'two  spaces', ' front', 'x'.repeat(41), 'call-12025550123', 'a,b', '-'])(
    'refuse %j with a 400 that names the tag',
    async (tag) => {
      const answer = await add(await placed(), tag);
      expect([answer.status, answer.body.error?.split(':')[0]]).toEqual([400, 'tag']);
    },
  );

  it('are of one organization, have limits, and are refused for an erased customer', async () => {
    const callId = await placed();
    expect((await add(callId, 'ours', { key: other.key })).status).toBe(404);
    expect((await remove(callId, 'ours', { key: other.key })).status).toBe(404);
    await Promise.all(Array.from('abcdefghij', (tag) => add(callId, tag)));
    const full = { status: 409, body: { code: 'call.too_many_tags' } };
    expect(await add(callId, 'k')).toMatchObject(full);
    expect((await add(callId, 'j')).status).toBe(200);
    expect((await get('/api/call-tags', other.key)).body.tags).toEqual([]);
    const erased = await store({ customerNumber: '' });
    expect(await add(erased, 'word')).toMatchObject({ status: 409, body: { code: 'call.erased' } });
  });
});

const textOfLinks = statement(
  'test.calls.text_of_links',
  'select string_agg(l::text, chr(10)) as text from call_links l where call_id = $1',
);
const expireLinks = statement(
  'test.calls.expire_links',
  `update call_links set expires_at = now() where call_id = $1`,
);
const erase = statement('test.calls.erase', `update calls set customer_number = '' where call_id = $1`);
const record = statement(
  'test.calls.record',
  `update calls set recording_file = $1 || '.wav', started_at = created_at, variables = '{"word":"Wisteria"}',
     transcript = '[{"role":"user","message":"Hello","secondsFromStart":1},
       {"role":"user","name":"dtmf","message":"4711","secondsFromStart":2},
       {"role":"tool","name":"find","message":"Wisteria","secondsFromStart":3},
       {"role":"bot","message":"Good morning","secondsFromStart":4}]' where call_id = $1`,
);

describe('links', () => {
  const make = (callId: string, body: unknown, options = {}) =>
    world.request('POST', `/api/calls/${callId}/links`, { body, ...options });
  const tokenOf = ({ body }: Answer): string => body.url.split('#')[1];
  /** Reads without an account. */
  const open = (token: string, what = '') =>
    world.request('POST', `/public/shared-call${what}`, {
      ...{ body: { token }, key: null },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
  const gone = { status: 404, body: { code: 'link.not_found' } };
  const recorded = async () => {
    const callId = await store();
    await world.db.query(record, [callId]);
    await writeFile(join(recordingsDir, `${callId}.wav`), 'RIFF');
    return callId;
  };

  it('show one call without its numbers, variables, tools and keys, and audit each read', async () => {
    const callId = await recorded();
    const made = await make(callId, { hours: 2 });
    expect(made).toMatchObject({ status: 201, body: { withRecording: false, memberName: 'Olive Owner' } });
    expect(made.body.url).toMatch(/\/shared-call#[\w-]{43}$/);
    const lifeMs = Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt);
    expect(lifeMs).toBe(2 * 3_600_000);
    const read = await open(tokenOf(made));
    expect(read).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { organizationName: 'Test organization', hasRecording: false },
    });
    expect(read.body.transcript).toEqual([
      { role: 'user', message: 'Hello', secondsFromStart: 1, isKeys: false },
      { role: 'user', message: '', secondsFromStart: 2, isKeys: true },
      { role: 'bot', message: 'Good morning', secondsFromStart: 4, isKeys: false },
    ]);
    for (const word of ['Wisteria', '4711', '+1202', callId]) expect(read.text).not.toContain(word);
    expect((await open(tokenOf(made), '/recording')).status).toBe(404);
    const heard = await make(callId, { hours: 720, withRecording: true });
    expect((await open(tokenOf(heard))).body.hasRecording).toBe(true);
    expect(await open(tokenOf(heard), '/recording')).toMatchObject({ status: 200, text: 'RIFF' });
    await rm(join(recordingsDir, `${callId}.wav`));
    expect((await get(`/api/calls/${callId}/recording`)).text).toContain('not on this machine');
    const { url: _first, ...one } = made.body;
    const { url: _second, ...two } = heard.body;
    expect((await get(`/api/calls/${callId}/links`)).body.links).toEqual([one, two]);
    expect(await auditOf(callId)).toEqual([
      ...['call_links created', 'call_links exported', 'call_links created', 'call_links exported'],
      'recordings exported',
    ]);
    const [row] = await world.db.query<{ text: string }>(textOfLinks, [callId]);
    expect(row?.text).not.toContain(tokenOf(made));
  });

  it('end when they expire or are revoked, and with the data of the customer', async () => {
    const [expired, revoked, erased] = [await recorded(), await recorded(), await recorded()];
    const links = await Promise.all([expired, revoked, erased].map((callId) => make(callId, { hours: 1 })));
    const [first, second, third] = links.map(tokenOf);
    await world.db.query(expireLinks, [expired]);
    const path = `/api/calls/${revoked}/links/${links[1]?.body.linkId}`;
    expect((await world.request('DELETE', path, { key: other.key })).status).toBe(404);
    expect((await open(second!)).status).toBe(200);
    expect((await world.request('DELETE', path)).status).toBe(204);
    expect((await world.request('DELETE', path)).status).toBe(404);
    await world.db.query(erase, [erased]);
    for (const token of [first!, second!, third!, 'unknown']) {
      expect(await open(token)).toMatchObject(gone);
      expect(await open(token, '/recording')).toMatchObject(gone);
    }
    expect((await get(`/api/calls/${expired}/links`)).body.links).toEqual([]);
    expect(await make(erased, { hours: 1 })).toMatchObject({ status: 409, body: { code: 'call.erased' } });
  });

  it('have limits, are of one organization, and are made once for a key', async () => {
    const callId = await recorded();
    expect((await make(callId, { hours: 721 })).status).toBe(400);
    expect((await make(callId, { hours: 0 })).status).toBe(400);
    expect((await make(callId, { hours: 1 }, { key: other.key })).status).toBe(404);
    expect((await get(`/api/calls/${callId}/links`, other.key)).status).toBe(404);
    const live = await store({ status: 'in-progress' });
    expect(await make(live, { hours: 1 })).toMatchObject({ status: 409, body: { code: 'call.not_over' } });
    const headers = { 'idempotency-key': 'link-once' };
    const made = await make(callId, { hours: 1 }, { headers });
    const again = await make(callId, { hours: 1 }, { headers });
    expect(again).toMatchObject({ status: 201, body: { linkId: made.body.linkId, url: null } });
    for (let n = 1; n < 19; n++) expect((await make(callId, { hours: 1 })).status).toBe(201);
    // One of them is the last that the limit allows.
    const last = await Promise.all(Array.from({ length: 4 }, () => make(callId, { hours: 1 })));
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const full = { status: 409, body: { code: 'call.too_many_links' } };
    expect(await make(callId, { hours: 1 })).toMatchObject(full);
    const token = tokenOf(made);
    const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await open(token)).status));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});

describe('canceling', () => {
  const cancel = (callId: string) => world.request('POST', `/api/calls/${callId}/cancel`);

  it('takes a call out of the queue at once', async () => {
    const callId = await placed();
    const { status, body } = await cancel(callId);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        status: 'canceled',
        endedReason: 'manually-canceled',
        endedBy: 'System ended the call',
        endedAt: expect.any(String),
      }),
    ]);
    expect(await auditOf(callId)).toEqual(['calls created', 'calls canceled']);
    const why = (await get(`/api/calls/${callId}/why`)).body;
    const decisions: { decision: string; reason: string }[] = why.decisions;
    expect(decisions.map(({ decision, reason }) => `${decision} ${reason}`)).toEqual([
      'queued requested',
      'canceled manually-canceled',
    ]);
    const again = await cancel(callId);
    expect([again.status, again.body.code]).toEqual([409, 'call.over']);
  });

  it.each(['dialing', 'ringing', 'in-progress', 'forwarding'])(
    'asks for a stop of one that is %s',
    async (state) => {
      const callId = await placed();
      await world.db.query(moveCall, [callId, state, 'node_x']);
      await fileCalls(world.db);
      const { status, body } = await cancel(callId);
      expect([status, body.status]).toEqual([200, state === 'dialing' ? 'queued' : state]);
      const read = statement('test.calls.stop', 'select stop_requested from calls where call_id = $1');
      const [row] = await world.db.query<{ stop_requested: string | null }>(read, [callId]);
      expect(row?.stop_requested).toMatch(/^req_/);
      expect((await cancel(callId)).status).toBe(200);
    },
  );

  it.each(['ended', 'canceled'])('is a 409 for one that is %s', async (state) => {
    const answer = await cancel(await store({ status: state }));
    expect([answer.status, answer.body.code]).toEqual([409, 'call.over']);
  });

  it('is a 404 for an unknown call', async () => {
    expect((await cancel('call_none')).status).toBe(404);
  });
});

/**
 * A hold by the campaign's cap. The call waited from 10 s ago to 1 s ago; the cap was reached in the second and third
 * second.
 */
const dialingNode = statement(
  'test.calls.dialing_node',
  `insert into nodes (node_id, roles, dialing_capacity, refusal) values ('node_dials', '{calls,dialer}', $1, $2)
   on conflict (node_id) do update set dialing_capacity = excluded.dialing_capacity, refusal = excluded.refusal,
     heartbeat_at = clock_timestamp()`,
);
const removeDialingNode = statement(
  'test.calls.remove_dialing_node',
  `delete from nodes where node_id = 'node_dials'`,
);
const dialForTeam = statement(
  'test.calls.dial_for_team',
  `with t as (
     insert into teams (organization_id, team_id, name, ring_seconds, wait_seconds_max, wrap_up_seconds, says_position)
     values ($1, 'team_sales', 'Sales', 20, 300, 10, false)
   ), c as (
     update campaigns set dialing_mode = 'progressive', dialing_team_id = 'team_sales'
     where organization_id = $1 and campaign_id = $2)
   insert into campaign_pacing (organization_id, campaign_id) values ($1, $2)`,
);
const allowDials = statement(
  'test.calls.allow_dials',
  `update campaign_pacing set allowed_through = claimed + 1, allowed_until = dialer_now() + interval '1 minute'
   where organization_id = $1 and campaign_id = $2`,
);
const capHold = statement(
  'test.calls.cap_hold',
  `with c as (update calls set created_at = now() - interval '10 s', dialing_at = now() - interval '1 s',
       status = 'dialing' where organization_id = $1 and call_id = $2 returning created_at)
   insert into holds (organization_id, campaign_id, reason, cap, since, until)
   select $1, k.id, k.reason, 2, c.created_at + k.since, c.created_at + k.until from c,
     (values ($3, 'campaign-limit', interval '1 s', interval '3 s'),
       ('', 'organization-limit', interval '3 s', interval '4 s'),
       ('', 'organization-limit', interval '-2 s', interval '-1 s')) as k (id, reason, since, until)`,
);

const park = statement(
  'test.calls.park',
  `with c as (update queued_calls set due_at = now() + interval '6 hours', hold_reason = 'trunk-limit'
     where organization_id = $1 and call_id = $2 returning call_id)
   insert into call_events (organization_id, call_id, decision, reason, message)
   select $1, call_id, 'held', 'trunk-limit', 'At most 2 at one time.' from c`,
);
const dialed = statement(
  'test.calls.dialed',
  `update calls set status = 'ended', dialing_at = clock_timestamp() where organization_id = $1 and call_id = $2`,
);

describe('why', () => {
  const why = async (callId: string): Promise<{ decision: string; reason: string; message: string }[]> =>
    (await get(`/api/calls/${callId}/why`)).body.decisions;
  const lastReason = async (callId: string) => (await why(callId)).at(-1)?.reason;
  const queue = async (values: Record<string, unknown>) => {
    const { scheduleId, phoneNumberId, agentId } = dialing;
    const body = {
      scheduleId,
      phoneNumberId,
      phoneNumber: '+12125550123',
      variables: { firstName: 'A' },
      ...values,
    };
    return (await world.request('POST', `/api/agents/${agentId}/calls/campaign`, { body })).body;
  };

  it('says that a closed schedule holds a call, and until when', async () => {
    const { scheduleId } = await make(world.request, '/api/schedules', nearlyNeverOpen);
    const { callId } = await queue({ campaignName: 'Closed', scheduleId });
    const decisions = await why(callId);
    expect(decisions.map(({ decision, reason }) => `${decision} ${reason}`)).toEqual([
      'queued requested',
      'held schedule-closed',
    ]);
    expect(decisions[0]!.message).toContain('Closed');
    expect(decisions[1]!.message).toContain(`${new Date().getUTCFullYear() + 1}-01-01T12:00:00.000Z`);
  });

  it('shows the most general hold: no trunk, a paused campaign, dialing switched off', async () => {
    const { phoneNumberId } = await make(world.request, '/api/phone-numbers', {
      phoneNumber: newOwnNumber(),
    });
    const { callId, campaignId } = await queue({ campaignName: 'No trunk', phoneNumberId });
    expect(await lastReason(callId)).toBe('no-trunk');
    const { customerNumber: phoneNumber } = (await get(`/api/calls/${callId}`)).body;
    const { suppressionId } = await make(world.request, '/api/suppressions', { phoneNumber });
    expect(await lastReason(callId)).toBe('number-suppressed');
    await world.request('DELETE', `/api/suppressions/${suppressionId}`);
    expect(await lastReason(callId)).toBe('no-trunk');
    await world.request('POST', `/api/campaigns/${campaignId}/pause`);
    expect(await lastReason(callId)).toBe('campaign-paused');
    await world.request('PATCH', '/api/organization', { body: { dialing: 'off' } });
    expect(await lastReason(callId)).toBe('dialing-off');
    await world.request('PATCH', '/api/organization', { body: { dialing: 'on' } });
  });

  it('shows past pauses and times without dialing in order', async () => {
    // Calls of other tests are live.
    await world.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: 1000 } });
    const { callId, campaignId } = await queue({ campaignName: 'Was held' });
    const set = (dialing: string) => world.request('PATCH', '/api/organization', { body: { dialing } });
    await world.request('POST', `/api/campaigns/${campaignId}/pause`);
    await set('off');
    const during = (await get(`/api/calls/${callId}/why`)).body.decisions;
    expect(during.slice(1)).toMatchObject([
      { decision: 'held', reason: 'campaign-paused', until: null },
      { decision: 'held', reason: 'dialing-off', until: null },
    ]);
    await set('on');
    await world.request('POST', `/api/campaigns/${campaignId}/resume`);
    await world.db.query(dialed, [world.owner.organizationId, callId]);
    await fileCalls(world.db);
    await world.request('POST', `/api/campaigns/${campaignId}/pause`);
    const after = (await get(`/api/calls/${callId}/why`)).body.decisions.slice(1);
    expect(after.map(({ reason }: { reason: string }) => reason)).toEqual(['campaign-paused', 'dialing-off']);
    const [pause, off] = after;
    expect([pause.at, off.at]).toEqual([during[1].at, during[2].at]);
    expect(pause.until >= off.until && off.until >= off.at).toBe(true);
    expect(pause.message).toContain(`from ${pause.at} to ${pause.until}`);
    const later = await queue({ campaignName: 'Was not held' });
    expect((await why(later.callId)).map(({ reason }) => reason)).toEqual(['requested']);
  });

  it('shows the caps that were reached while the call was due, also after its end', async () => {
    const { callId, campaignId } = await queue({ campaignName: 'Was capped' });
    await world.db.query(capHold, [world.owner.organizationId, callId, campaignId]);
    await fileCalls(world.db);
    // Other tests may have switched dialing off in these seconds.
    const held = (await get(`/api/calls/${callId}/why`)).body.decisions.filter(
      ({ reason }: { reason: string }) => reason.endsWith('-limit'),
    );
    expect(held).toMatchObject([
      { decision: 'held', reason: 'campaign-limit', until: expect.any(String) },
      { decision: 'held', reason: 'organization-limit', until: expect.any(String) },
    ]);
    expect(held[0].message).toContain(`All 2 concurrent calls of the campaign`);
    expect(Date.parse(held[1].until) - Date.parse(held[0].at)).toBe(3000);
  });

  it('shows once that the trunk is full, without a time', async () => {
    const { callId } = await queue({ campaignName: 'Narrow' });
    await world.db.query(park, [world.owner.organizationId, callId]);
    const { decisions } = (await get(`/api/calls/${callId}/why`)).body;
    expect(decisions.slice(1)).toMatchObject([{ decision: 'held', reason: 'trunk-limit', until: null }]);
    expect((await get(`/api/calls/${callId}`)).body).toMatchObject({ status: 'queued', dueAt: null });
  });

  it('says that no member of the team of the campaign is free', async () => {
    const { callId, campaignId } = await queue({ campaignName: 'For a team' });
    await world.db.query(dialForTeam, [world.owner.organizationId, campaignId]);
    const { decisions } = (await get(`/api/calls/${callId}/why`)).body;
    expect(decisions.at(-1)).toMatchObject({ decision: 'held', reason: 'team-members', until: null });
    expect(decisions.at(-1).message).toContain('a free member of the team "Sales"');
    await world.db.query(allowDials, [world.owner.organizationId, campaignId]);
    expect(await lastReason(callId)).not.toBe('team-members');
  });

  it('says which cap is reached', async () => {
    await world.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: 1000 } });
    const { callId, campaignId } = await queue({ campaignName: 'Capped', maxConcurrentCalls: 1 });
    const second = await queue({ campaignName: 'Capped' });
    await world.db.query(moveCall, [callId, 'ringing', 'node_x']);
    await fileCalls(world.db);
    expect(await lastReason(second.callId)).toBe('campaign-limit');
    await world.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: 1 } });
    expect(await lastReason(second.callId)).toBe('organization-limit');
    await world.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: 10 } });
    await world.db.query(moveCall, [callId, 'ended', null]);
    await fileCalls(world.db);
    expect(campaignId).toBe(second.campaignId);
  });

  it('says that no process has room for another call', async () => {
    // Calls of other tests are live.
    await world.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: 1000 } });
    const { callId } = await queue({ campaignName: 'Waits for room' });
    const dials = (capacity: number, refusal: string | null) =>
      world.db.query(dialingNode, [capacity, refusal]);
    await dials(0, 'overloaded');
    const { decisions } = (await get(`/api/calls/${callId}/why`)).body;
    expect(decisions.at(-1)).toMatchObject({ decision: 'held', reason: 'no-capacity' });
    expect(decisions.at(-1).message).toMatch(/^The machine is at its limit.* as soon as there is room\.$/);
    await dials(3, null);
    expect(await lastReason(callId)).toBe('requested');
    await world.db.query(removeDialingNode);
  });

  it('does not repeat the last stored hold, and shows one that changed', async () => {
    const tell = statement(
      'test.calls.tell',
      `insert into call_events (organization_id, call_id, decision, reason, message) values ($1, $2, 'held', $3, $4)`,
    );
    const { phoneNumberId } = await make(world.request, '/api/phone-numbers', {
      phoneNumber: newOwnNumber(),
    });
    const { callId } = await queue({ campaignName: 'Told', phoneNumberId });
    const now = (await why(callId)).at(-1)!;
    await world.db.query(tell, [world.owner.organizationId, callId, 'no-trunk', now.message]);
    expect((await why(callId)).map(({ reason }) => reason)).toEqual(['requested', 'no-trunk']);
    await world.db.query(tell, [world.owner.organizationId, callId, 'schedule-closed', 'Until noon.']);
    expect((await why(callId)).map(({ reason }) => reason)).toEqual([
      'requested',
      'no-trunk',
      'schedule-closed',
      'no-trunk',
    ]);
  });
});
