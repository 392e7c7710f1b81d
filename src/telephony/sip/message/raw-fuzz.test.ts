import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { acceptCall, delegateOf, inviteTo, recordEvents } from '../../../../test/sip/fake-network.ts';
import { applicationMessages, invalidMessages } from '../../../../test/sip/torture-invalid.ts';
import { validMessages } from '../../../../test/sip/torture-valid.ts';
import { type Log, silentLog } from '../../../platform/kernel/index.ts';
import { createSipUserAgent } from '../ua/create-user-agent.ts';

/** The duration. PARLEY_SIP_FUZZ_SECONDS changes it, and PARLEY_SIP_FUZZ_SEED changes the messages. */
const seconds = Number(process.env.PARLEY_SIP_FUZZ_SECONDS ?? 3);
const seed = Number(process.env.PARLEY_SIP_FUZZ_SEED ?? 1);

const messages = [...validMessages, ...invalidMessages, ...applicationMessages].map(({ text }) =>
  Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1'),
);

/** Returns a generator of numbers below `limit`, the same for the same seed (xorshift). */
function numbers(start: number): (limit: number) => number {
  let state = start | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** Returns a message with some bytes flipped, or a piece cut, doubled or moved. */
function mutate(below: (limit: number) => number): Buffer {
  let bytes = Buffer.from(messages[below(messages.length)]!);
  for (let change = below(5); change > 0; change--) {
    const at = below(bytes.length + 1);
    const piece = bytes.subarray(at, at + below(200));
    const kind = below(4);
    if (kind === 0 && at < bytes.length) bytes[at] = below(256);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + piece.length)]);
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
    else bytes = Buffer.concat([piece, bytes]);
  }
  return bytes;
}

/** Returns an attacker's connections. A closed connection is opened again. */
function attackerOver(port: number) {
  let socket: Socket | null = null;
  return {
    write(bytes: Buffer) {
      if (!socket || socket.destroyed) {
        socket = connect(port, '127.0.0.1');
        socket.on('error', () => {});
        socket.resume();
      }
      socket.write(bytes);
    },
    close: () => socket?.destroy(),
  };
}

test('mutated bytes over UDP and TCP: no exception, a probe is always answered, the call goes on', {
  timeout: seconds * 1_000 + 60_000,
}, async () => {
  const errors: unknown[] = [];
  const log: Log = Object.assign(Object.create(silentLog) as Log, {
    error: (it: unknown) => errors.push(it),
  });
  let isFirst = true;
  const take: typeof acceptCall = (call) => {
    if (!isFirst) return call.reject(486);
    isFirst = false;
    return acceptCall(call);
  };
  const open = (rate: number) =>
    createSipUserAgent({
      host: '127.0.0.1',
      port: 0,
      publicAddress: '127.0.0.1',
      log,
      delegate: delegateOf([], take),
      rateLimit: { perSecond: rate, burst: rate },
    });
  const [us, them] = [await open(1_000_000), await open(1_000_000)];
  const seen: string[] = [];
  const answered = Promise.withResolvers<void>();
  const call = us.invite(
    inviteTo(them.address, 'running'),
    recordEvents(seen, () => answered.resolve()),
  );
  await answered.promise;
  const below = numbers(seed);
  const udp = createSocket('udp4');
  const tcp = attackerOver(them.address.port);
  const untilMs = performance.now() + seconds * 1_000;
  let probes = 0;
  while (performance.now() < untilMs) {
    for (let i = 0; i < 50; i++) {
      const bytes = mutate(below);
      udp.send(bytes.subarray(0, 60_000), them.address.port, '127.0.0.1', () => {});
      tcp.write(mutate(below));
    }
    const transport = probes++ % 2 === 0 ? 'udp' : 'tcp';
    const target = { host: '127.0.0.1', port: them.address.port, transport } as const;
    expect(await us.options({ target, timeoutMs: 30_000 })).toMatchObject({ reachable: true, code: 200 });
    await delay(1);
  }
  expect(errors).toEqual([]);
  expect(seen).toEqual(['answer']);
  expect([us.liveCalls(), them.liveCalls()]).toEqual([1, 1]);
  // Some messages must be refused as malformed and some understood, or the test shows nothing.
  const { malformed, received, sent } = them.counters();
  expect(malformed).toBeGreaterThan(10);
  expect(received).toBeGreaterThan(malformed);
  expect(sent).toBeGreaterThan(probes);
  call.hangUp();
  tcp.close();
  udp.close();
  await expect.poll(() => us.liveCalls() + them.liveCalls(), { timeout: 20_000 }).toBe(0);
  await Promise.all([us, them].map((agent) => agent.close({ graceMs: 0 })));
});
