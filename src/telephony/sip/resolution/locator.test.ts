import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../../test/world/dns-server.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { createSipUserAgent } from '../ua/create-user-agent.ts';
import { addressesInHostsFile } from './hosts-file.ts';
import { Locator } from './locator.ts';
import { SystemNameServer } from './name-server.ts';

let dns: DnsServer;
let nowMs: number;
beforeAll(async () => {
  dns = await startDnsServer();
});
beforeEach(() => {
  dns.zone = {};
  dns.asked = [];
  nowMs = 0;
});
afterAll(async () => {
  await dns[Symbol.asyncDispose]();
});

const locator = (host = '0.0.0.0', timeoutMs = 100) => {
  const family = host === '::' ? 0 : 4;
  const server = new SystemNameServer(family, { servers: [dns.address], timeoutMs });
  return new Locator(host, { server, nowMs: () => nowMs });
};
const located = async (by: Locator, port: number | null = 5060, host = 'trunk.test') =>
  (await by.locate({ host, port, transport: 'udp' })).map((target) => `${target.host}:${target.port}`);

describe('a name', () => {
  test('leads by NAPTR to SRV to addresses, in their order', async () => {
    dns.zone = {
      'trunk.test': { naptr: [{ service: 'SIP+D2U', replacement: '_sip._udp.far.test' }] },
      '_sip._udp.far.test': {
        srv: [
          { name: 'second.test', port: 5072, priority: 20 },
          { name: 'first.test', port: 5071, priority: 10 },
        ],
      },
      'first.test': { addresses: ['192.0.2.1', '192.0.2.2'] },
      'second.test': { addresses: ['192.0.2.3'] },
    };
    expect(await located(locator(), null)).toEqual(['192.0.2.1:5071', '192.0.2.2:5071', '192.0.2.3:5072']);
  });

  test('with a port is asked for nothing but addresses, of the family that our sockets reach', async () => {
    dns.zone['trunk.test'] = { addresses: ['192.0.2.1', '2001:db8::7'] };
    expect(await located(locator(), 5080)).toEqual(['192.0.2.1:5080']);
    expect(dns.asked).toEqual(['A trunk.test']);
    expect(await located(locator('::'), 5080)).toEqual(['192.0.2.1:5080', '2001:db8::7:5080']);
  });

  test('that does not exist leads nowhere, and one that never does is not even asked for', async () => {
    expect(await located(locator())).toEqual([]);
    dns.asked = [];
    expect(await located(locator(), 5060, 'trunk.invalid')).toEqual([]);
    expect(dns.asked).toEqual([]);
  });

  test('that leads nowhere is said to: not found, or of the other address family', async () => {
    const server = new SystemNameServer(4, { servers: [dns.address], timeoutMs: 100 });
    const unreachedServer = new SystemNameServer(6, { servers: [dns.address], timeoutMs: 100 });
    const by = new Locator('192.0.2.9', { server, unreachedServer, nowMs: () => nowMs });
    const why = (host: string) => by.whyNotLocated({ host, port: 5060, transport: 'udp' });
    dns.zone['trunk.test'] = { addresses: ['2001:db8::7'] };
    const onlySix = 'host has IPv6 addresses only, and the SIP address of this service is IPv4 only';
    expect(await located(by)).toEqual([]);
    expect(await why('trunk.test')).toBe(onlySix);
    expect(await why('::1')).toBe(onlySix);
    expect(await why('missing.test')).toBe('host name not found');
    const six = new Locator('2001:db8::9', { server: unreachedServer, unreachedServer: server });
    expect(await six.whyNotLocated({ host: '192.0.2.1', port: 5060, transport: 'udp' })).toBe(
      'host has IPv4 addresses only, and the SIP address of this service is IPv6 only',
    );
  });

  test('a name without an answer does not delay other names', async () => {
    dns.zone = { 'slow.test': null, 'trunk.test': { addresses: ['192.0.2.1'] } };
    const by = locator('0.0.0.0', 500);
    const order: string[] = [];
    const slow = Array.from({ length: 20 }, () =>
      located(by, 5060, 'slow.test').then(() => order.push('slow')),
    );
    await located(by).then(() => order.push('quick'));
    await Promise.all(slow);
    expect(order[0]).toBe('quick');
    // One query at a time for a name, however many lookups wait for it. It is repeated once.
    expect(dns.asked.filter((name) => name === 'A slow.test')).toHaveLength(2);
  });
});

describe('an answer', () => {
  test('is kept for its time to live, within bounds', async () => {
    dns.zone['trunk.test'] = { addresses: ['192.0.2.1'], ttlSeconds: 100 };
    const by = locator();
    await located(by);
    dns.zone['trunk.test'] = { addresses: ['192.0.2.2'], ttlSeconds: 0 };
    nowMs = 99_000;
    expect(await located(by)).toEqual(['192.0.2.1:5060']);
    nowMs = 100_000;
    expect(await located(by)).toEqual(['192.0.2.2:5060']);
    dns.zone['trunk.test'] = { addresses: ['192.0.2.3'], ttlSeconds: 86_400 };
    nowMs = 109_000;
    expect(await located(by)).toEqual(['192.0.2.2:5060']);
    nowMs = 110_000;
    expect(await located(by)).toEqual(['192.0.2.3:5060']);
    dns.zone['trunk.test'] = { addresses: ['192.0.2.4'] };
    nowMs = 410_000;
    expect(await located(by)).toEqual(['192.0.2.4:5060']);
  });

  test('an address is kept for an hour while the name server does not answer', async () => {
    dns.zone['trunk.test'] = { addresses: ['192.0.2.1'], ttlSeconds: 60 };
    const by = locator('0.0.0.0', 20);
    await located(by);
    dns.zone['trunk.test'] = null;
    nowMs = 120_000;
    expect(await located(by)).toEqual(['192.0.2.1:5060']);
    nowMs = 3_600_000;
    expect(await located(by)).toEqual([]);
  });
});

