import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { make } from '../../../test/world/dialing.ts';
import { SecretKey } from '../../platform/access/index.ts';
import { statement } from '../../platform/db/index.ts';
import { deviceOffers } from '../teams/index.ts';
import { dropDevicesOf, findDevice, openDevicePassword, storeBindings } from './index.ts';

const insertOffer = statement(
  'test.devices.offer',
  `with t as (
     insert into teams (organization_id, team_id, name, ring_seconds, wait_seconds_max, wrap_up_seconds, says_position)
     values ($1, 'team_a', 'People', 20, 300, 0, false) returning organization_id, team_id
   ), c as (
     insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
       created_at) values ($1, 'call_a', 'agent_a', 'inboundPhoneCall', 'in-progress', '+12125550123', 'number_a', '+2', now())
     returning call_id)
   insert into team_calls (organization_id, team_call_id, team_id, call_id, skills, state, member_id, waiting_since, offer_until)
   select organization_id, 'tcall_a', team_id, call_id, '{}', 'offered', $2, now(), now() + interval '1 minute' from t, c`,
);
const removeOffer = statement(
  'test.devices.no_offer',
  `delete from team_calls where organization_id = $1 and team_call_id = 'tcall_a'`,
);

let world: ApiWorld;
let memberId: string;
let key: string;

beforeAll(async () => {
  world = await createApiWorld({});
  memberId = (await make(world.request, '/api/members', { name: 'Mo', role: 'Support' })).memberId;
  key = (await make(world.request, '/api/api-keys', { name: 'k', role: 'Support', memberId })).key;
});
afterAll(() => world.close());

const as = (method: string, path: string, body?: unknown, headers = {}) =>
  world.request(method, path, { key, headers, ...(body === undefined ? {} : { body }) });
const state = async () => (await as('GET', '/api/presence')).body.state;

/** Adds a device, and returns what registers it. */
async function added(name = 'Softphone', more = {}) {
  const { body } = await as('POST', '/api/devices', { name, ...more });
  const stored = await findDevice(world.db, body.username);
  const { organizationId, deviceId } = stored!;
  type Contact = { key: string; expiresSeconds: number };
  const register = (contacts: Contact | Contact[] | 'all', cseq: number, nodeId = 'node_a') =>
    world.db.transaction((tx) =>
      storeBindings(tx, {
        ...{ organizationId, deviceId, nodeId, transport: 'udp', address: '192.0.2.9', port: 5060 },
        ...{ callId: 'one', cseq, userAgent: null, path: [] },
        bindings:
          contacts === 'all'
            ? contacts
            : [contacts].flat().map((one) => ({ uri: `sip:${one.key}@192.0.2.9`, ...one })),
      }),
    );
  return { ...body, stored: stored!, register };
}

it('the password is shown once, and stored encrypted for its row', async () => {
  const { username, password, digest, stored, deviceId } = await added();
  expect(username).toMatch(/^d[a-z2-9]{9}$/);
  expect(digest).toBe('MD5');
  const secret = new SecretKey(world.secretText);
  expect(openDevicePassword(secret, stored, stored.sealedPassword)).toBe(password);
  expect(() =>
    openDevicePassword(secret, { ...stored, deviceId: 'device_x' }, stored.sealedPassword),
  ).toThrow();
  const listed = await as('GET', '/api/devices');
  expect(listed.text).not.toContain(password);
  expect(listed.body.devices[0]).toMatchObject({ deviceId, registrations: [] });
  const header = { 'idempotency-key': 'a-device' };
  const first = await as('POST', '/api/devices', { name: 'Desk', digest: 'SHA-256' }, header);
  expect(first.body).toMatchObject({ digest: 'SHA-256', password: expect.any(String) });
  const again = await as('POST', '/api/devices', { name: 'Desk', digest: 'SHA-256' }, header);
  expect(again.body).toMatchObject({ deviceId: first.body.deviceId, password: null });
});

it('a member sees and removes only devices of their own', async () => {
  const { deviceId } = await added();
  expect((await world.request('GET', '/api/devices')).body.devices).toEqual([]);
  expect((await world.request('DELETE', `/api/devices/${deviceId}`)).status).toBe(404);
  expect((await as('DELETE', `/api/devices/${deviceId}`)).status).toBe(204);
});

