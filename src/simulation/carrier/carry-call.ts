import {
  answerOffer,
  type IncomingCall,
  type IncomingCallEvents,
  type LocalAudio,
} from '../../telephony/sip/index.ts';
import type { AudioSource } from './audio-source.ts';
import type { Fate } from './fate.ts';

/** The outcome of a call: the SIP status of a refusal, `canceled` by the caller, or `answered` and ended. */
export type CarriedEnd = `${number}` | 'canceled' | 'answered';

interface CarryOptions {
  fate: Exclude<Fate, { kind: 'lost' }>;
  host: string;
  audio: AudioSource;
  /** The speed factor of all times; 1 is real time. */
  speed: number;
  /** Called once, when the call is over. */
  onOver: (end: CarriedEnd) => void;
}

/** Maximum duration of a call that the caller should end. The carrier ends it then. */
const connectedMsMax = 600_000;

/** Handles an incoming call according to its fate. `hangUp` ends it in any state. */
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
  let stopAudio = () => {};
  let isOver = false;
  const later = (ms: number, action: () => void) => {
    timer = setTimeout(action, ms / speed);
  };
  const over = (end: CarriedEnd) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    stopAudio();
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
    stopAudio = audio.stream(negotiation.audio);
    later(connectedMs, hangUp);
  };
  later(fate.setupMs, () => {
    if (fate.ringMs === null) return refuse(fate.kind === 'refused' ? fate.code : 480);
    incoming.ring();
    later(fate.ringMs, () => {
      if (fate.kind === 'refused') refuse(fate.code, fate.reason);
      else answer(fate.hangsUp === 'customer' ? fate.connectedMs : connectedMsMax);
    });
  });
  const events: IncomingCallEvents = {
    onOffer(offer) {
      const negotiation = answerOffer(offer, { ...local, version: ++local.version });
      if (!negotiation.ok) return null;
      stopAudio();
      stopAudio = audio.stream(negotiation.audio);
      return negotiation.sdp;
    },
    onLateAnswer: () => undefined,
    onEnd: () => over('answered'),
    onCancel: () => over('canceled'),
    onAck: () => undefined,
  };
  return { events, hangUp };
}
