import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FloodGuard } from './flood-guard.ts';
import { bindSockets } from './sockets.ts';
import { SourceLatch } from './source-latch.ts';

const peer = { address: '127.0.0.1', port: 40_000 };
const stranger = { address: '127.0.0.2', port: 41_000 };
let socket: Socket;

beforeEach(async () => {
  ({ rtp: socket } = await bindSockets('127.0.0.1', 0, 0));
});
afterEach(() => {
  socket.close();
});

function connectedTo(): number | null {
  try {
    return socket.remoteAddress().port;
  } catch {
    return null;
  }
}

/** A guarded socket and its ticks of 20 ms. In each tick a packet of `source` comes, if there is one. */
class Line {
  readonly latch = new SourceLatch();
  readonly guard = new FloodGuard(socket, this.latch);
  nowMs = 1_000;
  #sequenceNumber = 0;

  constructor(signalled = peer) {
    this.latch.signal(signalled);
  }

  ticks(count: number, { source, flood = 0 }: { source?: typeof peer | undefined; flood?: number }): void {
    for (let n = 0; n < count; n++) {
      this.nowMs += 20;
      const packet = { ssrc: 1, sequenceNumber: this.#sequenceNumber++ };
      if (source) this.latch.accept(source.address, source.port, packet, this.nowMs, false);
      for (let i = 0; i < flood; i++) {
        if (this.latch.keepsOut({ address: '127.0.0.3', port: 9 }, this.nowMs)) this.guard.count();
      }
      this.guard.tick(this.nowMs);
    }
  }
}

test('during a flood the socket hears the peer alone, and all sources after the peer falls silent', () => {
  const line = new Line();
  line.ticks(50, { source: peer, flood: 5 });
  expect(connectedTo()).toBeNull();
  line.ticks(5, { source: peer, flood: 200 });
  expect(connectedTo()).toBe(peer.port);
  line.ticks(25, {});
  expect(connectedTo()).toBe(peer.port);
  line.ticks(1, {});
  expect(connectedTo()).toBeNull();
  line.ticks(5, { source: peer, flood: 200 });
  expect(connectedTo()).toBe(peer.port);
  // Only an open socket shows whether the flood has ended.
  line.ticks(1_500, { source: peer });
  expect(connectedTo()).toBeNull();
});

test('a source that may not be the peer is never heard alone', () => {
  const line = new Line({ address: '192.0.2.1', port: 4_000 });
  line.ticks(10, { source: stranger });
  expect(line.latch.destination).toEqual(stranger);
  line.ticks(10, { source: stranger, flood: 200 });
  expect(connectedTo()).toBeNull();
});

test('a packet to another destination opens the socket and arrives', async () => {
  const line = new Line();
  const other = createSocket('udp4').bind(0, '127.0.0.1');
  await once(other, 'listening');
  line.ticks(5, { source: peer, flood: 200 });
  expect(connectedTo()).toBe(peer.port);
  const arrived = once(other, 'message');
  line.guard.send(Buffer.from('audio'), other.address().port, '127.0.0.1');
  expect(String((await arrived)[0])).toBe('audio');
  expect(connectedTo()).toBeNull();
  other.close();
});

test('a peer that is not heard over the connected socket is not connected to again', () => {
  const line = new Line();
  line.ticks(4, { source: peer });
  line.ticks(1, { flood: 200 });
  expect(connectedTo()).toBe(peer.port);
  line.ticks(26, {});
  expect(connectedTo()).toBeNull();
  line.ticks(10, { source: peer, flood: 200 });
  expect(connectedTo()).toBeNull();
});
