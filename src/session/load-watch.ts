import { delay, gauge, type Log, monotonicMs } from '../kernel/index.ts';
import type { MediaWorker } from '../media/index.ts';
import { LoadGate } from './load-gate.ts';

export interface LoadWatchOptions {
  media: Pick<MediaWorker, 'lateShare'>;
  log: Log;
  liveCalls: () => number;
  /** Ends the watch. */
  signal: AbortSignal;
}

const lookMs = 500;

/** Looks now and then how late the calls of this process are served, by its audio and by its event loop. */
export class LoadWatch {
  readonly #gate = new LoadGate();

  constructor({ media }: Pick<LoadWatchOptions, 'media'>) {
    gauge('parley_calls_overloaded', 'Whether no calls are taken, as those there are served late', [], (it) =>
      it.set(this.isOverloaded ? 1 : 0),
    );
    gauge('parley_media_late_share', 'Share of packets sent over 10 ms late in the last second', [], (it) =>
      it.set(media.lateShare()),
    );
  }

  /** Whether another call would be heard by those that are there. */
  get isOverloaded(): boolean {
    return this.#gate.isClosed;
  }

  /** Watches until the signal aborts. */
  async run({ media, log, liveCalls, signal }: LoadWatchOptions): Promise<void> {
    while (!signal.aborted) {
      const dueMs = monotonicMs() + lookMs;
      await delay(lookMs, signal);
      const nowMs = monotonicMs();
      const wasOverloaded = this.isOverloaded;
      const load = { calls: liveCalls(), lateShare: media.lateShare(), loopLagMs: nowMs - dueMs };
      this.#gate.look({ nowMs, ...load });
      if (this.isOverloaded === wasOverloaded) continue;
      if (wasOverloaded) log.info(load, 'calls are taken again');
      else log.warn(load, 'calls are served late: no more are taken');
    }
  }
}
