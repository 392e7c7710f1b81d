import { setTimeout as delay } from 'node:timers/promises';
import { placeMany } from './level.ts';
import { PhoneBank } from './phone-bank.ts';
import { startBenchWorld } from './world.ts';

export interface GapSummary {
  p99: number | null;
  max: number;
  /** The same on lines without the program. */
  controlP99: number | null;
}

export interface OverloadResult {
  capacity: number;
  /** The calls beyond the capacity by SIP status. `taken` were answered, `none` got no response. */
  answers: Record<string, number>;
  gapBefore: GapSummary;
  gapDuring: GapSummary;
  lost: number;
}

const settleMs = 6_000;

/** Fills a service to its capacity, and offers as many calls again. */
export async function measureOverload(capacity: number, seconds: number): Promise<OverloadResult> {
  await using world = await startBenchWorld(capacity);
  const running = await PhoneBank.open();
  const beyond = await PhoneBank.open();
  try {
    await placeMany(world, running, capacity);
    const { gaps } = running.measurements;
    const read = (): GapSummary => ({
      p99: gaps.quantile(0.99),
      max: gaps.maxMs,
      controlP99: running.control.gaps.quantile(0.99),
    });
    await delay(settleMs);
    running.startMeasuring();
    await delay(seconds * 1000);
    const gapBefore = read();
    running.startMeasuring();
    const [placed] = await Promise.all([placeMany(world, beyond, capacity), delay(seconds * 1000)]);
    const answers: Record<string, number> = {};
    for (const call of placed) {
      const what = call.kind === 'answered' ? 'taken' : String(call.code ?? 'none');
      answers[what] = (answers[what] ?? 0) + 1;
    }
    return { capacity, answers, gapBefore, gapDuring: read(), lost: running.lost };
  } finally {
    await running.close();
    await beyond.close();
  }
}
