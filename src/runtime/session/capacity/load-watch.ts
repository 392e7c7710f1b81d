import { delay, gauge, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { MediaWorker } from '../../../telephony/media/index.ts';
import { isVoiceFull, LoadGate } from './load-gate.ts';

interface LoadWatchOptions {
  media: Pick<MediaWorker, 'lateShare'>;
  /** Returns the delay of the embedded voice in milliseconds. */
  voiceBehindMs: () => number;
  log: Log;
  liveCalls: () => number;
  /** Ends the watch. */
  signal: AbortSignal;
}

const checkEveryMs = 500;

/** Measures regularly the delays of this process: of its audio, its event loop and its voice. */
export class LoadWatch {
  readonly #gate = new LoadGate();
  readonly #options: Pick<LoadWatchOptions, 'voiceBehindMs' | 'liveCalls'>;

  constructor(options: Pick<LoadWatchOptions, 'media' | 'voiceBehindMs' | 'liveCalls'>) {
    const { media, voiceBehindMs } = options;
    this.#options = options;
    gauge(
      'parley_calls_overloaded',
      'Whether the process accepts no calls, because it serves its calls late',
      [],
      (it) => it.set(this.isOverloaded ? 1 : 0),
    );
    gauge('parley_media_late_share', 'Share of packets sent over 10 ms late in the last second', [], (it) =>
      it.set(media.lateShare()),
    );
    gauge(
      'parley_voice_behind_seconds',
      'Delay of the embedded voice with the text that is needed next',
      [],
      (it) => it.set(voiceBehindMs() / 1000),
    );
  }

  /** Whether another call would be audible in the others. */
  get isOverloaded(): boolean {
    return this.admits === 0;
  }

  /** The number of calls that may begin now. The voice is asked at each call, because many may begin within a second. */
  get admits(): number {
    const { voiceBehindMs, liveCalls } = this.#options;
    return isVoiceFull(liveCalls(), voiceBehindMs()) ? 0 : this.#gate.admits;
  }

  /** Counts a call that begins. */
  took(): void {
    this.#gate.took();
  }

  /** Watches until the signal aborts. */
  async run({ media, voiceBehindMs, log, liveCalls, signal }: LoadWatchOptions): Promise<void> {
    let wasOverloaded = false;
    while (!signal.aborted) {
      const dueMs = monotonicMs() + checkEveryMs;
      await delay(checkEveryMs, signal);
      const nowMs = monotonicMs();
      const lateness = {
        lateShare: media.lateShare(),
        loopLagMs: nowMs - dueMs,
        voiceBehindMs: voiceBehindMs(),
      };
      const load = { calls: liveCalls(), ...lateness };
      this.#gate.update({ nowMs, ...load });
      if (this.#gate.isClosed === wasOverloaded) continue;
      wasOverloaded = this.#gate.isClosed;
      if (!wasOverloaded) log.info(load, 'the load is normal: the process accepts calls again');
      else log.warn(load, 'the process is overloaded: it accepts no more calls');
    }
  }
}
