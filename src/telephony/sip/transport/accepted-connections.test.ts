import { expect, test } from 'vitest';
import { AcceptedConnections } from './accepted-connections.ts';

const limits = { acceptedMax: 4, acceptedPerAddressMax: 3, unknownMax: 3, unknownPerAddressMax: 2 };

/** Returns connections with small limits, and a function that connects. Addresses in `known` are trunks. */
function world(known: Set<string>) {
  const closed: string[] = [];
  const connections = new AcceptedConnections(limits, (address) => known.has(address));
  const connect = (address: string, lastHeardAtMs = 0) => {
    if (!connections.makeRoom(address)) return null;
    const connection = { address, lastHeardAtMs, close: () => closed.push(`${address} ${lastHeardAtMs}`) };
    connections.add(connection);
    return connection;
  };
  return { closed, connections, connect };
}

test('unknown addresses do not evict trunks, and the most idle unknown connection is closed first', () => {
  const w = world(new Set(['trunk']));
  for (const [i, address] of ['a', 'a', 'b'].entries()) expect(w.connect(address, 10 - i)).not.toBeNull();
  expect(w.connect('a')).toBeNull();
  expect(w.connect('c', 20)).not.toBeNull();
  expect(w.closed).toEqual(['b 8']);
  for (let i = 0; i < 3; i++) expect(w.connect('trunk')).not.toBeNull();
  expect(w.connect('trunk')).toBeNull();
  expect(w.closed).toHaveLength(1);
});

test('a machine that numbers itself within its /64 is one stranger', () => {
  const w = world(new Set());
  const taken = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'].map((it) => w.connect(it));
  expect(taken.map((it) => it !== null)).toEqual([true, true, false, true]);
});

test('a connection is never evicted once a trunk is created for its address, and its old slot is used again', () => {
  const known = new Set<string>();
  const w = world(known);
  const [first] = [w.connect('a', 1), w.connect('b', 2), w.connect('c', 3)];
  known.add('a');
  expect(w.connect('d', 4)).not.toBeNull();
  // It counts among the trunks now, so a stranger's slot is free and no other connection was evicted.
  expect(w.closed).toEqual(['b 2']);
  for (let i = 0; i < 2; i++) expect(w.connect('a', 5)).not.toBeNull();
  expect(w.connect('a', 5)).toBeNull();
  w.connections.delete(first!);
  expect(w.connect('a', 5)).not.toBeNull();
});
