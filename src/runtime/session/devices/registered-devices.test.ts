import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { make } from '../../../../test/world/dialing.ts';
import { SecretKey } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { RegisteredDevices } from './registered-devices.ts';

let world: ApiWorld;
let key: string;
let device: { organizationId: string; deviceId: string };
let username: string;

beforeAll(async () => {
  world = await createApiWorld({});
  const { memberId } = await make(world.request, '/api/members', { name: 'Mo', role: 'Support' });
  key = (await make(world.request, '/api/api-keys', { name: 'k', role: 'Support', memberId })).key;
  username = (await as('POST', '/api/devices', { name: 'Softphone' })).body.username;
  device = (await processAt('node_x').devices.find(username))!;
});
afterAll(() => world.close());

const as = (method: string, path: string, body?: unknown) =>
  world.request(method, path, { key, ...(body === undefined ? {} : { body }) });
const ports = async () =>
  (await as('GET', '/api/devices')).body.devices[0].registrations.map(
    (one: { address: string }) => one.address,
  );

/** A process at which devices register. */
function processAt(nodeId: string, db: Pick<Database, 'transaction' | 'query'> = world.db) {
  const state = { canReach: true };
  const { secretText } = world;
  const devices = new RegisteredDevices({
    ...{ db: db as Database, nodeId, log: silentLog, secret: new SecretKey(secretText) },
    canReach: () => state.canReach,
  });
  /** Registers from an address that the network gave the device, which keeps its instance. */
  const register = (cseq: number, address: string) =>
    devices.register({
      ...{
        device,
        flow: { address, port: 5060 },
        callId: 'one',
        cseq,
        userAgent: null,
        path: [],
        isDirect: true,
      },
      contacts: [{ key: 'instance', uri: 'sip:mo@10.0.0.9', expiresSeconds: 120 }],
    });
  return { devices, state, register, current: () => devices.registrationOf(device, 'instance') };
}

it('a device that registered again is kept when the flow before proves dead', async () => {
  const { devices, register, current } = processAt('node_a');
  await register(1, '192.0.2.1');
  const called = current()!;
  await register(2, '192.0.2.2');
  // The INVITE to the first address has timed out.
  await devices.drop(called);
  expect([await ports(), current()?.flow.address]).toEqual([['192.0.2.2'], '192.0.2.2']);
  expect((await as('PUT', '/api/presence', { state: 'available', on: 'device' })).body.state).toBe(
    'available',
  );
  await devices.drop(current()!);
  expect([await ports(), current()]).toEqual([[], null]);
  expect((await as('GET', '/api/presence')).body.state).toBe('away');
});

it('a device that has moved to another process is kept there', async () => {
  const [before, after] = [processAt('node_a'), processAt('node_b')];
  await before.register(3, '192.0.2.1');
  await after.register(4, '192.0.2.1');
  before.state.canReach = false;
  await before.devices.sweep();
  expect([await ports(), before.current(), before.devices.size]).toEqual([['192.0.2.1'], null, 0]);
  after.state.canReach = false;
  await after.devices.sweep();
  expect([await ports(), after.devices.size]).toEqual([[], 0]);
});

it('knows the addresses of devices and their flows, as long as they are registered', async () => {
  const { devices, register, state } = processAt('node_c');
  const known = () => ['192.0.2.1', '192.0.2.2'].map((address) => devices.hasDeviceAt(address));
  const isDevice = (port: number) => devices.isDevice({ address: '192.0.2.2', port });
  await register(5, '192.0.2.1');
  expect(known()).toEqual([true, false]);
  await register(6, '192.0.2.2');
  expect([known(), isDevice(5060), isDevice(5061)]).toEqual([[false, true], true, false]);
  state.canReach = false;
  await devices.sweep();
  expect([known(), isDevice(5060)]).toEqual([[false, false], false]);
  await register(7, '192.0.2.1');
  await devices.close();
  expect([known(), devices.size]).toEqual([[false, false], 0]);
});

it('a process that stops keeps no registration that was being stored', async () => {
  const { db } = world;
  const slow = Promise.withResolvers<void>();
  const { devices, register } = processAt('node_d', {
    transaction: (work) => slow.promise.then(() => db.transaction(work)),
    query: (...given) => db.query(...given),
  });
  const registering = register(8, '192.0.2.1');
  const closing = devices.close();
  slow.resolve();
  await Promise.all([registering, closing]);
  expect([await ports(), devices.size]).toEqual([[], 0]);
});
