import { once } from 'node:events';
import { expect, test } from 'vitest';
import WebSocket, { type ClientOptions } from 'ws';
import { hasOpenssl, makeCertificate } from '../../../../test/interop/certificates.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import type { Endpoint } from '../base/transport.ts';
import type { CallFailure } from '../call/outgoing-invite.ts';
import { createSipUserAgent } from '../ua/create-user-agent.ts';
import type { DeviceRegistry } from '../ua/device-registry.ts';
import type { StreamLimits } from './stream-limits.ts';
import type { WebSocketOptions } from './web-socket-transport.ts';

interface WorldOptions {
  limits?: Partial<StreamLimits>;
  webSocket?: Partial<WebSocketOptions>;
  /** Whether trunks have the address of the web phones. */
  isAdmitted?: boolean;
}

/** Returns a user agent with a port for web phones, and raw connections to it. */
async function world({ limits = {}, webSocket = {}, isAdmitted = true }: WorldOptions = {}) {
  const sources: Endpoint[] = [];
  const agent = await createSipUserAgent({
    ...{ host: '127.0.0.1', port: 0, publicAddress: '127.0.0.1', log: silentLog },
    webSocket: { port: 0, ...webSocket },
    delegate: {
      admits: (source) => {
        if (source.transport) sources.push(source);
        return isAdmitted;
      },
      onInvite: () => {
        throw new Error('a web phone called');
      },
      devices: {
        isInUse: async () => false,
        hasDeviceAt: () => false,
        isDevice: () => false,
      } as unknown as DeviceRegistry,
    },
    streamLimits: limits,
    rateLimit: { perSecond: 1_000_000, burst: 1_000_000 },
  });
  const name = webSocket.certificate ? 'wss' : 'ws';
  const { port } = agent.addressOf(name);
  const sockets: WebSocket[] = [];
  const connect = (options: ClientOptions = {}, subprotocols: string | string[] = 'sip') => {
    const socket = new WebSocket(`${name}://127.0.0.1:${port}`, subprotocols, options);
    socket.on('error', () => {});
    sockets.push(socket);
    return socket;
  };
  return {
    ...{ agent, port, sources, connect },
    async open(options?: ClientOptions) {
      const socket = connect(options);
      await once(socket, 'open');
      return socket;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.terminate();
      await agent.close({ graceMs: 0 });
    },
  };
}

const request = (callId: string, method = 'OPTIONS', body = ''): string =>
  [
    `${method} sip:a@127.0.0.1 SIP/2.0`,
    'Via: SIP/2.0/WS df7jal23ls0d.invalid;branch=z9hG4bKx',
    'Max-Forwards: 70',
    'From: <sip:a@b>;tag=1',
    'To: <sip:a@b>',
    `Call-ID: ${callId}`,
    `CSeq: 1 ${method}`,
    'Contact: <sip:a@df7jal23ls0d.invalid;transport=ws>',
    '',
    body,
  ].join('\r\n');

/** Resolves with the next message, and whether it is binary. */
async function next(socket: WebSocket): Promise<{ text: string; isBinary: boolean }> {
  const [data, isBinary] = (await once(socket, 'message')) as [Buffer, boolean];
  return { text: data.toString(), isBinary };
}

/** Resolves with the status of a handshake that is refused. */
async function refused(socket: WebSocket): Promise<number> {
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  return response.statusCode;
}

test('a message of the WebSocket is a message of SIP, as text and as bytes, without Content-Length', async () => {
  await using w = await world();
  const [one, two] = [await w.open(), await w.open()];
  expect(one.protocol).toBe('sip');
  const answers = [next(one), next(two)];
  one.send(request('one'));
  two.send(Buffer.from(request('two')), { binary: true });
  const [first, second] = await Promise.all(answers);
  expect(first).toMatchObject({ isBinary: false });
  expect(first!.text).toMatch(/^SIP\/2\.0 200 OK\r\nVia: SIP\/2\.0\/WS df7jal23ls0d\.invalid;/);
  expect(first!.text).toMatch(new RegExp(`^Contact: <sip:127\\.0\\.0\\.1:${w.port};transport=ws>\r$`, 'm'));
  expect(second!.text).toContain('Call-ID: two');
});

test('a keep-alive in a message of its own is answered, and a message in pieces is put together', async () => {
  await using w = await world();
  const socket = await w.open();
  const pong = next(socket);
  socket.send('\r\n\r\n');
  expect((await pong).text).toBe('\r\n');
  const answer = next(socket);
  const whole = request('pieces');
  socket.send(whole.slice(0, 40), { fin: false });
  socket.send(whole.slice(40));
  expect((await answer).text).toContain('Call-ID: pieces');
});

test('a handshake without the subprotocol is refused, and a request of a browser is explained', async () => {
  await using w = await world();
  expect(await refused(w.connect({}, []))).toBe(400);
  expect(await refused(w.connect({}, 'chat'))).toBe(400);
  const offersBoth = w.connect({}, ['chat', 'sip']);
  await once(offersBoth, 'open');
  expect(offersBoth.protocol).toBe('sip');
  const response = await fetch(`http://127.0.0.1:${w.port}/`);
  expect(response.status).toBe(426);
  expect(await response.text()).toContain('SIP over WebSocket');
});

