import type { MediaSession } from '../../../telephony/media/index.ts';
import {
  answerOffer,
  answerSwitchedOff,
  buildOffer,
  type LocalAudio,
  type Locator,
  type NegotiatedAudio,
  readAnswer,
  readSwitchedOff,
} from '../../../telephony/sip/index.ts';
import { connectOptions } from '../audio/connect-options.ts';

/** Our direction in an agreement about the audio. `recvonly` and `inactive`: the device holds the call. */
export type DeviceDirection = Pick<NegotiatedAudio, 'direction'>;

/** How the audio of a call to a device is described, agreed and connected. */
export interface DeviceAudio {
  /** Returns an offer of everything that we support, with the next version. */
  offer(): string;
  /** Connects by the device's answer to our first offer. Rejects with the reason when the answer cannot be used. */
  answered(sdp: string): Promise<DeviceDirection>;
  /** Answers a later offer of the device; `null` when it cannot be used. */
  change(sdp: string): { answer: string; agreed: DeviceDirection } | null;
  /** Takes the device's answer to a later offer of ours; `null` when it cannot be used, and nothing changes. */
  changed(sdp: string): DeviceDirection | null;
  close(): void;
}

interface RtpDeviceAudioOptions {
  media: MediaSession;
  locator: Locator;
  /** The codecs, and the keys of encrypted audio. */
  offered: Pick<LocalAudio, 'codecs' | 'encryption'>;
  /** Our address for the device, and the address of its signalling. */
  address: string;
  signallingAddress: string;
}

/** RTP or SRTP by keys in the signalling: the audio of softphones and IP phones. */
export class RtpDeviceAudio implements DeviceAudio {
  readonly #options: RtpDeviceAudioOptions;
  readonly #local: LocalAudio;
  #agreed: NegotiatedAudio | null = null;

  constructor(options: RtpDeviceAudioOptions) {
    this.#options = options;
    const { media, locator, offered, address } = options;
    this.#local = {
      ...{ ...offered, address, port: media.localPort, sessionId: Date.now(), version: 0 },
      reaches: (remote) => locator.reaches(remote),
    };
  }

  offer(): string {
    this.#local.version++;
    return buildOffer(this.#local);
  }

  async answered(sdp: string): Promise<DeviceDirection> {
    const negotiation = readAnswer(this.#known(sdp), this.#local);
    if (!negotiation.ok) throw new Error(`no common audio: ${negotiation.reason}`);
    return this.#connect(negotiation.audio);
  }

  change(sdp: string): { answer: string; agreed: DeviceDirection } | null {
    const known = this.#known(sdp);
    const local = { ...this.#local, version: ++this.#local.version };
    const off = this.#agreed && answerSwitchedOff(known, local, this.#agreed);
    const negotiation = off ?? answerOffer(known, local);
    return negotiation.ok ? { answer: negotiation.sdp, agreed: this.#connect(negotiation.audio) } : null;
  }

  changed(sdp: string): DeviceDirection | null {
    const negotiation = readAnswer(this.#known(sdp), this.#local);
    const audio = negotiation.ok ? negotiation.audio : this.#agreed && readSwitchedOff(sdp, this.#agreed);
    return audio && this.#connect(audio);
  }

  close(): void {}

  #known(sdp: string): string {
    return this.#options.locator.withKnownAddresses(sdp);
  }

  #connect(audio: NegotiatedAudio): NegotiatedAudio {
    this.#agreed = audio;
    this.#options.media.connect(connectOptions(audio, this.#options.signallingAddress));
    return audio;
  }
}
