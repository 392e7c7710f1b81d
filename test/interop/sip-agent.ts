import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { silentLog } from '../../src/platform/kernel/index.ts';
import {
  answerOffer,
  buildOffer,
  type CallFailure,
  createSipUserAgent,
  type IncomingCall,
  type IncomingReferral,
  type LocalAudio,
  newBranch,
  newCallId,
  newTag,
  type OutgoingCall,
  type OutgoingInvite,
  type SipUserAgent,
  type SipUserAgentOptions,
} from '../../src/telephony/sip/index.ts';

export const localAudio: LocalAudio = {
  address: '127.0.0.1',
  port: 40_000,
  codecs: ['PCMU', 'PCMA'],
  sessionId: 1,
  version: 1,
};

/** A user agent on a free port of loopback, with the events of its calls. */
export interface SipAgent {
  agent: SipUserAgent;
  /** The events in order: `<call number> <event>`. */
  events: string[];
  /** Resolves when a matching event has occurred `times` times. */
  seen(pattern: RegExp, times?: number): Promise<void>;
  /** Places a call to a port of loopback, and returns it. */
  call(port: number, invite?: Partial<OutgoingInvite>): OutgoingCall;
  /** Calls `report` with the failure of the next call that fails. */
  fails(report: (failure: CallFailure) => void): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Answers a call with PCMU or PCMA. */
export function acceptCall(call: IncomingCall): void {
  call.ring();
  answerCall(call);
}

/** Answers a ringing call with PCMU or PCMA. */
export function answerCall(call: IncomingCall): void {
  const negotiated = answerOffer(call.sdpOffer ?? '', localAudio);
  if (negotiated.ok) call.accept(negotiated.sdp);
  else call.reject(488);
}

/** Opens an agent. `take` receives its incoming calls. */
export async function openSipAgent(
  take: (call: IncomingCall) => void = acceptCall,
  options: Partial<SipUserAgentOptions> = {},
  onRefer: (referral: IncomingReferral) => void = (referral) => referral.refuse(603),
): Promise<SipAgent> {
  const events: string[] = [];
  const waiters = new Set<() => void>();
  let calls = 0;
  let onFail: (failure: CallFailure) => void = () => {};
  const handlers = (number: number) => {
    const record = (event: string): void => {
      events.push(`${number} ${event}`);
      for (const check of [...waiters]) check();
    };
    return {
      onProvisional: (code: number) => record(`provisional ${code}`),
      onAnswer: () => record('answer'),
      onFail: (failure: CallFailure) => {
        record(`fail ${failure.kind} ${failure.code}`);
        onFail(failure);
      },
      onEnd: (end: { by: string }) => record(`end ${end.by}`),
      onCancel: () => record('cancel'),
      onAck: () => record('ack'),
      onLateAnswer: () => record('late answer'),
      onRefer,
      onOffer: (offer: string) => {
        record('offer');
        const negotiated = answerOffer(offer, { ...localAudio, version: 2 });
        return negotiated.ok ? negotiated.sdp : null;
      },
    };
  };
  const agent = await createSipUserAgent({
    host: '127.0.0.1',
    port: 0,
    publicAddress: '127.0.0.1',
    log: silentLog,
    delegate: {
      admits: () => true,
      onInvite: (call) => {
        take(call);
        return handlers(++calls);
      },
    },
    ...options,
  });
  return {
    agent,
    events,
    seen(pattern, times = 1) {
      const isEnough = (): boolean => events.filter((event) => pattern.test(event)).length >= times;
      if (isEnough()) return Promise.resolve();
      return new Promise((resolve) => {
        const check = (): void => {
          if (!isEnough()) return;
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
      });
    },
    fails(report) {
      onFail = report;
    },
    call(port, invite = {}) {
      const defaults: OutgoingInvite = {
        callId: newCallId(),
        branch: newBranch(),
        fromTag: newTag(),
        cseq: 1,
        requestUri: `sip:+15550100@127.0.0.1:${port}`,
        fromUri: 'sip:+15550199@127.0.0.1',
        displayName: 'Zoë "Parley"',
        toUri: 'sip:+15550100@127.0.0.1',
        target: { host: '127.0.0.1', port },
        sdpOffer: buildOffer(localAudio),
        noAnswerTimeoutMs: 30_000,
      };
      return agent.invite({ ...defaults, ...invite }, handlers(++calls));
    },
    [Symbol.asyncDispose]: () => agent.close({ graceMs: 0 }),
  };
}

/** Ports below the system's ephemeral range, and apart from those of `freeRtpPorts`. */
const ports = { from: 11_000, to: 20_000 };
/** Each process of tests takes ports of its own, because a port that was returned may not be open yet. */
const processesMax = 10;
const portsOfProcess = (ports.to - ports.from) / processesMax;
const firstPort = ports.from + portsOfProcess * (Number(process.env.VITEST_POOL_ID ?? 0) % processesMax);
const givenPorts = new Set<number>();

/** Returns an even loopback port that is free for UDP and TCP, because SIP uses both. The next one is for TLS. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + 2 * randomInt(portsOfProcess / 2);
    if (givenPorts.has(port) || !(await isFree(port)) || !(await isFree(port + 1))) continue;
    givenPorts.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const [datagrams, streams] = [createSocket('udp4'), createServer()];
  try {
    datagrams.bind(port, '127.0.0.1');
    streams.listen(port, '127.0.0.1');
    await Promise.all([once(datagrams, 'listening'), once(streams, 'listening')]);
    return true;
  } catch {
    return false;
  } finally {
    await Promise.all([closed(datagrams), closed(streams)]);
  }
}

/** Closes a server. A server that does not listen counts as closed. */
const closed = (it: { close(done: () => void): unknown }): Promise<void> =>
  new Promise((resolve) => void it.close(() => resolve()));
