import { afterEach, beforeEach, expect, it } from 'vitest';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import { type Database, Listener, Notifier, statement } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { TrunkAddresses } from './trunk-addresses.ts';

const insertTrunk = statement(
  'test.addresses.trunk',
  `insert into trunks (organization_id, trunk_id, name, host, port, transport, register, allowed_addresses, codecs,
     created_at, updated_at)
   values ($1, $2, $2, $3, 5060, 'udp', false, $4, '{PCMU}', now(), now())`,
);

let world: QueueWorld;
let organizationId: string;
let addresses: TrunkAddresses;
let listener: Listener;
let notifier: Notifier;
let hosts: Record<string, string[]>;
let asked: string[];
/** Delays of the lookups of slow hosts. */
let slow: Record<string, Promise<void>>;
beforeEach(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization();
  hosts = {};
  asked = [];
  slow = {};
  const { connectionString } = world.db;
  listener = new Listener({ connectionString, applicationName: 'test', log: silentLog });
  notifier = new Notifier(world.db, silentLog);
  addresses = new TrunkAddresses(world.db, silentLog, {
    locate: async ({ host }) => {
      asked.push(host);
      await slow[host];
      return (hosts[host] ?? []).map((address) => ({ host: address, port: 5060 }));
    },
  });
});
afterEach(async () => {
  await addresses.close();
  await listener.close();
  await world.close();
});

const trunk = (trunkId: string, host: string, allowed: string[] | null = null) =>
  world.db.query(insertTrunk, [organizationId, trunkId, host, allowed]);
const start = async () => {
  listener.on('parley_config', () => addresses.wake());
  await addresses.start();
  await listener.start();
};
const change = async () => {
  const before = asked.length;
  notifier.notify('parley_config');
  await expect.poll(() => asked.length).toBeGreaterThan(before);
};
const belongs = (trunkId: string, address: string) => addresses.belongs(organizationId, trunkId, address);

it('admits exactly the allowed addresses and networks of a trunk', async () => {
  await trunk('trunk_list', '192.0.2.1', ['198.51.100.7', '203.0.113.0/24', '2001:db8::/32']);
  await start();
  const allowed = ['198.51.100.7', '203.0.113.255', '2001:db8::1', '::ffff:198.51.100.7'];
  for (const address of allowed)
    expect([address, belongs('trunk_list', address), addresses.admits(address)]).toEqual([
      address,
      true,
      true,
    ]);
  for (const address of ['198.51.100.8', '192.0.2.1', '2001:db9::1', '::1', 'nonsense']) {
    expect([address, belongs('trunk_list', address), addresses.admits(address)]).toEqual([
      address,
      false,
      false,
    ]);
  }
});

it('admits the addresses of the host of a trunk without a list, and none of a trunk with an empty list', async () => {
  hosts['sip.example.com'] = ['192.0.2.10', '2001:db8::10'];
  await trunk('trunk_host', 'sip.example.com');
  await trunk('trunk_none', 'sip.example.com', []);
  await start();
  expect([belongs('trunk_host', '192.0.2.10'), belongs('trunk_host', '2001:db8::10')]).toEqual([true, true]);
  expect(belongs('trunk_none', '192.0.2.10')).toBe(false);
  expect(addresses.belongs('org_other', 'trunk_host', '192.0.2.10')).toBe(false);
});

it('an address belongs only to its own trunk', async () => {
  await trunk('trunk_one', 'x', ['192.0.2.1']);
  await trunk('trunk_two', 'x', ['192.0.2.2']);
  await start();
  expect([addresses.admits('192.0.2.1'), belongs('trunk_two', '192.0.2.1')]).toEqual([true, false]);
});

it('follows a change at once, and keeps the last addresses of a host that does not resolve', async () => {
  hosts['sip.example.com'] = ['192.0.2.10'];
  await trunk('trunk_host', 'sip.example.com');
  await start();
  hosts['sip.example.com'] = [];
  await trunk('trunk_new', 'x', ['192.0.2.20']);
  await change();
  await expect.poll(() => belongs('trunk_new', '192.0.2.20')).toBe(true);
  expect(belongs('trunk_host', '192.0.2.10')).toBe(true);
  hosts['sip.example.com'] = ['192.0.2.11'];
  await change();
  await expect.poll(() => belongs('trunk_host', '192.0.2.11')).toBe(true);
  expect(belongs('trunk_host', '192.0.2.10')).toBe(false);
});

it('a slow name delays no other trunk', async () => {
  const later = Promise.withResolvers<void>();
  hosts['slow.example.com'] = ['192.0.2.30'];
  await start();
  slow['slow.example.com'] = later.promise;
  await trunk('trunk_slow', 'slow.example.com');
  await change();
  await trunk('trunk_new', 'x', ['192.0.2.20']);
  notifier.notify('parley_config');
  await expect.poll(() => belongs('trunk_new', '192.0.2.20')).toBe(true);
  expect(belongs('trunk_slow', '192.0.2.30')).toBe(false);
  later.resolve();
  await expect.poll(() => belongs('trunk_slow', '192.0.2.30')).toBe(true);
});

it('finds a new trunk without a notification by one read for its caller', async () => {
  await start();
  hosts['sip.example.com'] = ['192.0.2.40'];
  await trunk('trunk_new', 'sip.example.com');
  expect(addresses.admits('192.0.2.40')).toBe(false);
  await addresses.readAgain('192.0.2.40');
  expect(belongs('trunk_new', '192.0.2.40')).toBe(true);
  expect(addresses.readAgain('192.0.2.40')).toBeNull();
});

it('ignores the late result of an earlier read', async () => {
  const answers: ((rows: unknown[]) => void)[] = [];
  const query = () => new Promise((resolve) => answers.push(resolve));
  const late = new TrunkAddresses({ query } as unknown as Database, silentLog, { locate: async () => [] });
  const row = { organization_id: 'o', trunk_id: 't', host: 'x', port: 5060, transport: 'udp' };
  const started = late.start();
  answers[0]!([]);
  await started;
  await expect.poll(() => answers.length).toBe(2);
  const looked = late.readAgain('192.0.2.50');
  await expect.poll(() => answers.length).toBe(3);
  answers[2]!([{ ...row, allowed_addresses: ['192.0.2.50'] }]);
  await looked;
  answers[1]!([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(late.admits('192.0.2.50')).toBe(true);
  await late.close();
});
