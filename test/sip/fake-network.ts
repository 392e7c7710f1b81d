import { silentLog } from '../../src/platform/kernel/index.ts';
import type { Scheduler } from '../../src/telephony/sip/base/scheduler.ts';
import {
  type Endpoint,
  type OnMessage,
  type Transport,
  Withheld,
} from '../../src/telephony/sip/base/transport.ts';
import type { IncomingCall, IncomingCallEvents } from '../../src/telephony/sip/call/incoming-call.ts';
import type { OutgoingCallEvents, OutgoingInvite } from '../../src/telephony/sip/call/outgoing-invite.ts';
import { answerOffer, buildOffer, type LocalAudio } from '../../src/telephony/sip/sdp/sdp-audio.ts';
import { UserAgent } from '../../src/telephony/sip/ua/user-agent.ts';
import type { SipDelegate, UserAgentOptions } from '../../src/telephony/sip/ua/user-agent-options.ts';

/** An event at a time. */
interface Due {
  atMs: number;
  run: () => void;
  /** False for data from the network. */
  isTimer: boolean;
}

/** A clock that tests advance. Timers run in order, and minutes pass at once. */
export class FakeScheduler implements Scheduler {
  #nowMs = 0;
  readonly #due = new Set<Due>();

  nowMs(): number {
    return this.#nowMs;
  }

  /** The number of pending events. */
  get pending(): number {
    return this.#due.size;
  }

  after(ms: number, run: () => void): () => void {
    return this.#add({ atMs: this.#nowMs + ms, run, isTimer: true });
  }

  /** Delivers data from the network in `ms`. */
  arrive(ms: number, read: () => void): void {
    this.#add({ atMs: this.#nowMs + ms, run: read, isTimer: false });
  }

  /** Advances the clock by `ms`, and runs every timer that becomes due, including new ones. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const next = this.#next((due) => due.atMs <= endMs);
      if (!next) break;
      this.#run(next);
    }
    this.#nowMs = endMs;
  }

  /** Stalls the process for `ms`: it runs the timers that are due, and then reads what arrived meanwhile. */
  standStill(ms: number): void {
    this.#nowMs += ms;
    const fellDue = new Set([...this.#due].filter(({ isTimer, atMs }) => isTimer && atMs <= this.#nowMs));
    for (;;) {
      const next = this.#next((due) => fellDue.has(due));
      if (!next) break;
      this.#run(next);
    }
    this.advance(0);
  }

  #add(due: Due): () => void {
    this.#due.add(due);
    return () => this.#due.delete(due);
  }

  #next(isMeant: (due: Due) => boolean): Due | null {
    let next: Due | null = null;
    for (const due of this.#due) if (isMeant(due) && (!next || due.atMs < next.atMs)) next = due;
    return next;
  }

  #run(due: Due): void {
    this.#due.delete(due);
    this.#nowMs = Math.max(this.#nowMs, due.atMs);
    due.run();
  }
}

/** One datagram that was sent, whether or not it arrived. */
export interface SentDatagram {
  atMs: number;
  from: Endpoint;
  to: Endpoint;
  text: string;
}

const latencyMs = 10;

/**
 * A network within the process, whose user agents have one port for every transport. It keeps every datagram; `lose`
 * decides which ones arrive.
 */
export class FakeNetwork {
  readonly scheduler = new FakeScheduler();
  readonly sent: SentDatagram[] = [];
  /** Connections that may be closed, because nothing arrived on them. */
  readonly givenUp: Endpoint[] = [];
  /** The open connections by which peers are reached. */
  readonly open = new Set<number>();
  lose: (datagram: SentDatagram) => boolean = () => false;
  readonly #receivers = new Map<string, OnMessage>();

