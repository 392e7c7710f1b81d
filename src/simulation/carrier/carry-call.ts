import {
  answerOffer,
  type IncomingCall,
  type IncomingCallEvents,
  type LocalAudio,
} from '../../telephony/sip/index.ts';
import type { AudioSource } from './audio-source.ts';
import type { Fate } from './fate.ts';

/** The outcome of a call: refused with a status, given up by the caller, or answered and ended. */
export type CarriedEnd = `${number}` | 'canceled' | 'answered';

interface CarryOptions {
  fate: Exclude<Fate, { kind: 'lost' }>;
  host: string;
  audio: AudioSource;
  /** The speed factor. */
  speed: number;
  /** Once, when the call is over. */
  onOver: (end: CarriedEnd) => void;
}

/** The carrier ends a call after this time if the caller does not. */
const forgottenMs = 600_000;

/** Treats an incoming call according to its fate. `hangUp` ends it in any state. */
export function carryCall(
  incoming: IncomingCall,
  options: CarryOptions,
): { events: IncomingCallEvents; hangUp: () => void } {
  const { fate, host, audio, speed, onOver } = options;
  const local: LocalAudio = {
    address: host,
    port: audio.port,
    codecs: ['PCMU', 'PCMA'],
    sessionId: 1,
    version: 1,
  };
  let timer: NodeJS.Timeout | undefined;
  let silence = () => {};
  let isOver = false;
  const later = (ms: number, what: () => void) => {
    timer = setTimeout(what, ms / speed);
  };
  const over = (end: CarriedEnd) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    silence();
    onOver(end);
  };
  const refuse = (code: number, reason?: string) => {
    if (incoming.reject(code, reason)) over(`${code}`);
  };
  const hangUp = () => {
    incoming.hangUp();
    over('answered');
  };
  const answer = (connectedMs: number) => {
    const negotiation = answerOffer(incoming.sdpOffer ?? '', local);
    if (!negotiation.ok) return refuse(488);
    if (!incoming.accept(negotiation.sdp)) return;
    silence = audio.stream(negotiation.audio);
    later(connectedMs, hangUp);
  };
  later(fate.setupMs, () => {
    if (fate.ringMs === null) return refuse(fate.kind === 'refused' ? fate.code : 480);
    incoming.ring();
    later(fate.ringMs, () => {
      if (fate.kind === 'refused') refuse(fate.code, fate.reason);
      else answer(fate.hangsUp === 'customer' ? fate.connectedMs : forgottenMs);
    });
  });
  const events: IncomingCallEvents = {
    onOffer(offer) {
      const negotiation = answerOffer(offer, { ...local, version: ++local.version });
      if (!negotiation.ok) return null;
      silence();
      silence = audio.stream(negotiation.audio);
      return negotiation.sdp;
    },
    onLateAnswer: () => undefined,
    onEnd: () => over('answered'),
    onCancel: () => over('canceled'),
    onAck: () => undefined,
  };
  return { events, hangUp };
}
