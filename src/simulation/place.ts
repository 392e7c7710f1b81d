import {
  buildOffer,
  type HeaderList,
  type LocalAudio,
  newBranch,
  newTag,
  type OutgoingCall,
  type OutgoingCallEvents,
  readAnswer,
  type SipUserAgent,
} from '../telephony/sip/index.ts';
import type { Manners } from './behaviour.ts';
import { CallLeg, type Phone } from './call-leg.ts';

/** An outgoing call of a customer, and its behaviour after the answer. */
export interface PlacedCall extends Manners {
  calledNumber: string;
  callingNumber: string;
  /** The target of the INVITE. */
  target: { address: string; port: number };
  displayName?: string;
  /** Further headers of the INVITE, such as X-External-ID. */
  headers?: HeaderList;
  /** The time after which an unanswered call is given up; 30 s by default. */
  noAnswerTimeoutMs?: number;
  /** The Call-ID; a new one by default. */
  sipCallId?: string;
}

/** Places a call. Resolves when its INVITE was sent. */
export async function placeCall(
  agent: SipUserAgent,
  phone: Phone,
  placed: PlacedCall & { sipCallId: string },
): Promise<CallLeg> {
  const { calledNumber, callingNumber, sipCallId } = placed;
  let outgoing: OutgoingCall | null = null;
  const facts = { direction: 'placed', calledNumber, callingNumber, sipCallId } as const;
  const leg = new CallLeg(phone, facts, () => outgoing?.hangUp());
  await leg.open();
  const offered = leg.localAudio();
  try {
    outgoing = agent.invite(inviteOf(placed, phone, offered), eventsOf(leg, placed, offered));
  } catch (error) {
    leg.end('system', null);
    throw error;
  }
  return leg;
}

function eventsOf(leg: CallLeg, manners: Manners, offered: LocalAudio): OutgoingCallEvents {
  return {
    onProvisional: () => undefined,
    onAnswer(sdp) {
      const negotiation = readAnswer(sdp, offered);
      if (negotiation.ok) leg.begin(negotiation.audio, manners);
      else leg.hangUp();
    },
    onFail: ({ kind, code }) => leg.end(kind === 'rejected' ? 'other-side' : 'system', code),
    onOffer: (offer) => leg.answerChange(offer),
    onLateAnswer: () => undefined,
    onEnd: ({ by }) => leg.end(by === 'remote' ? 'other-side' : 'system', null),
  };
}

function inviteOf(placed: PlacedCall & { sipCallId: string }, phone: Phone, offered: LocalAudio) {
  const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);
  const { address, port } = placed.target;
  const uri = `sip:${placed.calledNumber}@${bracketed(address)}:${port}`;
  return {
    callId: placed.sipCallId,
    branch: newBranch(),
    fromTag: newTag(),
    cseq: 1,
    requestUri: uri,
    fromUri: `sip:${placed.callingNumber}@${bracketed(phone.host)}`,
    displayName: placed.displayName,
    toUri: uri,
    target: { host: address, port },
    sdpOffer: buildOffer(offered),
    extraHeaders: placed.headers,
    noAnswerTimeoutMs: placed.noAnswerTimeoutMs ?? 30_000,
  };
}
