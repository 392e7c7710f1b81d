import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../src/platform/kernel/index.ts';
import {
  createSipUserAgent,
  type IncomingCall,
  type IncomingCallEvents,
  newBranch,
  newCallId,
  newTag,
  type OutgoingCall,
  type SipUserAgent,
} from '../../src/telephony/sip/index.ts';
import { RtpPeer } from '../peers/rtp-peer.ts';
import { type Dialing, setUpDialing } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';
import { addresses } from './configuration.ts';
import { Conversation, dialogue, type Plan } from './conversation.ts';

export interface ConversationsOptions {
  request: Program['request'];
  /** The key of an organization that makes no other calls. */
  key: string;
  random: () => number;
}

/** The customers who call at the same time, and those who are called. */
const lines = { inbound: 3, outbound: 2 };
const invitedWithinMs = 60_000;
/** The end of a call is on record within this time. */
const recordedWithinMs = 3000;
/** A node ends this long after it has hung up. */
const endedWithinMs = 90_000;
const agent = {
  prompt: 'Speak.',
  firstMessage: 'Press a key.',
  limits: { maxDurationSeconds: 300, silenceSeconds: 30 },
  model: { provider: 'scripted', dialogue },
  conversation: { recording: 'off', fillers: [] },
};

/** Customers who speak with an agent all the time: some call through Kamailio, some are called. */
export class Conversations {
  readonly all: Conversation[] = [];
  /** Inbound calls that were not answered, by status; `timeout` and others without one. */
  readonly refused: Record<string, number> = {};
  /** The times at which outbound calls were accepted, by call id. */
  readonly acknowledged = new Map<string, number>();
  /** The number of INVITEs that a customer received, by number. */
  readonly rings = new Map<string, number>();
  readonly #options: ConversationsOptions;
  readonly #agent: SipUserAgent;
  readonly #dialing: Dialing;
  /** Nodes with a fault at the moment. */
  readonly #failing = new Set<string>();
  /** Nodes with a fault before. Some end a while after it. */
  #failed: ReadonlySet<string> = new Set();
  readonly #over = new AbortController();
  readonly #incoming = new Map<string, PromiseWithResolvers<void>>();
  readonly #workers: Promise<void>[];
  #lastNumber = 5_125_550_000;

  private constructor(options: ConversationsOptions, opened: { agent: SipUserAgent; dialing: Dialing }) {
    this.#options = options;
    this.#agent = opened.agent;
    this.#dialing = opened.dialing;
    this.#workers = [
      ...Array.from({ length: lines.inbound }, () => this.#callOn()),
      ...Array.from({ length: lines.outbound }, () => this.#orderOn()),
    ];
    // `stop` rejects with the failure.
    for (const worker of this.#workers) worker.catch(() => undefined);
  }

  static async open(options: ConversationsOptions): Promise<Conversations> {
    let opened: Conversations | null = null;
    const host = addresses.driver;
    const userAgent = await createSipUserAgent({
      ...{ host, port: 0, publicAddress: host, log: silentLog },
      rateLimit: { perSecond: 50_000, burst: 100_000 },
      delegate: {
        admits: () => opened !== null,
        onInvite: (incoming) => opened!.#receive(incoming),
      },
    });
    const trunk = { host, port: userAgent.address.port, allowedAddresses: [addresses.sip] };
    const { request, key } = options;
    const dialing = await setUpDialing(request, { key, phoneNumber: '+12025550178', agent, trunk });
    opened = new Conversations(options, { agent: userAgent, dialing });
    return opened;
  }

  get talking(): Conversation[] {
    return this.all.filter(({ isTalking }) => isTalking);
  }

  /** Excuses the conversations of a node that fails, until `settle`. It may not have recorded the latest ends. */
  excuse(address: string): void {
    this.#failing.add(address);
    this.#excuseSince(address, recordedWithinMs);
  }

  /** From now on no node has a fault. */
  settle(): void {
    this.#failed = new Set(this.#failing);
    this.#failing.clear();
  }

  /** Whether the last fault may have ended a node. */
  hasFailed(address: string): boolean {
    return this.#failing.has(address) || this.#failed.has(address);
  }

  /** Excuses the conversations that a node had shortly before it ended. */
  excuseEnded(address: string): void {
    this.#excuseSince(address, endedWithinMs);
  }

  #excuseSince(address: string, ms: number): void {
    const sinceMs = performance.now() - ms;
    for (const each of this.all)
      if (each.node === address && (each.endedAtMs ?? sinceMs) >= sinceMs) each.isExcused = true;
  }

  /** Ends all conversations. */
  async stop(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#workers);
    await this.#agent.close({ graceMs: 2000 });
  }

  #plan(): Plan {
    const { random } = this.#options;
    return { lastsMs: 10_000 + random() * 50_000, endsBy: random() < 0.7 ? 'customer' : 'agent' };
  }