test('a target that failed is tried after the others for half a minute, and is the only one at worst', async () => {
  dns.zone['trunk.test'] = { addresses: ['192.0.2.1', '192.0.2.2'] };
  const by = locator();
  by.avoid({ host: '192.0.2.1', port: 5060, transport: 'udp' });
  expect(await located(by)).toEqual(['192.0.2.2:5060', '192.0.2.1:5060']);
  expect(await located(by, 5070)).toEqual(['192.0.2.1:5070', '192.0.2.2:5070']);
  nowMs = 30_000;
  expect(await located(by)).toEqual(['192.0.2.1:5060', '192.0.2.2:5060']);
});

test('a request to a name goes to the next target when the first refuses the connection', async () => {
  const by = locator('127.0.0.1');
  const open = () =>
    createSipUserAgent({
      host: '127.0.0.1',
      port: 0,
      publicAddress: '127.0.0.1',
      log: silentLog,
      locator: by,
      delegate: {
        admits: () => true,
        onInvite: () => {
          throw new Error('nobody calls here');
        },
      },
    });
  const [closed, there, us] = [await open(), await open(), await open()];
  await closed.close({ graceMs: 0 });
  const records = [closed, there].map((agent, priority) => ({
    name: 'pbx.test',
    port: agent.address.port,
    priority,
  }));
  dns.zone = { '_sip._tcp.trunk.test': { srv: records }, 'pbx.test': { addresses: ['127.0.0.1'] } };
  const outcome = await us.request({
    method: 'OPTIONS',
    requestUri: 'sip:trunk.test;transport=tcp',
    fromUri: 'sip:us@127.0.0.1',
    toUri: 'sip:trunk.test',
    target: { host: 'trunk.test', port: null, transport: 'tcp' },
  });
  expect(outcome).toMatchObject({ kind: 'answered', code: 200 });
  const next = await by.locate({ host: 'trunk.test', port: null, transport: 'tcp' });
  expect(next.map(({ port }) => port)).toEqual([there.address.port, closed.address.port]);
  await Promise.all([there.close({ graceMs: 0 }), us.close({ graceMs: 0 })]);
});

test('an address is located without asking, if our sockets reach its family', () => {
  const by = locator();
  expect(by.literal({ host: '192.0.2.9', port: null, transport: 'tls' })).toEqual([
    { host: '192.0.2.9', port: 5061, transport: 'tls' },
  ]);
  expect(by.literal({ host: '[2001:db8::1]', port: 5060, transport: null })).toEqual([]);
  expect(by.literal({ host: 'trunk.test', port: 5060, transport: null })).toBeNull();
});

test("the machine's table of hosts is read as it is written", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-hosts-'));
  const path = join(folder, 'hosts');
  await writeFile(path, '# 192.0.2.9 pbx\n192.0.2.1\tPBX pbx.local # ours\n2001:db8::1 pbx\nnonsense pbx\n');
  expect(await addressesInHostsFile('pbx', path)).toEqual(['192.0.2.1', '2001:db8::1']);
  expect(await addressesInHostsFile('other', path)).toEqual([]);
  await rm(folder, { recursive: true });
  expect(await addressesInHostsFile('pbx', path)).toEqual([]);
});

describe('a session description', () => {
  const sdpOf = (address: string) => `v=0\r\no=- 1 1 IN IP4 x\r\nc=IN ${address}\r\nm=audio 4 RTP/AVP 0\r\n`;

  test('has its names replaced by addresses of the family that it says', async () => {
    dns.zone = { 'media.test': { addresses: ['2001:db8::1', '192.0.2.7'] } };
    const by = locator('::');
    expect(by.withKnownAddresses(sdpOf('IP4 other.test'))).toBe(sdpOf('IP4 other.test'));
    expect(await by.withAddresses(sdpOf('IP4 media.test'))).toBe(sdpOf('IP4 192.0.2.7'));
    expect(by.withKnownAddresses(sdpOf('IP6 media.test'))).toBe(sdpOf('IP6 2001:db8::1'));
    expect(await by.withAddresses(sdpOf('IP4 nowhere.test'))).toBe(sdpOf('IP4 nowhere.test'));
  });

  test('a description without names needs no lookup, and unanswered lookups are bounded in time', async () => {
    dns.zone = { 'mute.test': null };
    const by = locator();
    expect(await by.withAddresses(sdpOf('IP4 192.0.2.7'))).toBe(sdpOf('IP4 192.0.2.7'));
    expect(dns.asked).toEqual([]);
    expect(await by.withAddresses(sdpOf('IP4 mute.test'))).toBe(sdpOf('IP4 mute.test'));
  });
});
