import { createSocket, type Socket } from 'node:dgram';
import { expect, test } from 'vitest';
import { acceptCall, delegateOf, inviteTo, recordEvents } from '../../../../test/sip/fake-network.ts';
import { propertySeed } from '../../../../test/world/property-seed.ts';
import { randomFrom } from '../../../../test/world/random.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import type { IncomingCall } from '../call/incoming-call.ts';
import { createSipUserAgent, type SipUserAgent } from '../ua/create-user-agent.ts';

function open(take: (call: IncomingCall) => void, seen: string[] = []): Promise<SipUserAgent> {
  const delegate = delegateOf(seen, take);
  return createSipUserAgent({
    host: '127.0.0.1',
    port: 0,
    publicAddress: '127.0.0.1',
    log: silentLog,
    delegate,
  });
}

/** Places calls. Resolves with the events of each when all have failed or ended. */
function placeAll(caller: SipUserAgent, port: number, count: number, hangUp: boolean): Promise<string[][]> {
  const stories: string[][] = [];
  return new Promise((resolve) => {
    let open = count;
    for (let i = 0; i < count; i++) {
      const story: string[] = [];
      stories.push(story);
      const events = recordEvents(story, (event) => {
        if (event === 'answer' && hangUp) call.hangUp();
        const isOver = event.startsWith('fail') || event.startsWith('end') || (event === 'answer' && hangUp);
        if (isOver && --open === 0) resolve(stories);
      });
      const target = { address: '127.0.0.1', port };
      const invite = inviteTo(target, `udp-${port}-${i}`);
      const call = caller.invite({ ...invite, target: { host: 'localhost', port } }, events);
    }
  });
}

test('two user agents on loopback: answered and hung up by either side', async () => {
  const callee = await open(acceptCall);
  const closer = await open((call) => {
    acceptCall(call);
    call.hangUp();
  });
  const caller = await open((call) => call.reject(480));
  expect(await placeAll(caller, callee.address.port, 3, true)).toEqual(Array(3).fill(['answer']));
  expect(await placeAll(caller, closer.address.port, 3, false)).toEqual(
    Array(3).fill(['answer', 'end remote']),
  );
  await Promise.all([caller, callee, closer].map((agent) => agent.close({ graceMs: 5_000 })));
  expect([caller.liveCalls(), callee.liveCalls(), closer.liveCalls()]).toEqual([0, 0, 0]);
});

test('what is sent names the public address, and not the one that is bound', async () => {
  const peer = createSocket('udp4');
  await new Promise<void>((resolve) => peer.bind(0, '127.0.0.1', () => resolve()));
  const arrived = new Promise<string>((resolve) => peer.once('message', (text) => resolve(text.toString())));
  const agent = await createSipUserAgent({
    ...{ host: '127.0.0.1', port: 0, publicAddress: '203.0.113.7', log: silentLog },
    delegate: delegateOf([], () => {}),
  });
  agent.invite(inviteTo({ address: '127.0.0.1', port: peer.address().port }, 'public'), recordEvents([]));
  const invite = await arrived;
  expect(invite).toContain(`Via: SIP/2.0/UDP 203.0.113.7:${agent.address.port};`);
  expect(invite).toMatch(new RegExp(`^Contact: <sip:([^@]+@)?203\\.0\\.113\\.7:${agent.address.port}`, 'm'));

  await agent.close({ graceMs: 0 });
  peer.close();
});

test('a name that does not exist and a port that cannot be sent to are unreachable', async () => {
  const caller = await open(() => {});
  const failed = (host: string, port: number) =>
    new Promise<string>((resolve) => {
      const invite = inviteTo({ address: '127.0.0.1', port }, `unreachable-${host}`);
      const events = recordEvents([], resolve);
      caller.invite({ ...invite, target: { host, port } }, events);
    });
  expect(await failed('no-such-host.invalid', 5060)).toBe('fail unreachable null');
  // A socket bound to loopback cannot send beyond it.
  expect(await failed('192.0.2.1', 5060)).toBe('fail unreachable null');
  await caller.close({ graceMs: 0 });
});

test('a port that is taken is an error', async () => {
  const agent = await open(() => {});
  const options = {
    host: '127.0.0.1',
    publicAddress: '127.0.0.1',
    log: silentLog,
    delegate: delegateOf([], () => {}),
  };
  await expect(createSipUserAgent({ ...options, port: agent.address.port })).rejects.toThrow('EADDRINUSE');
  await agent.close({ graceMs: 0 });
});

/**
 * Carries datagrams between a caller and a callee. It loses 20 % each way, but no message more than three times in a
 * row, so that chance fails no run. It rewrites Contacts, so that whole dialogs pass through it.
 */
async function lossyRelay(calleePort: number): Promise<{ port: number; lost(): number; close(): void }> {
  const bind = (socket: Socket): Promise<void> =>
    new Promise((resolve) => socket.bind(0, '127.0.0.1', () => resolve()));
  const [front, back] = [createSocket('udp4'), createSocket('udp4')];
  await Promise.all([bind(front), bind(back)]);
  const inARow = new Map<string, number>();
  const random = randomFrom(propertySeed);
  let callerPort = 0;
  let lost = 0;
  const carry = (datagram: Buffer, hidden: number, from: Socket, to: number): void => {
    const text = datagram.toString();
    const name = `${to} ${text.split('\r\n', 1)[0]} ${/^Call-ID: .*/m.exec(text)?.[0]}`;
    const losses = inARow.get(name) ?? 0;
    const isLost = losses < 3 && random() < 0.2;
    inARow.set(name, isLost ? losses + 1 : 0);
    if (isLost) lost++;
    else from.send(text.replace(`Contact: <sip:127.0.0.1:${hidden}>`, contactOf(from)), to, '127.0.0.1');
  };
  const contactOf = (socket: Socket): string => `Contact: <sip:127.0.0.1:${socket.address().port}>`;
  front.on('message', (datagram, source) => {
    callerPort = source.port;
    carry(datagram, callerPort, back, calleePort);
  });
  back.on('message', (datagram) => carry(datagram, calleePort, front, callerPort));
  const close = (): void => {
    front.close();
    back.close();
  };
  return { port: front.address().port, lost: () => lost, close };
}

// This test is about sockets and clocks in real time; lossy.test.ts has higher losses.
test('20 calls through a relay that loses 20 % each way', { timeout: 90_000 }, async () => {
  const callee = await open(acceptCall);
  const caller = await open(() => {});
  const relay = await lossyRelay(callee.address.port);
  const stories = await placeAll(caller, relay.port, 20, true);
  expect(stories.map((story) => story.filter((event) => event !== 'provisional 180'))).toEqual(
    Array(20).fill(['answer']),
  );
  // The callee stays until every BYE is answered, however often its answers are lost.
  await caller.close({ graceMs: 40_000 });
  await callee.close({ graceMs: 40_000 });
  relay.close();
  expect([caller.liveCalls(), callee.liveCalls()]).toEqual([0, 0]);
  // Each of the twenty calls has INVITE, 200, ACK, BYE and its 200.
  expect(relay.lost()).toBeGreaterThan(10);
});
