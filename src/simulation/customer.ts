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
  /** What is done with calls that come in; a function chooses it for each. */
  behaviour: Behaviour | ((call: SimulatedCall) => Behaviour);
  /** The local address of SIP and RTP; 127.0.0.1 unless said otherwise. */
  host?: string;
  /** The SIP port; any free one unless said otherwise. */
  port?: number;
  /** Speaks texts; the caller closes it. */
  voice?: TextToSpeech | null;
  /** A folder for recordings, made if it is not there; null: nothing is recorded. */
  recordingsDir?: string | null;
  /** A call came in; told before anything is done with it. */
  onCall?: (call: SimulatedCall) => void;
  /** What it speaks, and offers in this order; of what is offered to it, it takes what the offer prefers. */
  codecs?: readonly AudioCodec[];
  log?: Log;
}

/** A telephone with somebody at it: it takes calls to any number as it was told to, and places calls. */
export interface SimulatedCustomer {
  readonly sipAddress: Endpoint;
  /** Resolves when the INVITE is on the way. Throws a TypeError for what cannot stand in one. */
  call(placed: PlacedCall): Promise<SimulatedCall>;
  /** By called number: how often it rang. */
  rings(): Map<string, Rings>;
  /** All INVITEs that were no retransmissions, also those that the SIP layer refused by itself. */
  invites(): number;
  /** Hangs up every call and closes everything. */
  close(): Promise<void>;
}

const allCodecs: readonly AudioCodec[] = ['PCMU', 'PCMA', 'G722', 'opus'];

/** Apart from the ports that the program itself uses unless told otherwise. */
const rtpPorts = { min: 40_000, max: 59_998 };
/** A simulation of many customers is one address that may well send a lot. */
const rateLimit = { perSecond: 50_000, burst: 100_000 };

/** Starts a customer with a SIP user agent and a media thread of its own. */
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
  const take = (incoming: IncomingCall) => {
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
  const delegate = { admits, onInvite: take };
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