it('a device that another request has overtaken, or that was removed, registers nothing', async () => {
  const { register, deviceId } = await added();
  expect((await register({ key: 'a', expiresSeconds: 60 }, 5))!.bindings).toHaveLength(1);
  expect(await register({ key: 'a', expiresSeconds: 60 }, 4)).toBeNull();
  // Late requests to unregister do not undo a later registration, and a late contact spoils the others of its request.
  for (const expiresSeconds of [0, 60])
    expect(
      await register(
        [
          { key: 'b', expiresSeconds: 60 },
          { key: 'a', expiresSeconds },
        ],
        3,
      ),
    ).toBeNull();
  expect(await register('all', 3)).toBeNull();
  const both = await register(
    [
      { key: 'b', expiresSeconds: 60 },
      { key: 'a', expiresSeconds: 0 },
    ],
    6,
  );
  expect(both!.bindings.map((one: { key: string }) => one.key)).toEqual(['b']);
  expect((await register('all', 7))!.bindings).toEqual([]);
  await as('DELETE', `/api/devices/${deviceId}`);
  expect(await register({ key: 'a', expiresSeconds: 60 }, 8)).toBeNull();
});

it('a device of a member whose role may take no calls cannot register, and is not called', async () => {
  const { username, register, deviceId, stored } = await added();
  await register({ key: 'a', expiresSeconds: 60 }, 1);
  await as('PUT', '/api/presence', { state: 'available', on: 'device' });
  const { organizationId } = stored;
  await world.db.query(insertOffer, [organizationId, memberId]);
  const ringing = async () => (await deviceOffers(world.db, [organizationId, 'org_none'], 'node_a')).length;
  expect(await ringing()).toBe(1);
  expect(await deviceOffers(world.db, ['org_none'], 'node_a')).toEqual([]);
  await world.request('PATCH', `/api/members/${memberId}`, { body: { role: 'Viewer' } });
  expect([await findDevice(world.db, username), await ringing()]).toEqual([null, 0]);
  await world.request('PATCH', `/api/members/${memberId}`, { body: { role: 'Support' } });
  expect([await findDevice(world.db, username), await ringing()]).toEqual([stored, 1]);
  await world.db.query(removeOffer, [organizationId]);
  // The change of the role has revoked the key.
  key = (await make(world.request, '/api/api-keys', { name: 'again', role: 'Support', memberId })).key;
  await as('DELETE', `/api/devices/${deviceId}`);
});

it('a device keeps the five places where it registered last', async () => {
  const { register, deviceId } = await added();
  for (const [index, place] of ['a', 'b', 'c', 'd', 'e', 'f'].entries())
    await register({ key: place, expiresSeconds: 60 }, index + 1);
  const { bindings } = (await register({ key: 'f', expiresSeconds: 60 }, 9))!;
  expect(bindings.map((one: { key: string }) => one.key)).toEqual(['b', 'c', 'd', 'e', 'f']);
  await as('DELETE', `/api/devices/${deviceId}`);
});

it('a member on a device is there until its process stops, or the device is removed', async () => {
  const unregistered = await as('PUT', '/api/presence', { state: 'available', on: 'device' });
  expect(unregistered).toMatchObject({ status: 409, body: { code: 'presence.no_device' } });
  const { register, deviceId } = await added();
  await register({ key: 'a', expiresSeconds: 60 }, 1, 'node_x');
  await as('PUT', '/api/presence', { state: 'available', on: 'device' });
  expect(await state()).toBe('available');
  // The browser of the member neither extends nor ends it.
  await as('POST', '/api/presence/heartbeat');
  await dropDevicesOf(world.db, 'node_y');
  expect(await state()).toBe('available');
  await dropDevicesOf(world.db, 'node_x');
  expect(await state()).toBe('away');
  await register({ key: 'a', expiresSeconds: 60 }, 2, 'node_x');
  await as('PUT', '/api/presence', { state: 'available' });
  expect(await state()).toBe('available');
  await as('DELETE', `/api/devices/${deviceId}`);
  expect(await state()).toBe('away');
});

it('a member has at most ten devices', async () => {
  const { devices } = (await as('GET', '/api/devices')).body;
  for (let count = devices.length; count < 10; count++) await added();
  expect(await as('POST', '/api/devices', { name: 'One more' })).toMatchObject({
    status: 409,
    body: { code: 'device.too_many' },
  });
});