  /** Returns a raw peer, which receives and sends texts. */
  peer(
    local: Endpoint,
    onDatagram: OnMessage = () => {},
  ): { send(text: string | Buffer, to: Endpoint): void } {
    this.#receivers.set(`${local.address}:${local.port}`, onDatagram);
    return { send: (text, to) => this.#carry(Buffer.from(text), local, to) };
  }

  /** Returns the first lines of the messages from one endpoint to another. */
  startLines(from: Endpoint): string[] {
    return this.sent
      .filter((datagram) => datagram.from.address === from.address && datagram.from.port === from.port)
      .map((datagram) => datagram.text.split('\r\n', 1)[0]!);
  }

  userAgent(local: Endpoint, delegate: SipDelegate, options: Partial<UserAgentOptions> = {}): UserAgent {
    const transports = (['udp', 'tcp', 'tls'] as const).map((name): Transport => {
      const from: Endpoint = name === 'udp' ? local : { ...local, transport: name };
      return {
        name,
        publicAddress: local.address,
        local: from,
        family: 4,
        send: (bytes, to, failed, maySend = () => true) => {
          if (maySend()) this.#carry(bytes, from, to);
          else queueMicrotask(() => failed(new Withheld()));
        },
        hasConnection: (number) => this.open.has(number),
        release: () => {},
        closeIfSilent: (to) => this.givenUp.push(to),
        close: () => Promise.resolve(),
      };
    });
    const agent = new UserAgent({ log: silentLog, delegate, ...options }, transports, this.scheduler);
    this.#receivers.set(`${local.address}:${local.port}`, (bytes, source) => agent.receive(bytes, source));
    return agent;
  }

  #carry(bytes: Buffer, from: Endpoint, to: Endpoint): void {
    const datagram = { atMs: this.scheduler.nowMs(), from, to, text: bytes.toString() };
    this.sent.push(datagram);
    if (this.lose(datagram)) return;
    this.scheduler.arrive(latencyMs, () => this.#receivers.get(`${to.address}:${to.port}`)?.(bytes, from));
  }
}

export const localAudio: LocalAudio = {
  address: '192.0.2.9',
  port: 40_000,
  codecs: ['PCMU', 'PCMA'],
  sessionId: 1,
  version: 1,
};

/** Returns a plain INVITE. */
export function inviteTo(target: Endpoint, callId: string): OutgoingInvite {
  return {
    callId,
    branch: `z9hG4bK${callId}`,
    fromTag: `from-${callId}`,
    cseq: 1,
    requestUri: `sip:+15550100@${target.address}`,
    fromUri: 'sip:+15550199@192.0.2.1',
    toUri: `sip:+15550100@${target.address}`,
    target: { host: target.address, port: target.port },
    sdpOffer: buildOffer(localAudio),
    noAnswerTimeoutMs: 60_000,
  };
}

/** Returns handlers that record events as short texts. `also` runs after each. */
export function recordEvents(
  seen: string[],
  also: (event: string) => void = () => {},
): OutgoingCallEvents & IncomingCallEvents {
  const record = (event: string): void => {
    seen.push(event);
    also(event);
  };
  return {
    onProvisional: (code) => record(`provisional ${code}`),
    onAnswer: () => record('answer'),
    onFail: (failure) => record(`fail ${failure.kind} ${failure.code}`),
    onEnd: (end) => record(`end ${end.by}`),
    onCancel: () => record('cancel'),
    onAck: () => record('ack'),
    onLateAnswer: () => record('late answer'),
    onInfo: (type, body) => record(`info ${type} ${body}`),
    onOffer: (offer) => {
      record('offer');
      const negotiated = answerOffer(offer, { ...localAudio, version: 2 });
      return negotiated.ok ? negotiated.sdp : null;
    },
  };
}

/** Returns a delegate that admits every caller and passes each call to `take`. */
export function delegateOf(seen: string[], take: (call: IncomingCall) => void): SipDelegate {
  return {
    admits: () => true,
    onInvite: (call) => {
      seen.push('invite');
      take(call);
      return recordEvents(seen);
    },
  };
}

/** Accepts a call, with an answer to its offer or with an offer of its own. */
export function acceptCall(call: IncomingCall): boolean {
  if (call.sdpOffer === null) return call.accept(buildOffer(localAudio));
  const negotiated = answerOffer(call.sdpOffer, localAudio);
  return negotiated.ok ? call.accept(negotiated.sdp) : call.reject(488);
}
