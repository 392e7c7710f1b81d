import { telephoneRateHz } from '../../../telephony/media/index.ts';
import { type AudioCodec, type LocalAudio, newSrtpKeys } from '../../../telephony/sip/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';

/** A trunk's settings for the audio of its calls. */
export interface TrunkAudio {
  /** As the trunk's setting names them, in upper case. */
  codecs: readonly string[];
  mediaEncryption: 'off' | 'optional' | 'required';
}

/** Returns the sample rate of all calls over the trunk, or `null` when the other side decides it. */
export function rateOfTrunk({ codecs }: Pick<TrunkAudio, 'codecs'>): number | null {
  return codecs.some((codec) => codec !== 'PCMU' && codec !== 'PCMA') ? null : telephoneRateHz;
}

/** Returns the trunk's part of our side of the audio, with new keys for every call. */
export function audioOfTrunk(trunk: TrunkAudio): Pick<LocalAudio, 'codecs' | 'encryption'> {
  const codecs = trunk.codecs.map((codec) => (codec === 'OPUS' ? 'opus' : codec)) as AudioCodec[];
  const mode = trunk.mediaEncryption;
  return mode === 'off' ? { codecs } : { codecs, encryption: { mode, keys: newSrtpKeys() } };
}

/** Our descriptions of one call's audio, each with a later version than the one before. */
export class OwnAudio {
  readonly #environment: Pick<CallEnvironment, 'locator' | 'publicAddress'>;
  readonly #sdpSessionId = Date.now();
  #sdpVersion = 1;
  #ofTrunk: ReturnType<typeof audioOfTrunk>;
  #offered: LocalAudio | null = null;

  constructor(environment: Pick<CallEnvironment, 'locator' | 'publicAddress'>, trunk: TrunkAudio) {
    this.#environment = environment;
    this.#ofTrunk = audioOfTrunk(trunk);
  }

  /** Uses this trunk's settings for the next description. */
  useTrunk(trunk: TrunkAudio): void {
    this.#ofTrunk = audioOfTrunk(trunk);
  }

  /** Returns the next description, with our port. */
  next(port: number): LocalAudio {
    const { locator, publicAddress: address } = this.#environment;
    return {
      address,
      port,
      ...this.#ofTrunk,
      sessionId: this.#sdpSessionId,
      version: this.#sdpVersion++,
      reaches: (remote) => locator.reaches(remote),
    };
  }

  /** Returns the next description as an offer. */
  offer(port: number): LocalAudio {
    this.#offered = this.next(port);
    return this.#offered;
  }

  /** Returns the last offer, against which answers are read, or the next description when there was none. */
  lastOffered(port: number): LocalAudio {
    return this.#offered ?? this.next(port);
  }
}
