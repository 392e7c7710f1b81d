import { expect, it } from 'vitest';
import { AddressSet } from './address-set.ts';

const set = (...entries: string[]): AddressSet => {
  const made = new AddressSet();
  for (const entry of entries) made.add(entry);
  return made;
};

it('holds addresses and networks of both families in any notation', () => {
  const addresses = set('192.0.2.1', '203.0.113.0/24', '2001:db8::0:1', '2001:db8:1::/48');
  const inside = [
    ...['192.0.2.1', '::ffff:192.0.2.1', '203.0.113.255', '::ffff:203.0.113.1'],
    ...['2001:db8::1', '2001:0DB8:0:0::1', '2001:db8:1:2::3'],
  ];
  expect(inside.filter((address) => !addresses.has(address))).toEqual([]);
  const outside = [
    '192.0.2.2',
    '203.0.114.0',
    '2001:db8::2',
    '2001:db8:2::',
    '::1',
    '0.0.0.0',
    'nonsense',
    '',
  ];
  expect(outside.filter((address) => addresses.has(address))).toEqual([]);
});

it('ignores other texts, and is empty without entries', () => {
  const addresses = set('sip.example.com', '', '/24', '192.0.2.300');
  expect(['sip.example.com', '', '0.0.0.0', '192.0.2.300'].filter((it) => addresses.has(it))).toEqual([]);
});