test('a message that is too large closes its connection, and one that cannot be read does not', async () => {
  await using w = await world();
  const socket = await w.open();
  const answer = next(socket);
  socket.send('no SIP at all');
  socket.send(request('after'));
  expect((await answer).text).toContain('Call-ID: after');
  const closed = once(socket, 'close');
  socket.send(request('large', 'OPTIONS', 'x'.repeat(65_536)));
  expect((await closed)[0]).toBe(1009);
  expect(w.agent.counters().malformed).toBe(2);
});

test('a connection that says nothing is closed, and one that answers no ping', async () => {
  await using w = await world({ limits: { messageTimeoutMs: 200, keepAliveMs: 50, pongTimeoutMs: 200 } });
  const [silent, deaf, present] = [await w.open(), await w.open({ autoPong: false }), await w.open()];
  const closed = [silent, deaf].map((socket) => once(socket, 'close'));
  deaf.send(request('deaf'));
  present.send(request('present'));
  await Promise.all(closed);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(present.readyState).toBe(WebSocket.OPEN);
});

test('unknown addresses have so many connections and no more, counted behind a proxy by the clients', async () => {
  const limits = { unknownPerAddressMax: 1, unknownMax: 10 };
  const webSocket = { trustedProxies: ['127.0.0.1/32'] };
  await using w = await world({ limits, webSocket, isAdmitted: false });
  const of = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
  await w.open(of('192.0.2.1'));
  expect(await refused(w.connect(of('192.0.2.1')))).toBe(503);
  const other = await w.open(of('2001:db8::1'));
  expect(w.agent.counters().connectionsRefused).toBe(1);
  // An address that may not use this service loses its connection.
  const closed = once(other, 'close');
  other.send(request('unknown'));
  await closed;
  expect(w.sources.at(-1)).toMatchObject({ address: '2001:db8::1', transport: 'ws', isEphemeral: true });
});

test('no call comes from a web phone, also where a trunk has its address', async () => {
  await using w = await world();
  const socket = await w.open();
  const answer = next(socket);
  socket.send(request('call', 'INVITE'));
  expect((await answer).text).toMatch(/^SIP\/2\.0 403 [\s\S]*They cannot place calls/);
});

/** Calls over a flow, and returns the failure. */
function call(agent: Awaited<ReturnType<typeof world>>['agent'], flow: Endpoint) {
  return new Promise<CallFailure>((resolve) => {
    const uri = 'sip:mo@df7jal23ls0d.invalid;transport=ws';
    agent.invite(
      {
        ...{ callId: 'ours', branch: 'z9hG4bKours', fromTag: 'us', cseq: 1, noAnswerTimeoutMs: 5000 },
        ...{
          requestUri: uri,
          toUri: uri,
          fromUri: 'sip:a@127.0.0.1',
          displayName: 'Ada',
          sdpOffer: 'v=0\r\n',
        },
        ...{ target: { host: flow.address, port: flow.port }, flow },
      },
      {
        ...{ onProvisional: () => {}, onAnswer: () => {}, onEnd: () => {}, onInfo: () => {} },
        ...{ onOffer: () => null, onOfferAsked: () => null, onLateAnswer: () => {} },
        onFail: resolve,
      },
    );
  });
}

test('a call goes to the connection of the web phone, and fails at once when that is closed', async () => {
  await using w = await world();
  const socket = await w.open();
  const answer = next(socket);
  socket.send(request('known'));
  await answer;
  const flow = w.sources.at(-1)!;
  expect(w.agent.canReach(flow)).toBe(true);
  const invite = next(socket);
  const lost = call(w.agent, flow);
  const { text } = await invite;
  expect(text).toMatch(/^INVITE sip:mo@df7jal23ls0d\.invalid;transport=ws SIP\/2\.0\r\n/);
  expect(text).toContain(`Via: SIP/2.0/WS 127.0.0.1:${w.port};branch=`);
  expect(text).toContain(`Contact: <sip:127.0.0.1:${w.port};transport=ws>`);
  socket.terminate();
  expect(await lost).toMatchObject({ kind: 'unreachable', sent: true });
  expect(w.agent.canReach(flow)).toBe(false);
  expect(await call(w.agent, flow)).toMatchObject({ kind: 'not-there', sent: false });
});

test.skipIf(!hasOpenssl)('with a certificate the port speaks TLS', async () => {
  const { ca, certificate, key } = makeCertificate('IP:127.0.0.1');
  await using w = await world({ webSocket: { certificate: { certificate, key } } });
  const socket = await w.open({ ca });
  const answer = next(socket);
  socket.send(request('secure').replace('2.0/WS', '2.0/WSS'));
  expect((await answer).text).toMatch(/^SIP\/2\.0 200 OK\r\nVia: SIP\/2\.0\/WSS /);
  expect(w.sources.at(-1)).toMatchObject({ transport: 'wss' });
});
