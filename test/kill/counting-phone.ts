import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { silentLog } from '../../src/kernel/index.ts';
import { answerOffer, createSipUserAgent, type IncomingCall } from '../../src/sip/index.ts';

/** A telephone that counts how often each number rings, and behaves differently from call to call. */
export interface CountingPhone extends AsyncDisposable {
  port: number;
  /** The Call-IDs of each number. */
  rings: Map<string, Set<string>>;
}

/** Opens it; `random` decides what it does with each call. */
export async function openCountingPhone(random: () => number): Promise<CountingPhone> {
  const rings = new Map<string, Set<string>>();
  const timers = new Set<NodeJS.Timeout>();
  // Where audio is sent to; nobody listens.
  const sink = createSocket('udp4');
  sink.bind(0, '127.0.0.1');
  await once(sink, 'listening');
  const audio = {
    address: '127.0.0.1',
    port: sink.address().port,
    codecs: ['PCMU' as const],
    sessionId: 1,
    version: 1,
  };
  const later = (ms: number, what: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      what();
    }, ms);
    timers.add(timer);
  };
  const answer = (call: IncomingCall) => {
    const negotiated = answerOffer(call.sdpOffer ?? '', audio);
    if (negotiated.ok) call.accept(negotiated.sdp);
    else call.reject(488);
  };
  const take = (call: IncomingCall) => {
    const what = random();
    if (what < 0.3) return void call.reject(486);
    if (what < 0.4) return later(random() * 300, () => call.reject(503));
    call.ring();
    if (what < 0.6) return later(random() * 800, () => call.reject(480));
    later(random() * 500, () => {
      answer(call);
      // Some wait for the agent to hang up.
      if (what < 0.8) later(random() * 800, () => call.hangUp());
    });
  };
  const agent = await createSipUserAgent({
    host: '127.0.0.1',
    port: 0,
    publicAddress: '127.0.0.1',
    log: silentLog,
    rateLimit: { perSecond: 50_000, burst: 100_000 },
    delegate: {
      admits: () => true,
      onInvite(call) {
        const number = call.requestUri.user ?? '';
        const known = rings.get(number) ?? new Set();
        known.add(call.callId);
        rings.set(number, known);
        take(call);
        return {
          onOffer: () => null,
          onLateAnswer: () => undefined,
          onEnd: () => undefined,
          onCancel: () => undefined,
          onAck: () => undefined,
        };
      },
    },
  });
  return {
    port: agent.address.port,
    rings,
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer);
      await agent.close({ graceMs: 0 });
      await new Promise<void>((resolve) => sink.close(() => resolve()));
    },
  };
}
