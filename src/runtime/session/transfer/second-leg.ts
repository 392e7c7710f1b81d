import { randomUUID } from 'node:crypto';
import { keepSecondLeg, takeSecondLeg } from '../../../domains/calls/index.ts';
import { monotonicMs } from '../../../platform/kernel/index.ts';
import type { MediaSession } from '../../../telephony/media/index.ts';
import {
  digitOfInfo,
  type LocalAudio,
  type NegotiatedAudio,
  type OutgoingCall,
  readAnswer,
} from '../../../telephony/sip/index.ts';
import { connectOptions } from '../audio/connect-options.ts';
import { EarlyChange } from '../audio/early-change.ts';
import type { Listener } from '../audio/listener.ts';
import { audioOfTrunk, type TrunkAudio } from '../audio/local-audio.ts';
import { Presence } from '../audio/presence.ts';
import { PressedKeys } from '../audio/pressed-keys.ts';
import { noLine } from './no-line.ts';
import type { TransferParties } from './parties.ts';
import type { TransferRoute } from './route.ts';
import { firstAnswer, type LegInvite } from './second-leg-invite.ts';

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

/**
 * Calls over the trunk of the number that the caller is on, and waits for the answer. Rejects with an Error that says
 * in words why nobody answered, or with the reason of `signal`.
 */
export async function openSecondLeg(
  { environment, held, log, onLegOver }: TransferParties,
  route: TransferRoute,
  target: { to: string; uri: string | null },
  signal: AbortSignal,
): Promise<SecondLeg> {
  const { trunk } = route;
  let listener: Listener | null = null;
  const keys = new PressedKeys();
  const hear = (digit: string, atMs: number, by: 'rtp' | 'info'): void => {
    if (keys.takes(digit, atMs, by)) listener?.digit(digit);
  };
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
    onDtmf: ({ digit, atMs }) => hear(digit, atMs, 'rtp'),
  });
  if (signal.aborted) {
    await media.close().catch(() => undefined);
    throw signal.reason;
  }
  const reaches = (address: string): boolean => environment.locator.reaches(address);
  const offer = { ...localAudio(environment.publicAddress, media, trunk), reaches };
  const tried: { leg: OutgoingCall | null } = { leg: null };
  let answeredAtMs: number | null = null;
  let signallingAddress: string | null = null;
  void ended.promise.then(() => {
    if (answeredAtMs === null) return;
    onLegOver({ trunkId: trunk.trunkId, connectedMs: Math.round(monotonicMs() - answeredAtMs) });
  });
  const early = new EarlyChange(environment.locator);
  const change: LegInvite['change'] = (changed, negotiation) => {
    if (answeredAtMs !== null) return connect(negotiation.audio);
    early.keep(changed, negotiation);
    media.connectEarly(connectOptions(negotiation.audio, signallingAddress));
  };
  let agreed: NegotiatedAudio | null = null;
  const connect = (audio: NegotiatedAudio) => {
    agreed = audio;
    media.connect(connectOptions(audio, signallingAddress));
    presence.agreed(audio);
  };
  const connectEarly = (answer: string) => {
    const negotiation = readAnswer(environment.locator.withKnownAddresses(answer), offer);
    if (negotiation.ok) media.connectEarly(connectOptions(negotiation.audio, signallingAddress));
  };
  const close = async () => {
    presence.close();
    tried.leg?.hangUp();
    ended.resolve();
    await media.close().catch(() => undefined);
  };
  // One after the other: what ends an answered call comes after what ends one that rings.
  let kept: Promise<unknown> = Promise.resolve();
  const keep = (end: object | null): void => {
    if (end === null) return;
    kept = kept
      .then(() => keepSecondLeg(environment.db, held, end))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the second leg of a call could not be written down'),
      );
  };
  const invite: LegInvite = {
    environment,
    held,
    route,
    target,
    offer,
    signal,
    connect,
    change,
    connectEarly,
    agreed: () => agreed,
    onLeg(leg, place) {
      tried.leg = leg;
      signallingAddress = place.host;
    },
    onRinging: () => keep(tried.leg?.pending ?? null),
    onInfo(contentType, body) {
      const digit = digitOfInfo(contentType, body);
      const zeroMs = media.timeZeroEpochMs;
      if (digit !== null && zeroMs !== null) hear(digit, Date.now() - zeroMs, 'info');
    },
    onAnswered: () => void (answeredAtMs ??= monotonicMs()),
    onEnded: () => ended.resolve(),
  };
  try {
    const state = await takeSecondLeg(environment.db, held, trunk.trunkId);
    if (state !== 'stands') throw new Error(noLine[state]);
    signal.throwIfAborted();
    const sdp = await firstAnswer(invite);
    const negotiation = await early.agreedBy(sdp, offer);
    if (!negotiation.ok) throw new Error(negotiation.reason);
    connect(negotiation.audio);
    keep(tried.leg?.dialog ?? null);
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
