import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { acceptCall, localAudio, recordEvents } from '../../../../test/sip/fake-network.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { buildOffer } from '../sdp/sdp-audio.ts';
import { createSipUserAgent } from '../ua/create-user-agent.ts';
import type { IncomingCall } from './incoming-call.ts';

const body = buildOffer({ ...localAudio, address: '127.0.0.1' });

/** Answers every request on a socket with 200, and resolves promises for requests. */
class Responder {
  readonly requests: string[] = [];
  #waiting: (() => void)[] = [];

  hear(socket: Socket): void {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      for (const message of chunk.toString().split(/(?=^(?:SIP\/2\.0 |[A-Z]+ sip:))/m))
        this.#take(message, socket);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  #take(text: string, socket: Socket): void {
    this.requests.push(text);
    if (!/^(BYE|INVITE|UPDATE|OPTIONS|INFO) /.test(text)) return;
    const copied = text.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/.test(line));
    const isInvite = text.startsWith('INVITE');
    const description = isInvite ? ['Content-Type: application/sdp'] : [];
    const content = isInvite ? body : '';
    const lines = ['SIP/2.0 200 OK', ...copied, ...description, `Content-Length: ${content.length}`];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${content}`);
  }

  /** Resolves with the first message with this start. */
  async of(start: string): Promise<string> {
    for (;;) {
      const found = this.requests.find((text) => text.startsWith(start));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

/** Returns a user agent that takes calls, and a caller over TCP that listens at the port of its Contact. */
async function world() {
  const calls: IncomingCall[] = [];
  const seen: string[] = [];
  const open = () =>
    createSipUserAgent({
      host: '127.0.0.1',
      port: 0,
      publicAddress: '127.0.0.1',
      log: silentLog,
      delegate: {
        admits: () => true,
        onInvite: (call) => {
          calls.push(call);
          acceptCall(call);
          return recordEvents(seen);
        },
      },
    });
  const agent = await open();
  const [atContact, onOwn] = [new Responder(), new Responder()];
  const listener = createServer((socket) => atContact.hear(socket)).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  const sockets: Socket[] = [];
  async function dial(): Promise<Socket> {
    const socket = connect(agent.addressOf('tcp').port, '127.0.0.1');
    sockets.push(socket);
    onOwn.hear(socket);
    await once(socket, 'connect');
    return socket;
  }
  function message(
    method: string,
    cseq: number,
    to: string,
    content = '',
    contact = 'sip:caller@127.0.0.1',
  ): string {
    return [
      `${method} sip:+15550100@127.0.0.1 SIP/2.0`,
      `Via: SIP/2.0/TCP 127.0.0.1:${port};branch=z9hG4bK-${method}-${cseq}`,
      'From: <sip:caller@127.0.0.1>;tag=theirs',
      `To: ${to}`,
      'Call-ID: streamed',
      `CSeq: ${cseq} ${method}`,
      `Contact: <${contact}:${port};transport=tcp>`,
      ...(content === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${content.length}`,
      '',
      content,
    ].join('\r\n');
  }
  /** Returns an established call and its connection. */
  async function call(contact?: string): Promise<{ socket: Socket; call: IncomingCall; to: string }> {
    const socket = await dial();
    socket.write(message('INVITE', 1, '<sip:+15550100@127.0.0.1>', body, contact));
    const to = /^To: (.*)\r$/m.exec(await onOwn.of('SIP/2.0 200'))![1]!;
    socket.write(message('ACK', 1, to));
    socket.write(message('OPTIONS', 2, to));
    while (!seen.includes('ack')) await once(socket, 'data');
    return { socket, call: calls[0]!, to };
  }
  return {
    ...{ agent, open, atContact, onOwn, dial, message, call, seen },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await agent.close({ graceMs: 0 });
      listener.close();
    },
  };
}

/** Ends the connection, and resolves when our side has closed its own. */
async function closed(socket: Socket): Promise<void> {
  socket.end();
  await once(socket, 'close');
}

test('when its connection is gone a call is ended at its Contact', async () => {
  await using w = await world();
  const { socket, call } = await w.call();
  await closed(socket);
  call.hangUp();
  expect(await w.atContact.of('BYE')).toMatch(/^BYE sip:caller@127\.0\.0\.1:\d+;transport=tcp SIP\/2\.0\r$/m);
});

test('and changed there, whatever the connection', async () => {
  await using w = await world();
  const { socket, call } = await w.call();
  await closed(socket);
  expect(await call.changeAudio(buildOffer({ ...localAudio, version: 2 }))).toMatchObject({ ok: true });
  await w.atContact.of('ACK');
  expect(w.seen).not.toContain('end system');
});

test('while its connection lasts it is ended on that', async () => {
  await using w = await world();
  const { call } = await w.call();
  call.hangUp();
  await w.onOwn.of('BYE');
  expect(w.atContact.requests).toEqual([]);
});

test('a connection that the peer makes anew is the call’s from its first request in it on', async () => {
  await using w = await world();
  const { socket, call, to } = await w.call();
  await closed(socket);
  const again = await w.dial();
  again.write(w.message('OPTIONS', 3, to));
  await once(again, 'data');
  call.hangUp();
  await w.onOwn.of('BYE');
  expect(w.atContact.requests).toEqual([]);
});

test('a process that comes after ends it at its Contact', async () => {
  await using w = await world();
  const { call } = await w.call();
  const stored: unknown = JSON.parse(JSON.stringify(call.dialog));
  const successor = await w.open();
  expect(successor.hangUp(stored)).toBe(true);
  await w.atContact.of('BYE');
  await successor.close({ graceMs: 0 });
});

test('a stream that cannot be cut is closed; the call on it stands, and is ended at its Contact', async () => {
  await using w = await world();
  const { socket, call } = await w.call();
  socket.write('OPTIONS sip:x@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/TCP 127.0.0.1;branch=z9hG4bKx1\r\n\r\n');
  await once(socket, 'close');
  expect(w.seen).not.toContain('end system');
  call.hangUp();
  await w.atContact.of('BYE');
});

test('a malformed message of known length disturbs nothing on its stream', async () => {
  await using w = await world();
  const { socket, call } = await w.call();
  const answered = once(socket, 'data');
  socket.write(w.message('INFO', 3, '<<<', 'garbage'));
  await answered;
  call.hangUp();
  await w.onOwn.of('BYE');
  expect(w.agent.counters().malformed).toBe(1);
});

test('where the Contact cannot be connected to, the home of the peer is tried', async () => {
  await using w = await world();
  const { socket, call } = await w.call('sip:caller@127.0.0.99');
  const home = createServer((one) => w.atContact.hear(one)).listen(0, '127.0.0.1');
  await once(home, 'listening');
  call.assignTrunk({ host: '127.0.0.1', port: (home.address() as { port: number }).port, transport: 'tcp' });
  await closed(socket);
  call.hangUp();
  await w.atContact.of('BYE');
  home.close();
});
