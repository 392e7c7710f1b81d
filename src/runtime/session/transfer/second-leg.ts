import { randomUUID } from 'node:crypto';
import { keepSecondLeg, takeSecondLeg } from '../../../domains/calls/index.ts';
import { monotonicMs } from '../../../platform/kernel/index.ts';
import type { MediaSession } from '../../../telephony/media/index.ts';
import {
  digitOfInfo,
  type LocalAudio,
  type LocatedTarget,
  type NegotiatedAudio,
  type Negotiation,
  type OutgoingCall,
  readAnswer,
} from '../../../telephony/sip/index.ts';
import { audioOfTrunk } from '../audio/call-audio.ts';
import type { Listener } from '../audio/call-hearing.ts';
import { connectOptions } from '../audio/connect-options.ts';
import { EarlyChange } from '../audio/early-change.ts';
import { Presence } from '../audio/presence.ts';
import { PressedKeys } from '../audio/pressed-keys.ts';
import { noLine, type TransferParties } from './parties.ts';
import { firstAnswer, type LegInvite } from './second-leg-invite.ts';
import type { TransferRoute } from './store.ts';
import { orWithoutDatabase } from './without-database.ts';

/** An answered call to the destination of a transfer. */
export interface SecondLeg {
  media: MediaSession;
  /** Resolves at the end of the leg. */
  ended: Promise<void>;
  /** Sends the destination's audio and keys to `listener`. */
  divert(listener: Listener): void;
  /** Ends the leg in any state. */
  close(): Promise<void>;
}

/**
 * Calls the destination over the trunk of the caller, and waits for the answer. Rejects with the reason why there is none,
 * or with the reason of `signal`.
 */
export async function openSecondLeg(
  parties: TransferParties,
  route: TransferRoute,
  destination: { to: string; uri: string | null },
  signal: AbortSignal,
): Promise<SecondLeg> {
  const leg = new CalledLeg(parties, route);
  await leg.open(signal);
  try {
    await leg.call(destination, signal);
  } catch (error) {
    await leg.close();
    throw error;
  }
  return leg;
}

/** A second leg from its media port to its end. */
class CalledLeg implements SecondLeg {
  readonly #parties: TransferParties;
  readonly #route: TransferRoute;
  readonly #keys = new PressedKeys();
  readonly #presence: Presence;
  readonly #early: EarlyChange;
  readonly #ended = Promise.withResolvers<void>();
  #media: MediaSession | null = null;
  #listener: Listener | null = null;
  #leg: OutgoingCall | null = null;
  #offer: LocalAudio | null = null;
  /** The negotiated audio, or `null` before the answer. */
  #agreed: NegotiatedAudio | null = null;
  #answeredAtMs: number | null = null;
  #signallingAddress: string | null = null;
  /** The last write of a dialog. Writes are in order, so that the answered dialog replaces the ringing one. */
  #kept: Promise<unknown> = Promise.resolve();

