import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceProblem, toBlockList, trunkHostProblem } from './addresses.ts';

describe('a host', () => {
  it.each([
    'sip.example.com',
    'pbx',
    'edge_1.carrier.example',
    'xn--mnchen-3ya.example',
    '3com.example',
    `${'a'.repeat(63)}.example`,
    '192.0.2.10',
    '127.0.0.1',
    '2001:db8::1',
    '::1',
    '::ffff:192.0.2.1',
  ])('may be %s', (host) => {
    expect(trunkHostProblem(host)).toBeNull();
  });

  it.each([
    ['', 'empty'],
    ['sip:carrier.example', 'scheme'],
    ['sips:carrier.example', 'scheme'],
    ['https://carrier.example', 'scheme'],
    ['user@carrier.example', 'user name'],
    ['carrier.example:5060', 'port'],
    ['192.0.2.1:5060', 'port'],
    ['[2001:db8::1]:5060', 'brackets'],
    ['[2001:db8::1]', 'brackets'],
    ['carrier.example/trunk', 'path'],
    ['carrier.example;transport=udp', 'parameters'],
    ['carrier example', 'white space'],
    ['carrier.example\r\nVia: x', 'white space'],
    ['carrier\u0000', 'white space'],
    ['münchen.example', 'xn--'],
    ['carrier.example.', 'dot'],
    ['-carrier.example', 'host name'],
    ['carrier-.example', 'host name'],
    ['carrier..example', 'host name'],
    ['.example', 'host name'],
    ['carrier!.example', 'host name'],
    ['a,b', 'host name'],
    [`${'a'.repeat(64)}.example`, 'host name'],
    [`${'a.'.repeat(130)}example`, '253'],
    ['2001:db8::1::2', 'host name'],
    ['10.1', 'IPv4'],
    ['256.1.1.1', 'IPv4'],
    ['010.0.0.1', 'IPv4'],
    ['2130706433', 'IPv4'],
    ['0x7f000001', 'IPv4'],
    ['a.0x7f', 'IPv4'],
    ['fe80::1%eth0', 'zone'],
    ['0.0.0.0', 'one host'],
    ['255.255.255.255', 'one host'],
    ['224.0.0.1', 'one host'],
    ['::', 'one host'],
    ['ff02::1', 'one host'],
  ])('may not be %j', (host, word) => {
    expect(trunkHostProblem(host)).toContain(word);
  });

  it('contains nothing that could end a header or start another part of a URI', () => {
    const soup = fc.string({ unit: fc.constantFrom(...'ab1.-_:/@[]%;? \r\n\t\0"<>'), maxLength: 20 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), soup), (host) => {
        if (trunkHostProblem(host) !== null || isIP(host) !== 0) return;
        expect(host).toMatch(/^[A-Za-z0-9._-]+$/);
      }),
      { numRuns: 2000 },
    );
  });
});

const byte = fc.nat(255);
const ipv4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
const ipv6 = fc
  .array(fc.nat(0xffff), { minLength: 8, maxLength: 8 })
  .map((words) => words.map((word) => word.toString(16)).join(':'));

describe('a source address of calls', () => {
  it.each(['192.0.2.10', '10.0.0.0/8', '192.0.2.0/24', '192.0.2.7/32', '2001:db8::/32', '::1', 'fd00::/16'])(
    'may be %s',
    (source) => {
      expect(sourceProblem(source)).toBeNull();
    },
  );

  it.each([
    ['', 'CIDR'],
    ['carrier.example', 'CIDR'],
    ['192.0.2', 'CIDR'],
    ['192.0.2.256', 'CIDR'],
    ['192.0.2.1:5060', 'CIDR'],
    [' 192.0.2.1', 'CIDR'],
    ['192.0.2.1-192.0.2.9', 'CIDR'],
    ['192.0.2.0/24/8', 'CIDR'],
    ['fe80::1%eth0', 'CIDR'],
    ['192.0.2.0/', 'prefix length'],
    ['192.0.2.0/33', 'prefix length'],
    ['192.0.2.0/024', 'prefix length'],
    ['192.0.2.0/-1', 'prefix length'],
    ['192.0.2.0/1e1', 'prefix length'],
    ['192.0.2.0/255.255.255.0', 'prefix length'],
    ['2001:db8::/129', 'prefix length'],
    ['0.0.0.0/0', 'would admit almost anyone'],
    ['128.0.0.0/1', 'would admit almost anyone'],
    ['10.0.0.0/7', 'would admit almost anyone'],
    ['::/0', 'would admit almost anyone'],
    ['2000::/3', 'would admit almost anyone'],
    ['::ffff:192.0.2.1', 'IPv4 notation'],
    ['::ffff:0:0/96', 'IPv4 notation'],
    ['::ffff:0:0/100', 'IPv4 notation'],
    ['::/80', 'IPv4 notation'],
  ])('may not be %j', (source, word) => {
    expect(sourceProblem(source)).toContain(word);
  });

  it('is matched by its own members', () => {
    const members = fc.oneof(
      fc.tuple(ipv4, fc.integer({ min: 8, max: 32 }), fc.constant('ipv4' as const)),
      fc.tuple(ipv6, fc.integer({ min: 16, max: 128 }), fc.constant('ipv6' as const)),
    );
    fc.assert(
      fc.property(members, ([address, prefix, family]) => {
        const source = `${address}/${prefix}`;
        fc.pre(sourceProblem(source) === null);
        expect(toBlockList([source]).check(address, family)).toBe(true);
        expect(sourceProblem(address)).toBeNull();
        expect(toBlockList([address]).check(address, family)).toBe(true);
      }),
    );
  });

  it('admits only a small part of the address space', () => {
    const accepted = fc.tuple(fc.oneof(ipv4, ipv6), fc.nat(128)).map(([a, p]) => `${a}/${p}`);
    fc.assert(
      fc.property(accepted, (source) => {
        if (sourceProblem(source) !== null) return;
        const list = toBlockList([source]);
        const probes = ['4.4.4.4', '77.1.2.3', '130.1.2.3', '200.1.2.3'];
        expect(probes.filter((probe) => list.check(probe, 'ipv4')).length).toBeLessThan(2);
      }),
    );
  });

  it('does not match its neighbours', () => {
    const list = toBlockList(['192.0.2.0/25', '198.51.100.7', '2001:db8:1::/48']);
    expect(list.check('192.0.2.127')).toBe(true);
    expect(list.check('192.0.2.128')).toBe(false);
    expect(list.check('198.51.100.7')).toBe(true);
    expect(list.check('198.51.100.8')).toBe(false);
    expect(list.check('2001:db8:1::9', 'ipv6')).toBe(true);
    expect(list.check('2001:db8:2::9', 'ipv6')).toBe(false);
    // A dual-stack socket shows an IPv4 peer in this form.
    expect(list.check('::ffff:192.0.2.1', 'ipv6')).toBe(true);
  });
});
