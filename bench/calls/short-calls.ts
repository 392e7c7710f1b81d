import { setTimeout as delay } from 'node:timers/promises';
import { type LiveMemory, readMemory } from './memory.ts';
import type { PhoneBank } from './phone-bank.ts';
import { readUsage } from './process-usage.ts';
import type { BenchWorld } from './world.ts';

export interface ShortCallsResult {
  calls: number;
  refused: number;
  callsPerSecond: number;
  cpuMsPerCall: number;
  /** Memory before and after, when SIP has forgotten the ended calls. */
  memory: { before: LiveMemory; after: LiveMemory };
}

const conversationMs = 60;
const atOnce = 4;
/** Timers of SIP transactions keep an ended call for 32 s (RFC 3261 §17), which is no leak. */
const forgottenMs = 36_000;

/** Places and hangs up `count` calls, or calls for `seconds`. Waits before and after. */
export async function measureShortCalls(
  world: BenchWorld,
  bank: PhoneBank,
  { count, seconds }: { count: number; seconds: number },
): Promise<ShortCallsResult> {
  await delay(forgottenMs);
  const before = await readMemory(world.processId, world.memoryFile);
  const from = readUsage(world.processId);
  const { placed, refused } = await placeShortCalls(world, bank, { count, seconds });
  const to = readUsage(world.processId);
  await delay(forgottenMs);
  const after = await readMemory(world.processId, world.memoryFile);
  return {
    calls: placed,
    refused,
    callsPerSecond: placed / ((to.atMs - from.atMs) / 1000),
    cpuMsPerCall: ((to.cpuSeconds - from.cpuSeconds) * 1000) / placed,
    memory: { before, after },
  };
}

/** Places calls, several at a time, and hangs up each soon. */
export async function placeShortCalls(
  world: BenchWorld,
  bank: PhoneBank,
  { count, seconds }: { count: number; seconds: number },
): Promise<{ placed: number; refused: number }> {
  const untilMs = performance.now() + seconds * 1000;
  let [placed, refused] = [0, 0];
  const place = async () => {
    while (placed < count && performance.now() < untilMs) {
      placed++;
      const call = await bank.place(world.calledNumber, world.program.sipPort);
      if (call.kind === 'refused') refused++;
      else {
        await delay(conversationMs);
        call.hangUp();
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, place));
  return { placed, refused };
}
