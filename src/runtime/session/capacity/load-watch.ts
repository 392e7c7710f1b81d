import { delay, gauge, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { MediaWorker } from '../../../telephony/media/index.ts';
import { LoadGate } from './load-gate.ts';

interface LoadWatchOptions {
  media: Pick<MediaWorker, 'lateShare'>;
  /** Returns how late the embedded voice is, in milliseconds. */
  voiceBehindMs: () => number;
  log: Log;
  liveCalls: () => number;
  /** Ends the watch. */
  signal: AbortSignal;
}

const lookMs = 500;

/** Measures regularly how late this process serves its calls: its audio, its event loop and its voice. */
export class LoadWatch {
  readonly #gate = new LoadGate();

  constructor({ media, voiceBehindMs }: Pick<LoadWatchOptions, 'media' | 'voiceBehindMs'>) {
    gauge('parley_calls_overloaded', 'Whether no calls are taken, as those there are served late', [], (it) =>
      it.set(this.isOverloaded ? 1 : 0),
    );
    gauge('parley_media_late_share', 'Share of packets sent over 10 ms late in the last second', [], (it) =>
      it.set(media.lateShare()),
    );
    gauge('parley_voice_behind_seconds', 'How late the embedded voice speaks what is needed next', [], (it) =>
      it.set(voiceBehindMs() / 1000),
    );
  }

  /** Whether another call would be audible in the others. */
  get isOverloaded(): boolean {
    return this.#gate.isClosed;
  }

  /** Watches until the signal aborts. */
  async run({ media, voiceBehindMs, log, liveCalls, signal }: LoadWatchOptions): Promise<void> {
    while (!signal.aborted) {
      const dueMs = monotonicMs() + lookMs;
      await delay(lookMs, signal);
      const nowMs = monotonicMs();
      const wasOverloaded = this.isOverloaded;
      const lateness = {
        lateShare: media.lateShare(),
        loopLagMs: nowMs - dueMs,
        voiceBehindMs: voiceBehindMs(),
      };
      const load = { calls: liveCalls(), ...lateness };
      this.#gate.look({ nowMs, ...load });
      if (this.isOverloaded === wasOverloaded) continue;
      if (wasOverloaded) log.info(load, 'the load is normal: calls are taken again');
      else log.warn(load, 'the process is overloaded: it takes no more calls');
    }
  }
}
