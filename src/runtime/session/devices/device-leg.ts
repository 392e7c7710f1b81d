import { randomUUID } from 'node:crypto';
import type { DeviceOfOffer } from '../../../domains/teams/index.ts';
import { type MediaSession, Resampler } from '../../../telephony/media/index.ts';
import {
  answerOffer,
  answerSwitchedOff,
  buildOffer,
  type CallFailure,
  digitOfInfo,
  type Endpoint,
  type HeaderList,
  type LocalAudio,
  type NegotiatedAudio,
  newBranch,
  newCallId,
  newTag,
  type OutgoingCall,
  type OutgoingCallEvents,
  readAnswer,
  readSwitchedOff,
} from '../../../telephony/sip/index.ts';
import { audioOfTrunk } from '../audio/call-audio.ts';
import { connectOptions } from '../audio/connect-options.ts';
import { Presence } from '../audio/presence.ts';
import { PressedKeys } from '../audio/pressed-keys.ts';
import { memberRateHz } from '../listening/member-channel.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { listenerTo } from '../transfer/index.ts';

/** The codecs of devices, in our order of preference. */
const codecs = ['OPUS', 'G722', 'PCMU', 'PCMA'];
/** 20 ms of a member's voice. */
const frameSamples = memberRateHz / 50;

interface DeviceLegOptions {
  environment: CallEnvironment;
  device: DeviceOfOffer;
  flow: Endpoint;
  /** The caller as the device displays it. */
  shown: { number: string; name: string; subject: string | null };
  ringMs: number;
}

/** The reports of a leg after its answer. */
export interface DeviceLegEvents {
  /** 20 ms of the member's voice at 16 kHz. */
  audio(pcm: Int16Array): void;
  digit(digit: string): void;
  hold(isHolding: boolean): void;
  /** `hung-up`: the member ended the call. `gone`: the device sends nothing any more. */
  ended(why: 'hung-up' | 'gone'): void;
}

export type DeviceAnswer = 'answered' | CallFailure;

const notRung: CallFailure = {
  kind: 'canceled',
  code: null,
  reason: 'given up before it rang',
  reasonHeader: null,
  sent: false,
};

/** A call to a registered device of a member, from its media port to its end. */
export class DeviceLeg {
  readonly #options: DeviceLegOptions;
  readonly #keys = new PressedKeys();
  readonly #presence: Presence;
  readonly #answered = Promise.withResolvers<DeviceAnswer>();
  #events: DeviceLegEvents | null = null;
  #media: MediaSession | null = null;
  #offer: LocalAudio | null = null;
  #agreed: NegotiatedAudio | null = null;
  #call: OutgoingCall | null = null;
  #rest = new Int16Array(0);
  #resampler: Resampler | null = null;
  #over: 'hung-up' | 'gone' | null = null;
  #isRinging = false;
  #isClosed = false;

