import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { silentLog } from '../../../platform/kernel/index.ts';
import { createSipUserAgent } from '../ua/create-user-agent.ts';
import type { StreamLimits } from './stream-limits.ts';

/** Returns a user agent with small limits, and raw connections to its TCP port. */
async function world(streamLimits: Partial<StreamLimits> = {}, admits = () => true) {
  const agent = await createSipUserAgent({
    host: '127.0.0.1',
    port: 0,
    publicAddress: '127.0.0.1',
    log: silentLog,
    delegate: {
      admits,
      onInvite: () => {
        throw new Error('nobody calls here');
      },
    },
    streamLimits,
    rateLimit: { perSecond: 1_000_000, burst: 1_000_000 },
  });
  const { port } = agent.addressOf('tcp');
  const sockets: Socket[] = [];
  return {
    agent,
    port,
    async open() {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      socket.resume();
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      return socket;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await agent.close({ graceMs: 0 });
    },
  };
}

const options = (callId: string): string =>
  [
    'OPTIONS sip:a@127.0.0.1 SIP/2.0',
    'Via: SIP/2.0/TCP 127.0.0.1:5060;branch=z9hG4bKx',
    'From: <sip:a@b>;tag=1',
    'To: <sip:a@b>',
    `Call-ID: ${callId}`,
    'CSeq: 1 OPTIONS',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');

/** Resolves with the received text when it matches. */
function heard(socket: Socket, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (pattern.test(text)) resolve(text);
    });
  });
}

const closed = (socket: Socket): Promise<unknown> =>
  socket.destroyed ? Promise.resolve() : new Promise((resolve) => socket.once('close', resolve));

test('responses come on the connection of their request, in whatever pieces that came', async () => {
  await using w = await world();
  const [one, two] = [await w.open(), await w.open()];
  const [first, second] = [heard(one, /Call-ID: one/), heard(two, /Call-ID: two/)];
  const bytes = Buffer.from(options('one'));
  for (let at = 0; at < bytes.length; at += 7) one.write(bytes.subarray(at, at + 7));
  two.write(options('two'));
  expect(await first).toMatch(/^SIP\/2\.0 200 OK/);
  expect(await second).not.toContain('Call-ID: one');
});

test('a ping is answered', async () => {
  await using w = await world();
  const socket = await w.open();
  const pong = heard(socket, /^\r\n$/);
  socket.write('\r\n\r\n');
  await pong;
});

test('a connection that says nothing is closed, and one that never completes its message', async () => {
  await using w = await world({ messageTimeoutMs: 100 });
  const [silent, slow] = [await w.open(), await w.open()];
  const drip = setInterval(() => slow.write('X: y\r\n'), 20);
  slow.write('OPTIONS sip:a@127.0.0.1 SIP/2.0\r\n');
  await Promise.all([closed(silent), closed(slow)]);
  clearInterval(drip);
});

test('a connection that was idle for long is closed, one that pings is not', async () => {
  await using w = await world({ idleTimeoutMs: 1_000 });
  const [idle, busy] = [await w.open(), await w.open()];
  const pings = setInterval(() => busy.write('\r\n\r\n'), 20);
  idle.write(options('idle'));
  await closed(idle);
  expect(busy.destroyed).toBe(false);
  clearInterval(pings);
  await closed(busy);
});

test('one address has so many connections and no more; a place that is left is taken', async () => {
  await using w = await world({ acceptedPerAddressMax: 2 });
  const [one, two] = [await w.open(), await w.open()];
  await closed(await w.open());
  expect(w.agent.counters().connectionsRefused).toBe(1);
  one.destroy();
  // The slot is free when the user agent has seen the end of the connection.
  for (;;) {
    const again = await w.open();
    const answer = heard(again, /200 OK/).then(() => true);
    again.write(options('again'));
    if (await Promise.race([answer, closed(again).then(() => false)])) break;
  }
  expect(two.destroyed).toBe(false);
});

test('all peers together may have a limited number of connections', async () => {
  await using w = await world({ acceptedMax: 1 });
  const one = await w.open();
  await closed(await w.open());
  expect(one.destroyed).toBe(false);
});

test('a stream that is no SIP is closed and counted', async () => {
  await using w = await world();
  const socket = await w.open();
  socket.write('GET / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n');
  await closed(socket);
  expect(w.agent.counters().malformed).toBe(1);
});

test('a peer that reads nothing does not fill our memory', async () => {
  await using w = await world({ unsentBytesMax: 10_000 });
  const socket = await w.open();
  socket.pause();
  // Responses repeat the Call-ID. A few hundred of them fill the system's buffers of both sides.
  const requests = Buffer.from(options('f'.repeat(7_000)).repeat(30));
  const flood = setInterval(() => socket.write(requests), 5);
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      // Failed responses show that the connection was abandoned.
      if (w.agent.counters().sendErrors > 0) {
        clearInterval(look);
        resolve();
      }
    }, 10);
  });
  clearInterval(flood);
});

