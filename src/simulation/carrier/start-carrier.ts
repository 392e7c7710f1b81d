import { customerZones } from '../../domains/schedules/index.ts';
import { type Log, silentLog } from '../../platform/kernel/index.ts';
import {
  createSipUserAgent,
  type Endpoint,
  type IncomingCall,
  type IncomingCallEvents,
} from '../../telephony/sip/index.ts';
import { RingCounts, type Rings } from '../ring-counts.ts';
import { AudioSource } from './audio-source.ts';
import { type CarriedEnd, carryCall } from './carry-call.ts';
import type { CarrierConfiguration } from './configuration.ts';
import { drawsOf } from './draws.ts';
import { fateOf } from './fate.ts';
import { CarrierLimits } from './limits.ts';
import { localHour } from './local-time.ts';
import { LossyRelay } from './lossy-relay.ts';

interface CarrierOptions {
  configuration: CarrierConfiguration;
  /** With the same seed, the same calls have the same fate. */
  seed: number;
  /** The local address of SIP and RTP; 127.0.0.1 by default. Datagram loss requires IPv4. */
  host?: string;
  /** The SIP port; any free one by default. */
  port?: number;
  /** The speed factor of all times; 1 (real time) by default. */
  speed?: number;
  log?: Log;
}

/** A simulated carrier on a SIP port, for use as a trunk. */
export interface Carrier {
  readonly sipAddress: Endpoint;
  /** The calls and INVITEs by called number. */
  rings(): Map<string, Rings>;
  /** The number of active calls. */
  live(): number;
  /** The number of ended calls by outcome. */
  ends(): Map<CarriedEnd, number>;
  /** Hangs up every call and closes everything. */
  close(): Promise<void>;
}

/** The limits are high, because a load test sends from one address. */
const rateLimit = { perSecond: 50_000, burst: 100_000 };

/** Starts a simulated carrier on a SIP port. One socket serves the audio of all its calls. */
export async function startCarrier(options: CarrierOptions): Promise<Carrier> {
  const { configuration, seed, host = '127.0.0.1', port = 0, speed = 1, log = silentLog } = options;
  const { loss } = configuration;
  const closers = new AsyncDisposableStack();
  const audio = closers.adopt(await AudioSource.open(host, configuration.audio), (source) => source.close());
  const rings = new RingCounts();
  const limits = new CarrierLimits(configuration.limits);
  const ends = new Map<CarriedEnd, number>();
  const live = new Set<() => void>();
  const countEnd = (end: CarriedEnd) => void ends.set(end, (ends.get(end) ?? 0) + 1);
  // The relay loses datagrams, so the fate must not lose calls too.
  const model = { ...configuration, loss: 0 };
  const onInvite = (incoming: IncomingCall): IncomingCallEvents => {
    const number = incoming.requestUri.user ?? '';
    const attempt = rings.add(number, incoming.callId);
    const isAdmitted = limits.admit(performance.now());
    const fate = fateOf(model, seed, { number, attempt, ...timesOf(number, Date.now()) });
    const overLimit = {
      kind: 'refused',
      setupMs: 0,
      ringMs: null,
      code: 503,
      reason: 'Service Unavailable',
    } as const;
    const { events, hangUp } = carryCall(incoming, {
      fate: isAdmitted && fate.kind !== 'lost' ? fate : overLimit,
      host,
      audio,
      speed,
      onOver(end) {
        live.delete(hangUp);
        if (isAdmitted) limits.release();
        countEnd(end);
      },
    });
    live.add(hangUp);
    return events;
  };
  const delegate = { admits: () => true, onInvite };
  let sipAddress: Endpoint;
  try {
    const isLossy = loss > 0;
    const agentOptions = { host, publicAddress: host, log, rateLimit, delegate, port: isLossy ? 0 : port };
    const agent = closers.adopt(await createSipUserAgent(agentOptions), (opened) =>
      opened.close({ graceMs: 0 }),
    );
    const target = { address: host, port: agent.address.port };
    const relayOptions = { host, port, target, loss, draw: drawsOf(seed, 'loss') };
    const relay = isLossy
      ? closers.adopt(await LossyRelay.open(relayOptions), (opened) => opened.close())
      : null;
    sipAddress = { address: host, port: relay?.port ?? agent.address.port };
  } catch (error) {
    await closers.disposeAsync();
    throw error;
  }
  closers.defer(() => {
    for (const hangUp of [...live]) hangUp();
  });
  return {
    sipAddress,
    rings: () => rings.snapshot(),
    live: () => live.size,
    ends: () => new Map(ends),
    close: () => closers.disposeAsync(),
  };
}

function timesOf(number: string, atMs: number): { atMs: number; localHour: number } {
  return { atMs, localHour: localHour(customerZones(number)[0] ?? 'UTC', atMs) };
}
