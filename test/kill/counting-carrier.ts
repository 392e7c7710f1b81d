import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { silentLog } from '../../src/platform/kernel/index.ts';
import {
  answerOffer,
  createSipUserAgent,
  type Endpoint,
  type IncomingCall,
  type LocalAudio,
  type SipUserAgent,
} from '../../src/telephony/sip/index.ts';

/** One INVITE that reached a carrier. */
export interface CarriedCall {
  /** The name of the carrier. */
  trunk: string;
  number: string;
  callId: string;
  /** The SIP socket of the sender, which identifies the process. */
  source: Endpoint;
  /** On the machine's clock, like all times here. */
  invitedAtMs: number;
  /** True when a telephone rang or answered. */
  hasRung: boolean;
  overAtMs: number | null;
  /** How the call ended: by the carrier, or by a CANCEL or BYE. */
  ended: 'here' | 'canceled' | 'hung up' | null;
  /** True when the sending process was killed or stalled during the call. */
  isOrphan: boolean;
}

/** Carriers that count every INVITE and treat calls differently. */
export interface CountingCarriers extends AsyncDisposable {
  /** The SIP port of each carrier. */
  ports: Record<string, number>;
  calls: CarriedCall[];
  /** The most simultaneous calls of living processes, by carrier. */
  most: Record<string, number>;
  /** Numbers that were called while an earlier call to them was not over. */
  atOnce: string[];
  /** Records that the process behind these SIP sockets was killed, stalled or declared dead. */
  orphan(isOf: (source: Endpoint) => boolean): void;
}

/** An RTP packet that states the level of silence (RFC 3389). */
const comfortNoise = Buffer.from('800d000000000000000000017f', 'hex');

/** Opens a carrier for each name. `random` decides how each call is treated. */
export async function openCountingCarriers(
  names: readonly string[],
  random: () => number,
  host = '127.0.0.1',
): Promise<CountingCarriers> {
  await using opened = new AsyncDisposableStack();
  // Receives audio and drops it. The first packet after a silence is answered, so that audio flows.
  const sink = createSocket('udp4');
  sink.on('message', (packet, { port, address }) => {
    if ((packet[1] ?? 0) > 127) sink.send(comfortNoise, port, address);
  });
  sink.bind(0, host);
  await once(sink, 'listening');
  opened.defer(() => new Promise<void>((resolve) => sink.close(() => resolve())));
  const port = sink.address().port;
  const audio = { address: host, port, codecs: ['PCMU' as const], sessionId: 1, version: 1 };
  const timers = new Timers();
  opened.defer(() => timers.clear());
  const counts: Counts = { calls: [], open: new Set(), most: {}, atOnce: [] };
  const ports: Record<string, number> = {};
  for (const name of names) {
    const agent = await openCarrier(name, host, counts, (call, over) =>
      behave(call, random, timers, audio, () => over('here')),
    );
    opened.defer(() => agent.close({ graceMs: 0 }));
    ports[name] = agent.address.port;
  }
  const { calls, most, atOnce, open } = counts;
  const resources = opened.move();
  return {
    ...{ ports, calls, most, atOnce },
    orphan(isOf) {
      for (const call of open) if (isOf(call.source)) call.isOrphan = true;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

interface Counts {
  calls: CarriedCall[];
  open: Set<CarriedCall>;
  most: Record<string, number>;
  atOnce: string[];
}

type Over = (ended: NonNullable<CarriedCall['ended']>) => void;

function openCarrier(
  trunk: string,
  host: string,
  { calls, open, most, atOnce }: Counts,
  take: (call: IncomingCall, over: Over) => void,
): Promise<SipUserAgent> {
  return createSipUserAgent({
    host,
    port: 0,
    publicAddress: host,
    log: silentLog,
    rateLimit: { perSecond: 50_000, burst: 100_000 },
    delegate: {
      admits: () => true,
      onInvite(incoming) {
        const number = incoming.requestUri.user ?? '';
        const { callId, source } = incoming;
        const call: CarriedCall = {
          ...{ trunk, number, callId, source, invitedAtMs: Date.now(), hasRung: false },
          ...{ overAtMs: null, ended: null, isOrphan: false },
        };
        if ([...open].some((other) => other.number === number)) atOnce.push(number);
        calls.push(call);
        open.add(call);
        const living = [...open].filter((other) => other.trunk === trunk && !other.isOrphan).length;
        most[trunk] = Math.max(most[trunk] ?? 0, living);
        const over: Over = (ended) => {
          if (!open.delete(call)) return;
          call.overAtMs = Date.now();
          call.ended = ended;
        };
        take(counted(incoming, call), over);
        return {
          onOffer: () => null,
          onLateAnswer: () => undefined,
          onEnd: () => over('hung up'),
          onCancel: () => over('canceled'),
          onAck: () => undefined,
        };
      },
    },
  });
}

/** Returns the call, and notes when its telephone rings. */
function counted(incoming: IncomingCall, call: CarriedCall): IncomingCall {
  return new Proxy(incoming, {
    get(target, name) {
      if (name === 'ring' || name === 'accept') call.hasRung = true;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Treats a call: busy, refused, silent, ringing briefly or long, or answered and then ended by either side. */
function behave(
  call: IncomingCall,
  random: () => number,
  timers: Timers,
  audio: LocalAudio,
  over: () => void,
): void {
  const refuse = (code: number) => {
    call.reject(code);
    over();
  };
  const refuseIn = (ms: number, code: number) => timers.later(ms, () => refuse(code));
  const what = random();
  const rings = what >= 0.4 && what < 0.95;
  if (rings) call.ring();
  if (what < 0.2) refuse(486);
  else if (what < 0.3) refuseIn(random() * 300, 503);
  else if (what < 0.34) refuseIn(500 + random() * 3000, 408);
  else if (what < 0.4) refuseIn(random() * 200, 404);
  else if (what < 0.52) refuseIn(random() * 800, 480);
  else if (what < 0.6) refuseIn(4000 + random() * 8000, 480);
  else {
    timers.later(random() * 500, () => {
      const negotiated = answerOffer(call.sdpOffer ?? '', audio);
      if (!negotiated.ok) {
        refuse(488);
        return;
      }
      call.accept(negotiated.sdp);
      // Some calls wait for the agent to hang up.
      if (random() < 0.6) {
        timers.later(random() * 1200, () => {
          call.hangUp();
          over();
        });
      }
    });
  }
}

/** Pending timers, which can be cleared together. */
class Timers {
  readonly #timers = new Set<NodeJS.Timeout>();

  later(ms: number, what: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      what();
    }, ms);
    this.#timers.add(timer);
  }

  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
