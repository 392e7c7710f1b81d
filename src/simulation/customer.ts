import { mkdir } from 'node:fs/promises';
import type { TextToSpeech } from '../conversation/providers/interfaces/index.ts';
import { type Log, silentLog } from '../platform/kernel/index.ts';
import { startMediaWorker } from '../telephony/media/index.ts';
import {
  type AudioCodec,
  createSipUserAgent,
  type Endpoint,
  type IncomingCall,
  newCallId,
  type SipUserAgent,
} from '../telephony/sip/index.ts';
import type { Behaviour } from './behaviour.ts';
import { CallLeg, type Phone } from './call-leg.ts';
import { type PlacedCall, placeCall } from './place.ts';
import { receiveCall } from './receive.ts';
import { RingCounts, type Rings } from './ring-counts.ts';
import type { SimulatedCall } from './simulated-call.ts';

export interface SimulatedCustomerOptions {
  /** The reaction to incoming calls. A function decides for each call. */
  behaviour: Behaviour | ((call: SimulatedCall) => Behaviour);
  /** The local address of SIP and RTP; 127.0.0.1 by default. */
  host?: string;
  /** The SIP port; any free one by default. */
  port?: number;
  /** The voice for texts. The caller disposes of it. */
  voice?: TextToSpeech | null;
  /** The folder for recordings, created if missing; `null` for no recordings. */
  recordingsDir?: string | null;
  /** Called for each incoming call, before it is handled. */
  onCall?: (call: SimulatedCall) => void;
  /** Its codecs, in the order of its offers. It accepts the preferred codec of an offer. */
  codecs?: readonly AudioCodec[];
  log?: Log;
}

/** A simulated customer with a phone, who receives calls to any number and places calls. */
export interface SimulatedCustomer {
  readonly sipAddress: Endpoint;
  /** Resolves when the INVITE was sent. Throws a `TypeError` for values that an INVITE cannot contain. */
  call(placed: PlacedCall): Promise<SimulatedCall>;
  /** The calls and INVITEs by called number. */
  rings(): Map<string, Rings>;
  /** All INVITEs without retransmissions, including those that the SIP layer refused. */
  invites(): number;
  /** Hangs up every call and closes everything. */
  close(): Promise<void>;
}

const allCodecs: readonly AudioCodec[] = ['PCMU', 'PCMA', 'G722', 'opus'];

/** These ports do not overlap with the default ports of Parley. */
const rtpPorts = { min: 40_000, max: 59_998 };
/** The limits are high, because a simulation of many customers sends from one address. */
const rateLimit = { perSecond: 50_000, burst: 100_000 };

/** Starts a customer with its own SIP user agent and media thread. */
export async function startSimulatedCustomer(options: SimulatedCustomerOptions): Promise<SimulatedCustomer> {
  const { host = '127.0.0.1', port = 0, voice = null, recordingsDir = null, log = silentLog } = options;
  if (recordingsDir !== null) await mkdir(recordingsDir, { recursive: true });
  const media = await startMediaWorker({ bindHost: host, rtpPorts, log });
  const phone: Phone = { host, media, voice, recordingsDir, log, codecs: options.codecs ?? allCodecs };
  const rings = new RingCounts();
  const legs = new Set<CallLeg>();
  let invites = 0;
  const remember = (leg: CallLeg) => {
    legs.add(leg);
    void leg.ended.then(() => legs.delete(leg));
  };
  const onInvite = (incoming: IncomingCall) => {
    const calledNumber = incoming.requestUri.user ?? '';
    rings.add(calledNumber, incoming.callId);
    const callingNumber = incoming.from.uri.user ?? '';
    const facts = { direction: 'received', calledNumber, callingNumber, sipCallId: incoming.callId } as const;
    const leg = new CallLeg(phone, facts, () => incoming.hangUp());
    remember(leg);
    options.onCall?.(leg);
    const { behaviour } = options;
    return receiveCall(incoming, leg, typeof behaviour === 'function' ? behaviour(leg) : behaviour);
  };
  const admits = (_source: Endpoint, method: string) => {
    if (method === 'INVITE') invites++;
    return true;
  };
  const delegate = { admits, onInvite };
  const agent: SipUserAgent = await createSipUserAgent({
    host,
    port,
    publicAddress: host,
    log,
    rateLimit,
    delegate,
  }).catch(async (error: unknown) => {
    await media.close();
    throw error;
  });
  return {
    sipAddress: agent.address,
    async call(placed) {
      const leg = await placeCall(agent, phone, { sipCallId: newCallId(), ...placed });
      remember(leg);
      return leg;
    },
    rings: () => rings.snapshot(),
    invites: () => invites,
    async close() {
      for (const leg of legs) leg.hangUp();
      await agent.close({ graceMs: 0 });
      await Promise.all([...legs].map((leg) => leg.ended));
      await media.close();
    },
  };
}
