import { expect, test } from 'vitest';
import { inOrder, type Names, type NaptrRecord, resolveTarget, type SrvRecord } from './resolution.ts';

interface Zone {
  naptr?: Record<string, NaptrRecord[]>;
  srv?: Record<string, SrvRecord[]>;
  addresses?: Record<string, string[]>;
}

function namesOf(zone: Zone): Names {
  return {
    naptr: async (name) => zone.naptr?.[name] ?? [],
    srv: async (name) => zone.srv?.[name] ?? [],
    addresses: async (host) => zone.addresses?.[host] ?? [],
  };
}

const srv = (name: string, port: number, priority: number, weight = 0): SrvRecord => ({
  name,
  port,
  priority,
  weight,
});
const addresses = {
  'one.test': ['192.0.2.1', '192.0.2.2'],
  'two.test': ['192.0.2.3'],
  'trunk.test': ['192.0.2.9'],
};
const render = (targets: Awaited<ReturnType<typeof resolveTarget>>): string[] =>
  targets.map(({ host, port, transport, serverName }) => `${transport} ${host} ${port} ${serverName ?? '-'}`);

test.each([
  ['an IPv4 address', { host: '192.0.2.7', port: 5080, transport: 'udp' }, ['udp 192.0.2.7 5080 -']],
  ['an IPv6 reference', { host: '[2001:db8::1]', port: null, transport: 'tls' }, ['tls 2001:db8::1 5061 -']],
  ['a name with a port', { host: 'trunk.test', port: 5070, transport: 'tcp' }, ['tcp 192.0.2.9 5070 -']],
  [
    'a name without records',
    { host: 'trunk.test', port: null, transport: 'tls' },
    ['tls 192.0.2.9 5061 trunk.test'],
  ],
  ['a name that is none', { host: 'nobody.test', port: null, transport: null }, []],
] as const)('%s', async (_name, target, expected) => {
  expect(render(await resolveTarget(target, namesOf({ addresses })))).toEqual(expected);
});

test('SRV records go by priority, each with all its addresses; TLS is for the name that was asked for', async () => {
  const names = namesOf({
    addresses,
    srv: {
      '_sips._tcp.trunk.test': [srv('two.test', 5063, 20), srv('one.test', 5062, 10)],
      '_sip._udp.trunk.test': [srv('two.test', 5060, 1)],
    },
  });
  const targets = await resolveTarget({ host: 'trunk.test', port: null, transport: 'tls' }, names);
  expect(render(targets)).toEqual([
    'tls 192.0.2.1 5062 trunk.test',
    'tls 192.0.2.2 5062 trunk.test',
    'tls 192.0.2.3 5063 trunk.test',
  ]);
});

test('a lone dot says that there is no such service', async () => {
  const names = namesOf({ addresses, srv: { '_sip._udp.trunk.test': [srv('.', 0, 0)] } });
  expect(await resolveTarget({ host: 'trunk.test', port: null, transport: 'udp' }, names)).toEqual([]);
});

test('without a transport NAPTR records say which, in their order; those of others are passed over', async () => {
  const names = namesOf({
    addresses,
    naptr: {
      'trunk.test': [
        { service: 'SIP+D2U', order: 20, preference: 1, replacement: '_sip._udp.trunk.test' },
        { service: 'SIP+D2T', order: 10, preference: 2, replacement: '_sip._tcp.trunk.test' },
        { service: 'E2U+email', order: 1, preference: 1, replacement: 'mail.test' },
      ],
    },
    srv: {
      '_sip._udp.trunk.test': [srv('one.test', 5060, 1)],
      '_sip._tcp.trunk.test': [srv('two.test', 5060, 1)],
    },
  });
  const targets = await resolveTarget({ host: 'trunk.test', port: null, transport: null }, names);
  expect(render(targets)).toEqual(['tcp 192.0.2.3 5060 -', 'udp 192.0.2.1 5060 -', 'udp 192.0.2.2 5060 -']);
});

test('a name that leads to very many has an end', async () => {
  const many = Array.from({ length: 100 }, (_, i) => srv(`h${i}.test`, 5060, i));
  const hosts = Object.fromEntries(many.map(({ name }) => [name, ['192.0.2.1', '192.0.2.2', '192.0.2.3']]));
  const names = namesOf({ addresses: hosts, srv: { '_sip._udp.trunk.test': many } });
  expect(await resolveTarget({ host: 'trunk.test', port: null, transport: 'udp' }, names)).toHaveLength(24);
});

test('within a priority the weight gives the chance', () => {
  const records = [srv('light', 1, 5, 10), srv('heavy', 1, 5, 90), srv('later', 1, 6, 1_000)];
  const firsts = Array.from({ length: 100 }, (_, i) => inOrder(records, () => (i + 0.5) / 100)[0]!.name);
  expect(firsts.filter((name) => name === 'light')).toHaveLength(10);
  expect(firsts.filter((name) => name === 'heavy')).toHaveLength(90);
  expect(inOrder(records, () => 0.99).map(({ name }) => name)).toEqual(['heavy', 'light', 'later']);
  expect(inOrder([srv('a', 1, 1), srv('b', 1, 1)], () => 0.5)).toHaveLength(2);
});
