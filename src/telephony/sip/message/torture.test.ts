import { connect } from 'node:net';
import { expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import { applicationMessages, invalidMessages } from '../../../../test/sip/torture-invalid.ts';
import { type TortureMessage, validMessages } from '../../../../test/sip/torture-valid.ts';
import { type Log, silentLog } from '../../../platform/kernel/index.ts';
import { createSipUserAgent } from '../ua/create-user-agent.ts';

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };
const stranger = { address: '192.0.2.66', port: 5060 };
const all = [...validMessages, ...invalidMessages, ...applicationMessages];

const bytesOf = ({ text }: TortureMessage): Buffer => Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');

/** Sends a message from a stranger to a user agent with a running call. */
function send(message: TortureMessage) {
  const network = new FakeNetwork();
  const errors: unknown[] = [];
  const log: Log = Object.assign(Object.create(silentLog) as Log, {
    error: (it: unknown) => errors.push(it),
  });
  const seen: string[] = [];
  const callee = network.userAgent(them, delegateOf([], acceptCall), { log, acknowledgedByMs: 8_000 });
  const caller = network.userAgent(us, delegateOf([], acceptCall));
  const call = caller.invite(inviteTo(them, 'running'), recordEvents(seen));
  network.scheduler.advance(100);
  const before = network.sent.length;
  network.peer(stranger).send(bytesOf(message), them);
  network.scheduler.advance(60_000);
  const answers = network.sent
    .slice(before + 1)
    .map(({ text }) => /^SIP\/2\.0 ([2-6]\d\d)/.exec(text)?.[1])
    .filter((status) => status !== undefined);
  return { network, callee, caller, call, seen, errors, answers };
}

test.each(all)('$name: $answer', (message) => {
  const { network, callee, caller, call, seen, errors, answers } = send(message);
  expect(answers[0] ?? null).toBe(message.answer === null ? null : String(message.answer));
  expect(errors).toEqual([]);
  // The running call is unaffected, and ends normally.
  expect(seen).toEqual(['answer']);
  expect(caller.liveCalls()).toBe(1);
  call.hangUp();
  network.scheduler.advance(300_000);
  expect([caller.stateSize(), callee.stateSize(), network.scheduler.pending]).toEqual([0, 0, 0]);
});

test.each(invalidMessages.filter(({ answer }) => answer === null || answer === 400 || answer === 505))(
  '$name is counted as malformed',
  (message) => {
    expect(send(message).callee.counters().malformed).toBe(1);
  },
);

test.each(all)(
  '$name over TCP: the same answer, and the connection stays if its stream can be cut',
  async (message) => {
    const { answer, stream = 'open' } = message;
    await using world = await tcpWorld();
    const { statuses, isOpen } = await world.exchange(bytesOf(message), stream === 'waits');
    const wanted = message.name === 'inv2543' ? 400 : answer;
    expect(statuses[0] ?? null).toBe(stream === 'waits' ? null : wanted);
    expect(isOpen).toBe(stream === 'open');
  },
);

/** Returns a user agent on a TCP port that accepts every call. */
async function tcpWorld() {
  const agent = await createSipUserAgent({
    ...{ host: '127.0.0.1', port: 0, publicAddress: '127.0.0.1', log: silentLog },
    delegate: delegateOf([], acceptCall),
  });
  return {
    /** Sends bytes on a new connection. Returns the final statuses, and whether a probe after them is answered. */
    exchange(bytes: Buffer, isLast: boolean): Promise<{ statuses: number[]; isOpen: boolean }> {
      const { resolve, promise } = Promise.withResolvers<{ statuses: number[]; isOpen: boolean }>();
      const socket = connect(agent.address.port, '127.0.0.1');
      let text = '';
      const settle = (isOpen: boolean): void => {
        const answers = text.split(/^(?=SIP\/2\.0 )/m).filter((it) => !it.includes('Call-ID: probe'));
        const statuses = answers.map((it) => Number(it.slice(8, 11))).filter((status) => status >= 200);
        socket.destroy();
        resolve({ statuses, isOpen });
      };
      socket.on('data', (chunk) => {
        text += chunk.toString();
        if (text.includes('Call-ID: probe')) settle(true);
      });
      socket.on('error', () => {});
      socket.on('close', () => settle(false));
      if (isLast) socket.end(bytes);
      else socket.write(Buffer.concat([bytes, Buffer.from(probe.replaceAll('\n', '\r\n'))]));
      return promise;
    },
    [Symbol.asyncDispose]: () => agent.close({ graceMs: 0 }),
  };
}

const probe = `OPTIONS sip:x@example.com SIP/2.0
Via: SIP/2.0/TCP 127.0.0.1;branch=z9hG4bKprobe
From: <sip:a@example.com>;tag=1
To: <sip:b@example.com>
Call-ID: probe
CSeq: 1 OPTIONS
Content-Length: 0

`;
