import { setTimeout as delay } from 'node:timers/promises';
import { placeMany } from '../calls/level.ts';
import { readMemory } from '../calls/memory.ts';
import { PhoneBank, type PlacedCall } from '../calls/phone-bank.ts';
import { readUsage, sharesBetween } from '../calls/process-usage.ts';
import { type BenchWorld, startBenchWorld } from '../calls/world.ts';
import { median } from '../rounds.ts';
import { trustsBank, WebBank } from './web-bank.ts';

/** The cost of calls in the process that carries them. */
interface CallCost {
  cpuSecondsPerCallMinute: number;
  /** The part of the thread with the most, which is that of media. */
  mediaPerCallMinute: number;
  /** Objects and buffers after a garbage collection. */
  liveKbPerCall: number;
}

interface CostResult {
  calls: number;
  sip: CallCost[];
  web: CallCost[];
  /** The medians of web calls divided by those of SIP calls. */
  cpuRatio: number;
  memoryRatio: number;
}

const settleMs = 8000;
const restMs = 4000;
/** A process on a busy machine refuses calls for a while. */
const triesMax = 20;

interface CostOptions {
  calls: number;
  seconds: number;
  rounds: number;
}

/** Measures as many SIP calls (G.711) and web calls (Opus, SRTP) in turns, with the same agent in one process. */
export async function measureCost({ calls, seconds, rounds }: CostOptions): Promise<CostResult> {
  await using world = await startBenchWorld(2 * calls + 10, undefined, trustsBank);
  const phones = await PhoneBank.open();
  await using pages = await WebBank.open(world);
  const bySip = {
    place: async () => {
      const answered: Extract<PlacedCall, { kind: 'answered' }>[] = [];
      for (let tries = 0; answered.length < calls; tries++) {
        if (tries === triesMax) throw new Error(`${calls - answered.length} SIP calls were not answered`);
        const placed = await placeMany(world, phones, calls - answered.length);
        answered.push(...placed.filter((call) => call.kind === 'answered'));
      }
      return async () => {
        for (const call of answered) call.hangUp();
      };
    },
  };
  const byWeb = {
    place: async () => {
      for (let n = 0; n < calls; n++) await pages.place();
      return () => pages.hangUp();
    },
  };
  // The first calls load code.
  await measureCalls(world, bySip, calls, 1);
  await measureCalls(world, byWeb, calls, 1);
  const [sip, web]: [CallCost[], CallCost[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    sip.push(await measureCalls(world, bySip, calls, seconds));
    console.log(line(`${calls} SIP calls`, sip.at(-1)!));
    web.push(await measureCalls(world, byWeb, calls, seconds));
    console.log(line(`${calls} web calls`, web.at(-1)!));
  }
  await phones.close();
  const ratio = (of: (cost: CallCost) => number) => median(web.map(of)) / median(sip.map(of));
  const cpuRatio = ratio((cost) => cost.cpuSecondsPerCallMinute);
  const memoryRatio = ratio((cost) => cost.liveKbPerCall);
  console.log(`A web call costs ${cpuRatio.toFixed(2)} × the CPU and ${memoryRatio.toFixed(2)} × the memory`);
  return { calls, sip, web, cpuRatio, memoryRatio };
}

async function measureCalls(
  world: BenchWorld,
  { place }: { place: () => Promise<() => Promise<void>> },
  calls: number,
  seconds: number,
): Promise<CallCost> {
  const { processId, memoryFile } = world;
  const before = await readMemory(processId, memoryFile);
  const hangUp = await place();
  await delay(settleMs);
  const from = readUsage(processId);
  await delay(seconds * 1000);
  const { all, busiestOther } = sharesBetween(from, readUsage(processId));
  const after = await readMemory(processId, memoryFile);
  await hangUp();
  await delay(restMs);
  const liveKb = after.heapKb + after.externalKb - before.heapKb - before.externalKb;
  return {
    cpuSecondsPerCallMinute: (all * 60) / calls,
    mediaPerCallMinute: (busiestOther * 60) / calls,
    liveKbPerCall: liveKb / calls,
  };
}

function line(name: string, cost: CallCost): string {
  const { cpuSecondsPerCallMinute: cpu, mediaPerCallMinute: media, liveKbPerCall } = cost;
  return `${name}: ${cpu.toFixed(3)} CPU-seconds a call-minute (media thread ${media.toFixed(3)}), ${liveKbPerCall.toFixed(0)} KB a call`;
}
