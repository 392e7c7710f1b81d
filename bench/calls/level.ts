import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { coresBetween, readMachine } from './machine.ts';
import { type LiveMemory, readMemory } from './memory.ts';
import type { PhoneBank, PlacedCall } from './phone-bank.ts';
import { type ProcessUsage, readUsage, sharesBetween } from './process-usage.ts';
import { quantileOf } from './statistics.ts';
import { captureWire } from './wire.ts';
import type { BenchWorld } from './world.ts';

/** The measurements with this many conversations; null where a measurement was impossible. */
export interface LevelResult {
  calls: number;
  /** The reasons why this measurement is not valid; empty when it is valid. */
  doubts: string[];
  /** Cores that the whole program, the bank, and other processes used. */
  programCores: number;
  bankCores: number;
  otherCores: number;
  answered: number;
  lost: number;
  callsPerSecond: number;
  setUpCpuMs: number;
  cpuShare: number;
  mainShare: number;
  mediaShare: number;
  mediaName: string;
  cpuSecondsPerCallMinute: number;
  residentKbPerCall: number;
  /** Objects and buffers after a garbage collection, read after the other measurements. */
  liveKbPerCall: number;
  gapP50: number | null;
  gapP99: number | null;
  gapMax: number;
  controlP99: number | null;
  controlMax: number;
  /** The same gaps by the kernel's clock when packets are sent; null when no capture was possible. */
  wireP50: number | null;
  wireP99: number | null;
  wireMax: number | null;
  wireControlP99: number | null;
  wireControlMax: number | null;
  bankLatenessMax: number;
  answerP50: number | null;
  answerP95: number | null;
  turns: number;
  waitedP50: number | null;
  waitedP95: number | null;
  addedP50: number | null;
  addedP95: number | null;
}

/** INVITEs in progress at once while the calls of a level are set up. */
const setUpAtOnce = 8;
/** The time between set-up and measurement, in which greetings end and garbage of the set-up is collected. */
const settleMs = 6_000;
const recordsAtOnce = 8;

/** Sets up `count` calls, lets them converse for `seconds`, measures, and hangs up. */
export async function measureLevel(
  world: BenchWorld,
  bank: PhoneBank,
  count: number,
  seconds: number,
): Promise<LevelResult> {
  const memoryBefore = await readMemory(world.processId, world.memoryFile);
  const idle = readUsage(world.processId);
  bank.lost = 0;
  const placed = await placeMany(world, bank, count);
  const up = readUsage(world.processId);
  const answered = placed.filter((call) => call.kind === 'answered');
  await delay(settleMs);
  const ports = { rtp: world.rtpPorts, control: bank.control.ports };
  const stopCapture = await captureWire(ports, join(world.folder, 'wire.pcap'));
  bank.startMeasuring();
  const from = readUsage(world.processId);
  const machineFrom = readMachine(world.program.process.pid!);
  await delay(seconds * 1000);
  const to = readUsage(world.processId);
  const cores = coresBetween(machineFrom, readMachine(world.program.process.pid!));
  const { gaps } = bank.measurements;
  const { gaps: control } = bank.control;
  const measured = {
    gapP50: gaps.quantile(0.5),
    gapP99: gaps.quantile(0.99),
    gapMax: gaps.maxMs,
    controlP99: control.quantile(0.99),
    controlMax: control.maxMs,
    bankLatenessMax: bank.latenessMaxMs,
    answerP50: quantileOf(bank.measurements.answersMs, 0.5),
    answerP95: quantileOf(bank.measurements.answersMs, 0.95),
  };
  const { lost } = bank;
  const wire = (await stopCapture?.()) ?? null;
  const memory = await readMemory(world.processId, world.memoryFile);
  const liveKb = ({ heapKb, externalKb }: LiveMemory) => heapKb + externalKb;
  for (const call of answered) call.hangUp();
  const ledger = await readLedger(world, answered);
  const shares = sharesBetween(from, to);
  return {
    ...{ calls: count, answered: answered.length, lost, ...measured },
    wireP50: wire?.program.quantile(0.5) ?? null,
    wireP99: wire?.program.quantile(0.99) ?? null,
    wireMax: wire?.program.maxMs ?? null,
    wireControlP99: wire?.control.quantile(0.99) ?? null,
    wireControlMax: wire?.control.maxMs ?? null,
    doubts: doubtsOf({
      ...{ count, answered: answered.length, lost, cores, dropped: wire?.dropped ?? 0 },
      controlP99: wire?.control.quantile(0.99) ?? measured.controlP99,
    }),
    programCores: cores.program,
    bankCores: cores.bank,
    otherCores: cores.others,
    callsPerSecond: answered.length / ((up.atMs - idle.atMs) / 1000),
    setUpCpuMs: setUpCpuMs(idle, up, shares.all, answered.length),
    cpuShare: shares.all,
    mainShare: shares.main,
    mediaShare: shares.busiestOther,
    mediaName: shares.busiestOtherName,
    cpuSecondsPerCallMinute: (shares.all * 60) / answered.length,
    residentKbPerCall: (to.residentKb - idle.residentKb) / answered.length,
    liveKbPerCall: (liveKb(memory) - liveKb(memoryBefore)) / answered.length,
    turns: ledger.waitedMs.length,
    waitedP50: quantileOf(ledger.waitedMs, 0.5),
    waitedP95: quantileOf(ledger.waitedMs, 0.95),
    addedP50: quantileOf(ledger.addedMs, 0.5),
    addedP95: quantileOf(ledger.addedMs, 0.95),
  };
}