  constructor(options: DeviceLegOptions) {
    this.#options = options;
    this.#presence = new Presence({
      holdTimeoutMs: options.environment.holdTimeoutMs,
      onHold: (isHeld) => this.#events?.hold(isHeld),
      onGone: () => this.#end('gone'),
    });
  }

  /** Rings the device. Resolves when it answers, or with the reason when it does not. Rejects without a free port. */
  async ring(): Promise<DeviceAnswer> {
    const { environment } = this.#options;
    this.#media = await environment.media.openSession({
      sessionId: randomUUID(),
      recordingPath: null,
      inactivityTimeoutMs: environment.mediaTimeoutMs,
      onInactive: () => this.#presence.silent(),
      onAudio: ({ pcm }) => this.#hear(pcm),
      onDtmf: ({ digit, atMs }) => this.#press(digit, atMs, 'rtp'),
    });
    if (this.#isClosed) {
      await this.#media.close().catch(() => undefined);
      return notRung;
    }
    const { mediaEncryption } = this.#options.device;
    this.#offer = {
      ...audioOfTrunk({ codecs, mediaEncryption }),
      address: environment.publicAddress,
      port: this.#media.localPort,
      sessionId: Date.now(),
      version: 1,
      reaches: (address) => environment.locator.reaches(address),
    };
    this.#call = environment.invite(this.#invite(this.#offer), this.#sipEvents(this.#offer));
    return this.#answered.promise;
  }

  /** Whether the device has said that it rings. */
  get isRinging(): boolean {
    return this.#isRinging;
  }

  /** Begins to report what the device sends. */
  follow(events: DeviceLegEvents): void {
    this.#events = events;
    if (this.#over) {
      events.ended(this.#over);
      return;
    }
    if (this.#presence.isHeld) events.hold(true);
    this.#media?.listen({ audio: true, speech: null });
  }

  /** Returns what plays audio of this rate to the member. */
  player(rateHz: number): (pcm: Int16Array) => void {
    const media = this.#media!;
    const listener = listenerTo(media, () => rateHz);
    return (pcm) => listener.audio(pcm, 0);
  }

  /** Ends the leg in any state. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#events = null;
    this.#presence.close();
    this.#call?.hangUp();
    await this.#media?.close().catch(() => undefined);
  }

  #invite(offer: LocalAudio): Parameters<CallEnvironment['invite']>[0] {
    const { environment, device, flow, shown, ringMs } = this.#options;
    const { number, name, subject } = shown;
    const host = environment.publicAddress.includes(':')
      ? `[${environment.publicAddress}]`
      : environment.publicAddress;
    const headers: HeaderList = subject === null ? [] : [['Subject', subject]];
    return {
      callId: newCallId(),
      branch: newBranch(),
      fromTag: newTag(),
      cseq: 1,
      requestUri: device.uri,
      toUri: device.uri,
      fromUri: `sip:${encodeURIComponent(number).replaceAll('%2B', '+') || 'anonymous'}@${host}`,
      displayName: name,
      target: { host: flow.address, port: flow.port, transport: flow.transport },
      flow,
      routes: device.path,
      sdpOffer: buildOffer(offer),
      extraHeaders: headers,
      noAnswerTimeoutMs: ringMs,
    };
  }

  #sipEvents(offer: LocalAudio): OutgoingCallEvents {
    const { locator } = this.#options.environment;
    return {
      onProvisional: () => {
        this.#isRinging = true;
      },
      onAnswer: (sdp) => {
        const negotiation = readAnswer(locator.withKnownAddresses(sdp), offer);
        if (negotiation.ok) this.#connect(negotiation.audio);
        const failure = {
          kind: 'unusable',
          code: 488,
          reason: 'no common audio',
          reasonHeader: null,
        } as const;
        if (!negotiation.ok) this.#call?.hangUp();
        this.#answered.resolve(negotiation.ok ? 'answered' : { ...failure, sent: true });
      },
      onFail: (failure) => this.#answered.resolve(failure),
      onEnd: () => this.#end('hung-up'),
      onInfo: (contentType, body) => {
        const digit = digitOfInfo(contentType, body);
        if (digit !== null) this.#press(digit, Date.now() - (this.#media?.timeZeroEpochMs ?? 0), 'info');
      },
      onOffer: (changed) => this.#change(changed, offer),
      onOfferAsked: () => buildOffer({ ...offer, version: ++offer.version }),
      onLateAnswer: (changed) => {
        const negotiation = readAnswer(locator.withKnownAddresses(changed), offer);
        const audio = negotiation.ok
          ? negotiation.audio
          : this.#agreed && readSwitchedOff(changed, this.#agreed);
        if (audio) this.#connect(audio);
      },
    };
  }

  /** Answers an offer of the device, such as one that holds the call. */
  #change(changed: string, offer: LocalAudio): string | null {
    const known = this.#options.environment.locator.withKnownAddresses(changed);
    const local = { ...offer, version: ++offer.version };
    const off = this.#agreed && answerSwitchedOff(known, local, this.#agreed);
    const negotiation = off ?? answerOffer(known, local);
    if (!negotiation.ok) return null;
    this.#connect(negotiation.audio);
    return negotiation.sdp;
  }

  #connect(audio: NegotiatedAudio): void {
    this.#agreed = audio;
    this.#media?.connect(connectOptions(audio, this.#options.flow.address));
    this.#presence.agreed(audio);
  }

  #hear(pcm: Int16Array): void {
    this.#resampler ??= new Resampler(this.#media!.sampleRateHz, memberRateHz);
    const added = this.#resampler.push(pcm);
    const all = new Int16Array(this.#rest.length + added.length);
    all.set(this.#rest);
    all.set(added, this.#rest.length);
    let at = 0;
    for (; at + frameSamples <= all.length; at += frameSamples)
      this.#events?.audio(all.subarray(at, at + frameSamples));
    this.#rest = all.slice(at);
  }

  #press(digit: string, atMs: number, by: 'rtp' | 'info'): void {
    if (this.#keys.accept(digit, atMs, by)) this.#events?.digit(digit);
  }

  #end(why: 'hung-up' | 'gone'): void {
    if (this.#over) return;
    this.#over = why;
    this.#events?.ended(why);
  }
}