  async #open(number: string, sipCallId: string): Promise<{ conversation: Conversation; rtp: RtpPeer }> {
    const rtp = await RtpPeer.open({ host: addresses.driver });
    const conversation = new Conversation({ number, sipCallId }, rtp, this.#plan());
    this.all.push(conversation);
    return { conversation, rtp };
  }

  async #converse(conversation: Conversation, rtp: RtpPeer, hangUp: () => void): Promise<void> {
    if (this.#failing.has(conversation.node!)) conversation.isExcused = true;
    await conversation.converse(hangUp, this.#over.signal);
    await rtp[Symbol.asyncDispose]();
  }

  /** Calls through Kamailio, again and again. */
  async #callOn(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await this.#call();
      await sleep(300 + this.#options.random() * 1500);
    }
  }

  async #call(): Promise<void> {
    const [number, callId] = [`+1${this.#lastNumber++}`, newCallId()];
    const { conversation, rtp } = await this.#open(number, callId);
    const answered = Promise.withResolvers<boolean>();
    const to = `sip:${this.#dialing.phoneNumber}@${addresses.sip}:5060`;
    const leg: OutgoingCall = this.#agent.invite(
      {
        ...{ callId, branch: newBranch(), fromTag: newTag(), cseq: 1, requestUri: to, toUri: to },
        ...{ fromUri: `sip:${number}@${addresses.driver}`, sdpOffer: conversation.offer() },
        ...{ target: { host: addresses.sip, port: 5060 }, noAnswerTimeoutMs: 8000 },
      },
      {
        onProvisional: () => undefined,
        onLateAnswer: () => undefined,
        onOffer: (offer) => conversation.takeOffer(offer),
        onAnswer: (sdp) => answered.resolve(conversation.takeAnswer(sdp)),
        onEnd: () => conversation.end('agent'),
        onFail: ({ kind, code }) => {
          const status = String(code ?? kind);
          this.refused[status] = (this.refused[status] ?? 0) + 1;
          answered.resolve(false);
        },
      },
    );
    if (await answered.promise) return this.#converse(conversation, rtp, () => leg.hangUp());
    conversation.end('unanswered');
    leg.hangUp();
    await rtp[Symbol.asyncDispose]();
  }

  /** Has customers called, one after the other. */
  async #orderOn(): Promise<void> {
    const { request, key, random } = this.#options;
    const { agentId, phoneNumberId } = this.#dialing;
    while (!this.#over.signal.aborted) {
      const phoneNumber = `+1${this.#lastNumber++}`;
      const over = Promise.withResolvers<void>();
      this.#incoming.set(phoneNumber, over);
      const body = { phoneNumber, phoneNumberId };
      const headers = { 'idempotency-key': `conversation-${Math.floor(random() * 2 ** 48)}` };
      const path = `/api/agents/${agentId}/calls`;
      const answer = await request('POST', path, { key, body, headers }).catch(() => null);
      if (answer?.status === 201) {
        this.acknowledged.set(answer.body.callId, Date.now());
        await Promise.race([over.promise, sleep(invitedWithinMs), aborted(this.#over.signal)]);
      }
      await sleep(300 + random() * 1500);
    }
  }

  #receive(incoming: IncomingCall): IncomingCallEvents {
    const number = incoming.requestUri.user ?? '';
    this.rings.set(number, (this.rings.get(number) ?? 0) + 1);
    let conversation: Conversation | null = null;
    const answer = async () => {
      incoming.ring();
      await sleep(this.#options.random() * 800);
      const opened = await this.#open(number, incoming.callId);
      conversation = opened.conversation;
      const sdp = conversation.takeOffer(incoming.sdpOffer ?? '');
      if (sdp !== null && incoming.accept(sdp))
        await this.#converse(conversation, opened.rtp, () => incoming.hangUp());
      else {
        conversation.end('unanswered');
        await opened.rtp[Symbol.asyncDispose]();
      }
      this.#incoming.get(number)?.resolve();
    };
    void answer();
    return {
      onAck: () => undefined,
      onLateAnswer: () => undefined,
      onOffer: (offer) => conversation?.takeOffer(offer) ?? null,
      onCancel: () => conversation?.end('unanswered'),
      onEnd: () => conversation?.end('agent'),
    };
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
