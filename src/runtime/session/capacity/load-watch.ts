import type { VoiceLoad } from '../../../conversation/providers/registry.ts';
import { delay, gauge, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { MediaWorker } from '../../../telephony/media/index.ts';
import { LoadGate } from './load-gate.ts';
import { VoiceDemand } from './voice-demand.ts';

interface LoadWatchOptions {
  media: Pick<MediaWorker, 'lateShare'>;
  /** Returns the load of the embedded voice; `null` while no call uses it. */
  voiceLoad: () => VoiceLoad | null;
  log: Log;
  liveCalls: () => number;
  /** Ends the watch. */
  signal: AbortSignal;
}

const checkEveryMs = 500;

/** Measures regularly the delays of this process: of its audio, its event loop and its voice. */
export class LoadWatch {
  readonly #gate = new LoadGate();
  readonly #demand = new VoiceDemand();
  readonly #options: Pick<LoadWatchOptions, 'voiceLoad' | 'liveCalls'>;

  constructor(options: Pick<LoadWatchOptions, 'media' | 'voiceLoad' | 'liveCalls'>) {
    const { media, voiceLoad, liveCalls } = options;
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
      (it) => it.set((voiceLoad()?.behindMs ?? 0) / 1000),
    );
    gauge(
      'parley_voice_load_share',
      'Share of its speed that live calls are expected to ask of the embedded voice',
      [],
      (it) => it.set(this.#demand.shareOf(liveCalls(), voiceLoad())),
    );
  }

  /** Whether another call would be audible in the others. */
  get isOverloaded(): boolean {
    return this.admits(this.#options.liveCalls()) === 0;
  }

  /** Returns how many more calls may begin beside `calls`. The voice is asked at each call, because many may begin within a second. */
  admits(calls: number): number {
    return Math.min(this.#demand.roomBeside(calls, this.#options.voiceLoad()), this.#gate.admits);
  }

  /** Counts a call that begins. */
  took(): void {
    this.#gate.took();
  }

  /** Watches until the signal aborts. */
  async run({ media, voiceLoad, log, liveCalls, signal }: LoadWatchOptions): Promise<void> {
    let wasOverloaded = false;
    while (!signal.aborted) {
      const dueMs = monotonicMs() + checkEveryMs;
      await delay(checkEveryMs, signal);
      const nowMs = monotonicMs();
      const { behindMs: voiceBehindMs = 0, spokenCharacters = 0 } = voiceLoad() ?? {};
      const lateness = { lateShare: media.lateShare(), loopLagMs: nowMs - dueMs, voiceBehindMs };
      const load = { calls: liveCalls(), ...lateness };
      this.#gate.update({ nowMs, ...load });
      this.#demand.update({ nowMs, calls: load.calls, spokenCharacters });
      if (this.#gate.isClosed === wasOverloaded) continue;
      wasOverloaded = this.#gate.isClosed;
      if (!wasOverloaded) log.info(load, 'the load is normal: the process accepts calls again');
      else log.warn(load, 'the process is overloaded: it accepts no more calls');
    }
  }
}
