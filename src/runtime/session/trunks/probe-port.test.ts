import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { probePort } from './probe-port.ts';

it('an open UDP port does not refuse, and receives only a keep-alive', async () => {
  const peer = createSocket('udp4');
  peer.bind(0, '127.0.0.1');
  await once(peer, 'listening');
  const { port } = peer.address();
  const received = once(peer, 'message');
  expect(await probePort('udp', '127.0.0.1', port)).toEqual({ isRefused: false });
  expect(String((await received)[0])).toBe('\r\n\r\n');
  peer.close();
  await once(peer, 'close');
  expect(await probePort('udp', '127.0.0.1', port)).toEqual({
    isRefused: true,
    reason: 'connection refused',
  });
});

it('a TCP port is open when a connection succeeds', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await probePort('tcp', '127.0.0.1', port)).toEqual({ isRefused: false });
  server.close();
  await once(server, 'close');
  expect(await probePort('tcp', '127.0.0.1', port)).toEqual({
    isRefused: true,
    reason: 'connection refused',
  });
});