  constructor(parties: TransferParties, route: TransferRoute) {
    this.#parties = parties;
    this.#route = route;
    const { holdTimeoutMs, locator } = parties.environment;
    this.#early = new EarlyChange(locator);
    this.#presence = new Presence({
      holdTimeoutMs,
      onHold: () => undefined,
      onGone: () => this.#ended.resolve(),
    });
  }

  get media(): MediaSession {
    if (!this.#media) throw new Error('the second leg has no media session');
    return this.#media;
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Binds the media port. Rejects with the reason of `signal` when it aborts. */
  async open(signal: AbortSignal): Promise<void> {
    const { environment } = this.#parties;
    this.#media = await environment.media.openSession({
      sessionId: randomUUID(),
      recordingPath: null,
      inactivityTimeoutMs: environment.mediaTimeoutMs,
      onInactive: () => this.#presence.silent(),
      onAudio: ({ pcm, atMs }) => this.#listener?.audio(pcm, atMs),
      onDtmf: ({ digit, atMs }) => this.#hear(digit, atMs, 'rtp'),
    });
    if (!signal.aborted) return;
    await this.#media.close().catch(() => undefined);
    throw signal.reason;
  }

  /** Reserves a line of the organization and the trunk, and calls the destination. */
  async call(destination: LegInvite['destination'], signal: AbortSignal): Promise<void> {
    const { environment, held, log } = this.#parties;
    const { trunk } = this.#route;
    const taking = takeSecondLeg(environment.db, held, trunk.trunkId);
    const state = await orWithoutDatabase(taking, 'granted' as const, log);
    if (state !== 'granted') throw new Error(noLine[state]);
    signal.throwIfAborted();
    const offer: LocalAudio = {
      ...audioOfTrunk(trunk),
      address: environment.publicAddress,
      port: this.media.localPort,
      sessionId: Date.now(),
      version: 1,
      reaches: (address) => environment.locator.reaches(address),
    };
    this.#offer = offer;
    const sdp = await firstAnswer({
      environment,
      held,
      route: this.#route,
      destination,
      offer,
      signal,
      connect: (audio) => this.#connect(audio),
      change: (changed, negotiation) => this.#change(changed, negotiation),
      connectEarly: (answer) => this.#connectEarly(answer),
      agreed: () => this.#agreed,
      onLeg: (leg, target) => this.#onLeg(leg, target),
      onRinging: () => this.#onRinging(),
      onInfo: (contentType, body) => this.#onInfo(contentType, body),
      onAnswered: () => this.#onAnswered(),
      onEnded: () => this.#onEnded(),
    });
    const negotiation = await this.#early.agreedBy(sdp, offer);
    if (!negotiation.ok) throw new Error(negotiation.reason);
    this.#connect(negotiation.audio);
    this.#keep(this.#leg?.dialog ?? null);
  }

  divert(listener: Listener): void {
    this.#listener = listener;
  }

  async close(): Promise<void> {
    this.#presence.close();
    this.#leg?.hangUp();
    this.#onEnded();
    await this.media.close().catch(() => undefined);
  }

  #connect(audio: NegotiatedAudio): void {
    this.#agreed = audio;
    this.media.connect(connectOptions(audio, this.#signallingAddress));
    this.#presence.agreed(audio);
  }

  #change(changed: string, negotiation: Extract<Negotiation, { ok: true }>): void {
    if (this.#answeredAtMs !== null) {
      this.#connect(negotiation.audio);
      return;
    }
    this.#early.keep(changed, negotiation);
    this.media.connectEarly(connectOptions(negotiation.audio, this.#signallingAddress));
  }

  #connectEarly(answer: string): void {
    const known = this.#parties.environment.locator.withKnownAddresses(answer);
    const negotiation = readAnswer(known, this.#offer!);
    if (negotiation.ok) this.media.connectEarly(connectOptions(negotiation.audio, this.#signallingAddress));
  }

  #onLeg(leg: OutgoingCall, target: LocatedTarget): void {
    this.#leg = leg;
    this.#signallingAddress = target.host;
  }

  #onRinging(): void {
    this.#keep(this.#leg?.pending ?? null);
  }

  #onAnswered(): void {
    if (this.#answeredAtMs !== null) return;
    const answeredAtMs = monotonicMs();
    this.#answeredAtMs = answeredAtMs;
    const { trunkId } = this.#route.trunk;
    void this.ended.then(() =>
      this.#parties.onLegOver({ trunkId, connectedMs: Math.round(monotonicMs() - answeredAtMs) }),
    );
  }

  #onInfo(contentType: string, body: string): void {
    const digit = digitOfInfo(contentType, body);
    const zeroMs = this.media.timeZeroEpochMs;
    if (digit !== null && zeroMs !== null) this.#hear(digit, Date.now() - zeroMs, 'info');
  }

  #onEnded(): void {
    this.#ended.resolve();
  }

  #hear(digit: string, atMs: number, by: 'rtp' | 'info'): void {
    if (this.#keys.accept(digit, atMs, by)) this.#listener?.digit(digit);
  }

  /** Stores the dialog, with which another process ends the leg if this one dies. */
  #keep(dialog: object | null): void {
    if (dialog === null) return;
    const { environment, held, log } = this.#parties;
    this.#kept = this.#kept
      .then(() => keepSecondLeg(environment.db, held, dialog))
      .catch((error: unknown) => log.warn({ err: error }, 'cannot store the dialog of a second leg'));
  }
}
