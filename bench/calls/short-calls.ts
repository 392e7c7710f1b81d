import { setTimeout as delay } from 'node:timers/promises';
import type { PhoneBank } from './phone-bank.ts';
import { readUsage } from './process-usage.ts';
import { slope } from './statistics.ts';
import type { BenchWorld } from './world.ts';

export interface ShortCallsResult {
  calls: number;
  refused: number;
  callsPerSecond: number;
  cpuMsPerCall: number;
  /** Over the calls after the first fifth, in which the process grows to its size. */
  residentKbPerCall: number;
  residentMb: { first: number; last: number };
}

const talkMs = 60;
const sampleEvery = 5;

/** Places calls one after the other, each hung up soon, and watches what of them stays in memory. */
export async function measureShortCalls(
  world: BenchWorld,
  bank: PhoneBank,
  count: number,
): Promise<ShortCallsResult> {
  const points: { x: number; y: number }[] = [];
  const from = readUsage(world.processId);
  let refused = 0;
  for (let n = 0; n < count; n++) {
    const call = await bank.place(world.calledNumber, world.program.sipPort);
    if (call.kind === 'refused') refused++;
    else {
      await delay(talkMs);
      call.hangUp();
    }
    if (n % sampleEvery === 0) points.push({ x: n, y: readUsage(world.processId).residentKb });
  }
  const to = readUsage(world.processId);
  return {
    calls: count,
    refused,
    callsPerSecond: count / ((to.atMs - from.atMs) / 1000),
    cpuMsPerCall: ((to.cpuSeconds - from.cpuSeconds) * 1000) / count,
    residentKbPerCall: slope(points.slice(Math.floor(points.length / 5))),
    residentMb: { first: from.residentKb / 1024, last: to.residentKb / 1024 },
  };
}
