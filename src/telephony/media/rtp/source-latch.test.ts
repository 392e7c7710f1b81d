import { expect, test } from 'vitest';
import { SourceLatch } from './source-latch.ts';

const signalled = { address: '192.0.2.1', port: 4_000 };
const mapped = { address: '198.51.100.7', port: 61_000 };
const intruder = { address: '203.0.113.9', port: 4_000 };
type Source = typeof signalled;

/** A latch whose packets come 20 ms apart. */
class Line {
  readonly latch: SourceLatch;
  nowMs = 1_000;
  readonly #sequenceNumbers = new Map<number, number>();

  constructor(isDualStack = false) {
    this.latch = new SourceLatch(isDualStack);
  }

  /** Sends the next packet of a stream, and returns whether it is heard. */
  send({ address, port }: Source, { ssrc = port, isAuthentic = false, jump = 1 } = {}): boolean {
    const sequenceNumber = ((this.#sequenceNumbers.get(ssrc) ?? 65_530) + jump) % 65_536;
    this.#sequenceNumbers.set(ssrc, sequenceNumber);
    this.nowMs += 20;
    return this.latch.accept(address, port, { ssrc, sequenceNumber }, this.nowMs, isAuthentic);
  }

  sendMany(count: number, source: Source, options = {}): boolean[] {
    return Array.from({ length: count }, () => this.send(source, options));
  }
}

function lineTo(remote: Source, signallingHost: string | null = null): Line {
  const line = new Line();
  line.latch.signal(remote, signallingHost);
  return line;
}

test('no source is heard before the signalling', () => {
  const line = new Line();
  expect(line.send(signalled)).toBe(false);
  expect(line.latch.destination).toBeNull();
});

test('a stranger is heard after several packets in sequence, and packets go back to it', () => {
  const line = lineTo(signalled);
  expect(line.sendMany(4, mapped)).not.toContain(true);
  expect(line.latch.destination).toEqual(signalled);
  expect(line.send(mapped)).toBe(true);
  expect(line.latch.destination).toEqual(mapped);
  expect(line.sendMany(20, intruder)).not.toContain(true);
  expect(line.sendMany(20, { ...mapped, port: 61_001 })).not.toContain(true);
});

test('a source that sends few packets, or none in sequence, is not heard', () => {
  const line = lineTo(signalled);
  line.sendMany(3, intruder);
  expect(line.sendMany(20, intruder, { jump: 900 })).not.toContain(true);
  expect(line.sendMany(20, intruder, { jump: 0 })).not.toContain(true);
  // Scanners beside the peer do not keep it out.
  for (let n = 0; n < 4; n++) {
    expect(line.send(mapped)).toBe(false);
    for (let port = 5_000; port < 5_006; port++) line.send({ ...intruder, port });
  }
  expect(line.send(mapped)).toBe(true);
});

test('the host of the signalling is heard at once, and takes over from a stranger', () => {
  const quick = lineTo(signalled, mapped.address);
  quick.sendMany(3, intruder);
  expect(quick.send(mapped)).toBe(true);
  expect(quick.sendMany(20, intruder)).not.toContain(true);
  const late = lineTo(signalled, mapped.address);
  expect(late.sendMany(20, intruder)).toContain(true);
  expect(late.sendMany(5, mapped)).toEqual([false, false, false, false, true]);
  expect(late.sendMany(20, intruder)).not.toContain(true);
  expect(late.latch.destination).toEqual(mapped);
});

test('another port of the host of the SDP is heard at once', () => {
  const line = lineTo(signalled);
  expect(line.send({ ...signalled, port: 4_444 })).toBe(true);
  expect(line.latch.destination).toEqual({ ...signalled, port: 4_444 });
});

test('the signalled address takes over from a quicker source, and no other takes over from it', () => {
  const line = lineTo(signalled);
  expect(line.sendMany(5, intruder)).toContain(true);
  expect(line.send(signalled)).toBe(true);
  expect(line.sendMany(20, intruder)).not.toContain(true);
  expect(line.latch.destination).toEqual(signalled);
});

test('a source that cannot be answered is not latched to', () => {
  const line = lineTo(signalled);
  expect(line.sendMany(9, { ...mapped, port: 0 })).not.toContain(true);
  expect(line.latch.destination).toEqual(signalled);
});

test('the first authentic packet is heard from any address', () => {
  const line = lineTo(signalled);
  expect(line.send(mapped, { isAuthentic: true })).toBe(true);
  expect(line.latch.destination).toEqual(mapped);
});

test('a silent stream that continues from another port is followed', () => {
  const line = lineTo(signalled);
  line.sendMany(50, signalled, { ssrc: 7 });
  const rebound = { ...signalled, port: 4_777 };
  // The old port still counts as sending: 900 ms.
  expect(line.sendMany(45, rebound, { ssrc: 7 })).not.toContain(true);
  line.nowMs += 100;
  expect(line.send({ ...rebound, address: mapped.address }, { ssrc: 7, jump: -60 })).toBe(false);
  expect(line.send(rebound, { ssrc: 7, jump: 61 })).toBe(true);
  expect(line.latch.destination).toEqual(rebound);
  // Neither another stream nor a far sequence number continues it.
  line.nowMs += 2_000;
  expect(line.sendMany(9, intruder, { ssrc: 8 })).not.toContain(true);
  expect(line.send(intruder, { ssrc: 7, jump: 9_000 })).toBe(false);
  expect(line.send(intruder, { ssrc: 8, isAuthentic: true })).toBe(true);
});

test('a source that fell silent after a few packets keeps no other out', () => {
  const line = lineTo(signalled, mapped.address);
  // The packet belongs to the end of another call that the same host has carried.
  expect(line.send(mapped)).toBe(true);
  expect(line.sendMany(20, { ...mapped, port: 61_001 })).not.toContain(true);
  line.nowMs += 1_000;
  expect(line.sendMany(9, { ...intruder, port: 9 })).toContain(true);
});

test('only another address in the signalling opens the latch again', () => {
  const line = lineTo(signalled);
  line.sendMany(5, mapped);
  expect(line.latch.signal({ ...signalled })).toBe(false);
  expect(line.sendMany(20, intruder)).not.toContain(true);
  expect(line.latch.signal({ ...signalled, port: 4_002 })).toBe(true);
  expect(line.latch.destination).toEqual({ ...signalled, port: 4_002 });
  expect(line.sendMany(5, intruder)).toContain(true);
});

test('a hold by address is no new address, and the source is heard again afterwards', () => {
  const line = lineTo(signalled);
  line.sendMany(5, mapped);
  expect(line.latch.signal({ address: '0.0.0.0', port: 4_000 })).toBe(false);
  expect(line.send(mapped)).toBe(true);
  expect(line.latch.signal({ ...signalled })).toBe(false);
  expect(line.send(mapped)).toBe(true);
  // The call begins on hold.
  const held = lineTo({ address: '0.0.0.0', port: 4_000 });
  expect(held.sendMany(5, mapped)).toContain(true);
  held.latch.signal(signalled);
  expect(held.send(mapped)).toBe(true);
});

test('a source from before another address is heard again only when no other sends', () => {
  const line = lineTo(signalled);
  line.sendMany(5, mapped);
  line.latch.signal({ ...signalled, port: 4_002 });
  expect(line.sendMany(54, mapped)).not.toContain(true);
  expect(line.send(mapped)).toBe(true);
  line.latch.signal({ ...signalled, port: 4_004 });
  expect(line.send(mapped)).toBe(false);
  expect(line.sendMany(5, intruder)).toContain(true);
  // The same address translation is now signalled, so no packet is skipped.
  line.latch.signal(intruder);
  expect(line.send(intruder)).toBe(true);
});

test('an IPv6 address is the same in every spelling', () => {
  const line = new Line();
  expect(line.latch.signal({ address: '2001:DB8:0:0::1', port: 4_000 })).toBe(true);
  expect(line.latch.signal({ address: '2001:db8::1', port: 4_000 })).toBe(false);
  expect(line.send({ address: '2001:db8::1', port: 4_000 })).toBe(true);
  expect(line.send({ address: '2001:db8::2', port: 4_000 })).toBe(false);
});

test('a socket of both families identifies an IPv4 address within IPv6', () => {
  const line = new Line(true);
  line.latch.signal(signalled, '198.51.100.7');
  expect(line.latch.destination).toEqual({ address: '::ffff:192.0.2.1', port: 4_000 });
  expect(line.send({ address: '::ffff:198.51.100.7', port: 4_000 })).toBe(true);
  expect(line.send({ address: '::ffff:192.0.2.1', port: 4_000 })).toBe(true);
  expect(line.send({ address: '::ffff:198.51.100.7', port: 4_000 })).toBe(false);
  expect(line.latch.signal({ address: '192.0.2.1', port: 4_000 })).toBe(false);
});
