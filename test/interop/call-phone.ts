import { silentLog } from '../../src/platform/kernel/index.ts';
import {
  answerOffer,
  buildOffer,
  createSipUserAgent,
  type IncomingCall,
  type IncomingReferral,
  type LocalAudio,
  newBranch,
  newCallId,
  newTag,
  type OutgoingCall,
  readAnswer,
  type SipUserAgent,
} from '../../src/telephony/sip/index.ts';
import { RtpPeer } from '../peers/rtp-peer.ts';

/** One call of a phone, in either direction, with its audio. */
export interface PhoneCall {
  /** The called number. */
  number: string;
  callId: string;
  /** The time of the INVITE in epoch milliseconds: its arrival, or for an outgoing call its sending. */
  invitedAtMs: number;
  rtp: RtpPeer;
  incoming: IncomingCall | null;
  /** `ringing`, `answered`, `canceled`, `ended remote` …, in order. */
  events: string[];
  /** Answers a ringing call. */
  answer(): void;
  hangUp(): void;
}

/** The behaviour of a phone: answer, ring, stay silent, or refuse with a status. */
export type Manner = 'answer' | 'ring' | 'silent' | number;

/** A telephone with audio. It keeps all its calls. */
export interface Phone extends AsyncDisposable {
  agent: SipUserAgent;
  port: number;
  calls: PhoneCall[];
  /** When true, the phone sends nothing by itself. Otherwise it answers the first packet, so that audio flows. */
  isMute: boolean;
  /** When true, the phone accepts changed audio (re-INVITE). Otherwise it refuses with 488. */
  takesChanges: boolean;
  /** Resolves with the first call that matches, now or later. */
  call(fits: (call: PhoneCall) => boolean): Promise<PhoneCall>;
  /** Calls a number at a port of loopback. */
  dial(port: number, number: string, options?: DialOptions): Promise<PhoneCall>;
}

export interface DialOptions {
  from?: string;
  headers?: [string, string][];
  callId?: string;
  fromTag?: string;
  branch?: string;
}

