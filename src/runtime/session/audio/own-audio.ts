import type { LocalAudio } from '../../../telephony/sip/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { audioOfTrunk, type TrunkAudio } from './local-audio.ts';

/** What our descriptions of one call's audio say, each later than the one before it. */
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

  /** What the next one says is decided by this trunk. */
  useTrunk(trunk: TrunkAudio): void {
    this.#ofTrunk = audioOfTrunk(trunk);
  }

  /** The next one, of a port of ours. */
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

  /** The next one, which is offered. */
  offer(port: number): LocalAudio {
    this.#offered = this.next(port);
    return this.#offered;
  }

  /** The last that was offered, against which answers are read; the next one where none was. */
  lastOffered(port: number): LocalAudio {
    return this.#offered ?? this.next(port);
  }
}