/** Opens a server that keeps its connections. */
async function peer(onSocket: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer(onSocket);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0 };
}

test('a connection of ours is used again, pinged while idle, and replaced when it is gone', async () => {
  await using w = await world({ keepAliveMs: 50 });
  const sockets: Socket[] = [];
  const { server, port } = await peer((socket) => {
    sockets.push(socket);
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      if (!text.startsWith('OPTIONS')) return;
      const copied = text.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/.test(line));
      socket.write(['SIP/2.0 200 OK', ...copied, 'Content-Length: 0', '', ''].join('\r\n'));
    });
  });
  const probe = () =>
    w.agent.options({ target: { host: '127.0.0.1', port, transport: 'tcp' }, timeoutMs: 30_000 });
  expect(await probe()).toMatchObject({ reachable: true });
  expect(await probe()).toMatchObject({ reachable: true });
  expect(sockets).toHaveLength(1);
  await heard(sockets[0]!, /\r\n\r\n/);
  sockets[0]!.destroy();
  // Until the end has reached us, a request may still be written to the connection. It then fails, and the next one
  // uses a new connection.
  while (!(await probe()).reachable) {}
  expect(sockets).toHaveLength(2);
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('a peer that takes the connection and says nothing: the connection of a probe is bounded too', async () => {
  await using w = await world({ connectTimeoutMs: 100 });
  // An address of a test network is not routed, or is refused. Either way nothing was sent.
  const outcome = await w.agent.request({
    method: 'OPTIONS',
    requestUri: 'sip:192.0.2.77',
    fromUri: 'sip:a@b',
    toUri: 'sip:192.0.2.77',
    target: { host: '192.0.2.77', port: 5060, transport: 'tcp' },
  });
  expect(outcome).toMatchObject({ kind: 'unreachable', sent: false });
});

test('who may start nothing is heard to the end of his request, and the connection is closed', async () => {
  await using w = await world({}, () => false);
  const socket = await w.open();
  const refusal = heard(socket, /403/);
  socket.write(options('stranger').replaceAll('OPTIONS', 'INVITE'));
  await Promise.all([refusal, closed(socket)]);
});

test('strangers have few connections, and the most idle gives way to a new one', async () => {
  await using w = await world({ unknownMax: 2, unknownPerAddressMax: 9 }, () => false);
  const [one, two] = [await w.open(), await w.open()];
  const three = await w.open();
  await closed(one);
  expect([two.destroyed, three.destroyed]).toEqual([false, false]);
});

test('a connection of ours that went mute is closed, and the next request has a new one', async () => {
  await using w = await world({ answerTimeoutMs: 200 });
  const sockets: Socket[] = [];
  const { server, port } = await peer((socket) => {
    sockets.push(socket);
    // The first connection accepts everything and answers nothing, as behind a firewall that lost its state.
    const isMute = sockets.length === 1;
    socket.on('data', (chunk: Buffer) => {
      if (isMute) return;
      const copied = chunk
        .toString()
        .split('\r\n')
        .filter((line) => /^(Via|From|To|Call-ID|CSeq):/.test(line));
      socket.write(['SIP/2.0 200 OK', ...copied, 'Content-Length: 0', '', ''].join('\r\n'));
    });
  });
  const target = { host: '127.0.0.1', port, transport: 'tcp' } as const;
  expect(await w.agent.options({ target, timeoutMs: 30_000 })).toMatchObject({ reachable: false });
  expect(await w.agent.options({ target, timeoutMs: 30_000 })).toMatchObject({ reachable: true });
  expect(sockets).toHaveLength(2);
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('who has answered pings and answers them no more is gone; who never did is left alone', async () => {
  await using w = await world({ keepAliveMs: 20, pongTimeoutMs: 100 });
  const sockets: Socket[] = [];
  // Several pongs, because a pong together with a response cannot be distinguished from it.
  let pongs = 10;
  const { server, port } = await peer((socket) => {
    sockets.push(socket);
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      if (text.startsWith('\r\n\r\n') && sockets.length === 1 && pongs-- > 0) socket.write('\r\n');
      if (!text.includes('OPTIONS sip')) return;
      const copied = text.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/.test(line));
      socket.write(['SIP/2.0 200 OK', ...copied, 'Content-Length: 0', '', ''].join('\r\n'));
    });
  });
  const target = { host: '127.0.0.1', port, transport: 'tcp' } as const;
  expect(await w.agent.options({ target, timeoutMs: 30_000 })).toMatchObject({ reachable: true });
  await closed(sockets[0]!);
  expect(await w.agent.options({ target, timeoutMs: 30_000 })).toMatchObject({ reachable: true });
  // The second connection gets no pongs. After this many pings the first would have been closed.
  let pings = 0;
  await new Promise<void>((resolve) => sockets[1]!.on('data', () => ++pings > 10 && resolve()));
  expect(sockets[1]!.destroyed).toBe(false);
  for (const socket of sockets) socket.destroy();
  server.close();
});
