import { randomUUID } from 'node:crypto';
import type { MediaSession } from '../../media/index.ts';
import {
  answerOffer,
  buildOffer,
  type LocalAudio,
  type NegotiatedAudio,
  newBranch,
  newCallId,
  newTag,
  type OutgoingCall,
  readAnswer,
} from '../../sip/index.ts';
import { connectOptions } from '../connect-options.ts';
import { audioOfTrunk, type TrunkAudio } from '../local-audio.ts';
import { Presence } from '../presence.ts';
import { resolveHost } from '../resolve-host.ts';
import { inviteOverTrunk } from '../trunk-invite.ts';
import type { Listener, TransferParties } from './parties.ts';
import type { TransferRoute } from './route.ts';

/** Somebody whom we have called to put a caller through to. */
export interface SecondLeg {
  media: MediaSession;
  /** Resolves when it is over, whoever ended it. */
  ended: Promise<void>;
  /** Hands on what comes from there. */
  divert(listener: Listener): void;
  /** Ends it, whatever state it is in. */
  close(): Promise<void>;
}

/** How long the other telephone rings. */
const ringMs = 30_000;

/**
 * Calls over the trunk of the number that the caller is on, and waits for the answer. Rejects with an Error that says
 * in words why nobody answered, or with the reason of `signal`.
 */
export async function openSecondLeg(
  { environment, held }: TransferParties,
  route: TransferRoute,
  target: { to: string; uri: string | null },
  signal: AbortSignal,
): Promise<SecondLeg> {
  const { trunk } = route;
  const [address] = await resolveHost(trunk.host);
  signal.throwIfAborted();
  if (address === undefined) throw new Error(`${trunk.host} does not resolve`);
  let listener: Listener | null = null;
  const ended = Promise.withResolvers<void>();
  const presence = new Presence({
    holdTimeoutMs: environment.holdTimeoutMs,
    onHold: () => undefined,
    onGone: () => ended.resolve(),
  });
  const media = await environment.media.openSession({
    sessionId: randomUUID(),
    recordingPath: null,
    inactivityTimeoutMs: environment.mediaTimeoutMs,
    onInactive: () => presence.silent(),
    onAudio: ({ pcm, atMs }) => listener?.audio(pcm, atMs),
    onDtmf: ({ digit }) => listener?.digit(digit),
  });
  if (signal.aborted) {
    await media.close().catch(() => undefined);
    throw signal.reason;
  }
  const answered = Promise.withResolvers<string>();
  const offer = localAudio(environment.publicAddress, media, trunk);
  let leg: OutgoingCall | null = null;
  const connect = (audio: NegotiatedAudio) => {
    media.connect(connectOptions(audio));
    presence.agreed(audio);
  };
  const close = async () => {
    presence.close();
    leg?.hangUp();
    ended.resolve();
    await media.close().catch(() => undefined);
  };
  try {
    const { organizationId } = held;
    const invite = inviteOverTrunk(environment, {
      organizationId,
      trunk: { ...trunk, address },
      from: route.phoneNumber,
      to: target.to,
    });
    const uri = target.uri === null ? {} : { requestUri: target.uri, toUri: target.uri };
    const identity = { callId: newCallId(), branch: newBranch(), fromTag: newTag(), cseq: 1 };
    leg = environment.invite(
      { ...invite, ...uri, ...identity, sdpOffer: buildOffer(offer), noAnswerTimeoutMs: ringMs },
      {
        onProvisional: () => undefined,
        onAnswer: (sdp) => answered.resolve(sdp),
        onFail: ({ code, reason }) =>
          answered.reject(new Error(code === null ? reason : `${code} ${reason}`)),
        onEnd: () => ended.resolve(),
        onOffer(changed) {
          const negotiation = answerOffer(changed, { ...offer, version: ++offer.version });
          if (!negotiation.ok) return null;
          connect(negotiation.audio);
          return negotiation.sdp;
        },
        onLateAnswer: () => undefined,
      },
    );
    signal.addEventListener('abort', () => answered.reject(signal.reason), { once: true });
    const negotiation = readAnswer(await answered.promise, offer);
    if (!negotiation.ok) throw new Error(negotiation.reason);
    connect(negotiation.audio);
  } catch (error) {
    await close();
    throw error;
  }
  return { media, ended: ended.promise, close, divert: (to) => void (listener = to) };
}

function localAudio(address: string, media: MediaSession, trunk: TrunkAudio): LocalAudio {
  return {
    ...audioOfTrunk(trunk),
    address,
    port: media.localPort,
    sessionId: Date.now(),
    version: 1,
  };
}