/** A valid measurement needs other processes below this load, and gaps of 20 ms on idle lines below this bound. */
const otherCoresMax = 0.1;
const controlP99Max = 22;

function doubtsOf(level: {
  count: number;
  answered: number;
  lost: number;
  cores: { others: number };
  controlP99: number | null;
  dropped: number;
}): string[] {
  const { count, answered, lost, cores, controlP99, dropped } = level;
  return [
    ...(answered < count ? [`${count - answered} were not answered`] : []),
    ...(lost > 0 ? [`${lost} were lost`] : []),
    ...(cores.others > otherCoresMax ? [`other work took ${cores.others.toFixed(2)} cores`] : []),
    ...(dropped === 0 ? [] : [`${dropped} packets are missing in what was captured`]),
    ...((controlP99 ?? 0) > controlP99Max
      ? [`gaps of ${controlP99?.toFixed(1)} ms without the program`]
      : []),
  ];
}

/** Places `count` calls, several at a time. */
export async function placeMany(world: BenchWorld, bank: PhoneBank, count: number): Promise<PlacedCall[]> {
  const placed: PlacedCall[] = [];
  let left = count;
  const place = async () => {
    while (left-- > 0) placed.push(await bank.place(world.calledNumber, world.program.sipPort));
  };
  await Promise.all(Array.from({ length: setUpAtOnce }, place));
  return placed;
}

/**
 * Returns the processor time of a call's set-up. The time of conversations during the set-up is subtracted: half of the
 * calls, on average.
 */
function setUpCpuMs(idle: ProcessUsage, up: ProcessUsage, share: number, answered: number): number {
  const talkedSeconds = (share * (up.atMs - idle.atMs)) / 1000 / 2;
  return (Math.max(up.cpuSeconds - idle.cpuSeconds - talkedSeconds, 0) * 1000) / answered;
}

interface RecordedCall {
  status: string;
  turns: { kind: string; waitedMs: number | null; addedMs: number | null }[];
}

/** Returns the callers' waiting times from the program's ledger, and the program's part of them. */
async function readLedger(world: BenchWorld, calls: { sipCallId: string }[]) {
  const waiting = [...calls];
  const ledger = { waitedMs: [] as number[], addedMs: [] as number[] };
  const read = async () => {
    for (let call = waiting.pop(); call; call = waiting.pop()) {
      const { turns } = await recordOf<RecordedCall>(world, call.sipCallId);
      for (const { kind, waitedMs, addedMs } of turns) {
        if (kind !== 'speech' || waitedMs === null || addedMs === null) continue;
        ledger.waitedMs.push(waitedMs);
        ledger.addedMs.push(addedMs);
      }
    }
  };
  await Promise.all(Array.from({ length: recordsAtOnce }, read));
  return ledger;
}

/** Returns the record of a call once it is ended. Throws when it does not end within 30 s. */
export async function recordOf<Call>({ program }: BenchWorld, sipCallId: string): Promise<Call> {
  const path = `/api/calls/external/${encodeURIComponent(sipCallId)}`;
  for (let attempt = 0; attempt < 300; attempt++) {
    const found = await program.request('GET', path);
    const { latestCall } = found.body as { latestCall: { callId: string; status: string } | null };
    if (latestCall?.status === 'ended') {
      return (await program.request('GET', `/api/calls/${latestCall.callId}`)).body as Call;
    }
    await delay(100);
  }
  throw new Error(`the call ${sipCallId} is not on record as ended`);
}
