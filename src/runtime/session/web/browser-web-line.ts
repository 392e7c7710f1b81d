import type { CallLine } from '../../../conversation/pipeline/index.ts';
import type { HearingOptions, MediaSession, Playback } from '../../../telephony/media/index.ts';

/** The audio session of a browser call over WebRTC as the line of its conversation. Keys of the agent are reported, not played. */
export class BrowserWebLine implements CallLine {
  readonly isRecorded = false;
  readonly #session: MediaSession;
  readonly #keys: (digits: string) => void;

  constructor(session: MediaSession, keys: (digits: string) => void) {
    this.#session = session;
    this.#keys = keys;
  }

  get sampleRateHz(): number {
    return this.#session.sampleRateHz;
  }

  get timeZeroEpochMs(): number | null {
    return this.#session.timeZeroEpochMs;
  }

  listen(options: HearingOptions): void {
    this.#session.listen(options);
  }

  play(pcm: Int16Array): Promise<Playback> {
    return this.#session.play(pcm);
  }

  stopPlaying(): void {
    this.#session.stopPlaying();
  }

  async sendDtmf(digits: string): Promise<void> {
    this.#keys(digits);
  }

  pauseRecording(): void {}

  recordPeer(): void {}
}
