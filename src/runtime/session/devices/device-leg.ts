import { randomUUID } from 'node:crypto';
import type { DeviceOfOffer } from '../../../domains/teams/index.ts';
import { fairTimeout, toError } from '../../../platform/kernel/index.ts';
import { type MediaSession, Resampler } from '../../../telephony/media/index.ts';
import {
  type CallFailure,
  digitOfInfo,
  type Endpoint,
  type HeaderList,
  isWebSocket,
  newBranch,
  newCallId,
  newTag,
  type OutgoingCall,
  type OutgoingCallEvents,
} from '../../../telephony/sip/index.ts';
import { audioOfTrunk } from '../audio/call-audio.ts';
import { Presence } from '../audio/presence.ts';
import { PressedKeys } from '../audio/pressed-keys.ts';
import { memberRateHz } from '../listening/member-channel.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { listenerTo } from '../transfer/index.ts';
import { type DeviceAudio, type DeviceDirection, RtpDeviceAudio } from './device-audio.ts';
import { watchFlow } from './flow-watch.ts';
import { WebDeviceAudio } from './web-device-audio.ts';

/** The codecs of softphones and IP phones, in our order of preference. */
const codecs = ['OPUS', 'G722', 'PCMU', 'PCMA'];
/** A browser checks its connection every few seconds. Without checks and audio for this long, a web phone is gone. */
const webSilenceMsMax = 10_000;
/**
 * The same once its WebSocket is closed, as that of a closed page is. A page that only lost its WebSocket sends audio every 20 ms,
 * and connects again (RFC 7118 §6).
 */
const closedSilenceMsMax = 800;
/** A page that holds the call sends no audio. It has this long to connect again. */
const closedHoldMsMax = 10_000;
/** A web phone that hangs up closes its connection too, which may arrive before its BYE. */
const byeMsMax = 1000;
/** 20 ms of a member's voice. */
const frameSamples = memberRateHz / 50;

interface DeviceLegOptions {
  environment: CallEnvironment;
  device: DeviceOfOffer;
  flow: Endpoint;
  /** Returns the flow by which the device is reached now; `null` while it is not. */
  flowNow: () => Endpoint | null;
  /** The address at which browsers reach our ports. */
  webAddress: string;
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
  #audio: DeviceAudio | null = null;
  #stopByeWait = (): void => undefined;
  #stopWatch = (): void => undefined;
  #stopHoldWait = (): void => undefined;
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
      inactivityTimeoutMs: this.#silenceMsMax,
      onInactive: () => this.#presence.silent(),
      onAudio: ({ pcm }) => this.#hear(pcm),
      onDtmf: ({ digit, atMs }) => this.#press(digit, atMs, 'rtp'),
    });
    if (this.#isClosed) {
      await this.#media.close().catch(() => undefined);
      return notRung;
    }
    this.#audio = this.#openAudio(this.#media);
    this.#call = environment.invite(this.#invite(this.#audio.offer()), this.#sipEvents(this.#audio));
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
    this.#stopByeWait();
    this.#stopWatch();
    this.#stopHoldWait();
    this.#call?.hangUp();
    this.#audio?.close();
    await this.#media?.close().catch(() => undefined);
  }

  /** The longest time without packets of the device. */
  get #silenceMsMax(): number {
    const { environment, flow } = this.#options;
    const { mediaTimeoutMs } = environment;
    return isWebSocket(flow) ? Math.min(mediaTimeoutMs, webSilenceMsMax) : mediaTimeoutMs;
  }

  #openAudio(media: MediaSession): DeviceAudio {
    const { environment, device, flow, webAddress: address } = this.#options;
    if (isWebSocket(flow)) return new WebDeviceAudio({ media, address, onClosed: () => this.#closed() });
    const { mediaEncryption } = device;
    const { locator, publicAddress } = environment;
    return new RtpDeviceAudio({
      ...{ media, locator, offered: audioOfTrunk({ codecs, mediaEncryption }) },
      ...{ address: publicAddress, signallingAddress: flow.address },
    });
  }

  #invite(sdpOffer: string): Parameters<CallEnvironment['invite']>[0] {
    const { environment, device, flow, flowNow, shown, ringMs } = this.#options;
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
      // The flow decides; a target is where a trunk would be.
      target: { host: flow.address, port: flow.port },
      flow,
      flowNow,
      routes: device.path,
      sdpOffer,
      extraHeaders: headers,
      noAnswerTimeoutMs: ringMs,
    };
  }

  #sipEvents(audio: DeviceAudio): OutgoingCallEvents {
    return {
      onProvisional: () => {
        this.#isRinging = true;
      },
      onAnswer: (sdp) => void this.#connect(audio, sdp),
      onFail: (failure) => this.#answered.resolve(failure),
      onEnd: () => {
        this.#end('hung-up');
        this.#answered.resolve(unusable('it hung up before its audio was connected'));
      },
      onInfo: (contentType, body) => {
        const digit = digitOfInfo(contentType, body);
        if (digit !== null) this.#press(digit, Date.now() - (this.#media?.timeZeroEpochMs ?? 0), 'info');
      },
      // An offer of the device, such as one that holds the call.
      onOffer: (sdp) => {
        const changed = audio.change(sdp);
        if (changed) this.#presence.agreed(changed.agreed);
        return changed?.answer ?? null;
      },
      onOfferAsked: () => audio.offer(),
      onLateAnswer: (sdp) => {
        const agreed = audio.changed(sdp);
        if (agreed) this.#presence.agreed(agreed);
      },
    };
  }

  /** Connects the audio by the device's answer. One that cannot be used is acknowledged, and the call is hung up. */
  async #connect(audio: DeviceAudio, sdp: string): Promise<void> {
    const agreed: DeviceDirection | string = await audio
      .answered(sdp)
      .catch((error: unknown) => toError(error).message);
    if (typeof agreed === 'string') {
      this.#call?.hangUp();
      this.#answered.resolve(unusable(`its answer cannot be used: ${agreed}`));
      return;
    }
    this.#presence.agreed(agreed);
    this.#answered.resolve('answered');
    if (isWebSocket(this.#options.flow) && !this.#isClosed) this.#watchFlow();
  }

  /** Gives a web phone up soon when its WebSocket is closed and it sends nothing more. */
  #watchFlow(): void {
    this.#stopWatch = watchFlow({
      isOpen: () => this.#options.flowNow() !== null,
      onClosed: () => {
        this.#media?.setInactivityTimeout(closedSilenceMsMax);
        this.#stopHoldWait = fairTimeout(closedHoldMsMax, () => {
          if (this.#presence.isHeld) this.#end('gone');
        });
      },
      onOpen: () => {
        this.#stopHoldWait();
        this.#media?.setInactivityTimeout(this.#silenceMsMax);
      },
    });
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

  /** The web phone has closed the connection of its audio. */
  #closed(): void {
    this.#stopByeWait();
    this.#stopByeWait = fairTimeout(byeMsMax, () => this.#end('gone'));
  }

  #end(why: 'hung-up' | 'gone'): void {
    if (this.#over) return;
    this.#over = why;
    this.#events?.ended(why);
  }
}

function unusable(reason: string): CallFailure {
  return { kind: 'unusable', code: 488, reason, reasonHeader: null, sent: true };
}