/** Opens a phone. `manner` decides how it treats incoming calls. With `atPort` 0 the system chooses a port. */
export async function openPhone(
  manner: (number: string) => Manner = () => 'answer',
  atPort = 0,
): Promise<Phone> {
  const calls: PhoneCall[] = [];
  const waiting = new Set<() => void>();
  const peers: RtpPeer[] = [];
  const changed = () => {
    for (const check of [...waiting]) check();
  };
  const eventsOf = (call: PhoneCall) => {
    const tell = (event: string) => {
      call.events.push(event);
      changed();
    };
    return {
      tell,
      handlers: {
        onOffer(offer: string) {
          const changed = answerOffer(offer, { ...audio(call.rtp), version: 2 });
          tell(`offered ${phone.takesChanges ? 'taken' : 'refused'}`);
          if (!phone.takesChanges || !changed.ok) return null;
          call.rtp.setRemote(changed.audio.remote.address, changed.audio.remote.port);
          breathe(call.rtp);
          return changed.sdp;
        },
        onLateAnswer: () => undefined,
        onEnd: ({ by }: { by: string }) => tell(`ended ${by}`),
        onCancel: () => tell('canceled'),
        onAck: () => tell('acknowledged'),
        onRefer(referral: IncomingReferral) {
          tell(`referred to ${referral.target.user}`);
          referral.accept();
          const what = manner(referral.target.user ?? '');
          // A ringing destination reports no progress.
          if (what !== 'ring') referral.progress(typeof what === 'number' ? what : 200);
        },
      },
    };
  };
  const audio = (rtp: RtpPeer): LocalAudio => ({
    address: '127.0.0.1',
    port: rtp.port,
    codecs: ['PCMU'],
    sessionId: 1,
    version: 1,
  });
  const keep = (call: PhoneCall) => {
    calls.push(call);
    changed();
  };
  const take = (incoming: IncomingCall, tell: (event: string) => void, rtp: RtpPeer) => {
    const what = manner(incoming.requestUri.user ?? '');
    if (typeof what === 'number') return void incoming.reject(what);
    if (what === 'silent') return;
    incoming.ring();
    if (what !== 'ring') pickUp(incoming, tell, rtp);
  };
  const breathe = (rtp: RtpPeer) => {
    if (phone.isMute) return;
    void rtp.until((received) => received.length > 0).then(() => rtp.sendComfortNoise());
  };
  const pickUp = (incoming: IncomingCall, tell: (event: string) => void, rtp: RtpPeer) => {
    const negotiated = answerOffer(incoming.sdpOffer ?? '', audio(rtp));
    if (!negotiated.ok) return void incoming.reject(488);
    rtp.setRemote(negotiated.audio.remote.address, negotiated.audio.remote.port);
    incoming.accept(negotiated.sdp);
    breathe(rtp);
    tell('answered');
  };
  const agent = await createSipUserAgent({
    host: '127.0.0.1',
    port: atPort,
    publicAddress: '127.0.0.1',
    log: silentLog,
    rateLimit: { perSecond: 50_000, burst: 100_000 },
    delegate: {
      admits: () => true,
      onInvite(incoming) {
        const call: PhoneCall = {
          number: incoming.requestUri.user ?? '',
          callId: incoming.callId,
          invitedAtMs: Date.now(),
          rtp: undefined as unknown as RtpPeer,
          incoming,
          events: [],
          answer: () => undefined,
          hangUp: () => incoming.hangUp(),
        };
        const { tell, handlers } = eventsOf(call);
        void RtpPeer.open().then((rtp) => {
          peers.push(rtp);
          call.rtp = rtp;
          call.answer = () => pickUp(incoming, tell, rtp);
          take(incoming, tell, rtp);
          keep(call);
        });
        return handlers;
      },
    },
  });
  const phone: Phone = {
    agent,
    port: agent.address.port,
    calls,
    isMute: false,
    takesChanges: false,
    call(fits) {
      return new Promise((resolve) => {
        const check = () => {
          const found = calls.find(fits);
          if (!found) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      });
    },
    async dial(port, number, options = {}) {
      const rtp = await RtpPeer.open();
      peers.push(rtp);
      const local = audio(rtp);
      let leg: OutgoingCall | undefined;
      const call: PhoneCall = {
        number,
        callId: options.callId ?? newCallId(),
        invitedAtMs: Date.now(),
        rtp,
        incoming: null,
        events: [],
        answer: () => undefined,
        hangUp: () => leg?.hangUp(),
      };
      const { tell, handlers } = eventsOf(call);
      keep(call);
      leg = agent.invite(
        {
          callId: call.callId,
          branch: options.branch ?? newBranch(),
          fromTag: options.fromTag ?? newTag(),
          cseq: 1,
          requestUri: `sip:${number}@127.0.0.1:${port}`,
          fromUri: `sip:${options.from ?? '+14155550100'}@127.0.0.1`,
          toUri: `sip:${number}@127.0.0.1:${port}`,
          target: { host: '127.0.0.1', port },
          sdpOffer: buildOffer(local),
          extraHeaders: options.headers,
          noAnswerTimeoutMs: 30_000,
        },
        {
          ...handlers,
          onProvisional: (code) => tell(`provisional ${code}`),
          onAnswer: (sdp) => {
            const negotiated = readAnswer(sdp, local);
            if (negotiated.ok) rtp.setRemote(negotiated.audio.remote.address, negotiated.audio.remote.port);
            breathe(rtp);
            tell('answered');
          },
          onFail: ({ kind, code }) => tell(`failed ${kind} ${code}`),
        },
      );
      return call;
    },
    async [Symbol.asyncDispose]() {
      await agent.close({ graceMs: 0 });
      for (const rtp of peers) await rtp[Symbol.asyncDispose]();
    },
  };
  return phone;
}
