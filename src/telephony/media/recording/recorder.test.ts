import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { noise } from '../../../../test/audio/signals.ts';
import { readWav } from '../index.ts';
import { Recorder, type Recording, ticksPerAppend } from './recorder.ts';

let folder: string;
let fileCount = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-recorder-'));
});

afterAll(() => rm(folder, { recursive: true }));

function newPath(): string {
  return join(folder, `${++fileCount}.wav`);
}

function failTest(error: Error): void {
  throw error;
}

/** Checks every header field and chunk size that a strict reader examines. */
function expectValid(file: Buffer): void {
  expect(file.toString('latin1', 0, 4)).toBe('RIFF');
  const dataBytes = file.readUInt32LE(40);
  expect(file.readUInt32LE(4)).toBe(dataBytes + 36);
  expect(44 + dataBytes).toBeLessThanOrEqual(file.length);
  expect(dataBytes % 4).toBe(0);
}

// At most two steps, so that the chunks never exceed the ones that may wait.
test('every tick is in its position after skipped ticks', async () => {
  const step = fc.record({
    ticks: fc.integer({ min: 1, max: 120 }),
    skipped: fc.integer({ min: 0, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 2 }),
      fc.integer({ min: 1, max: ticksPerAppend }),
      async (steps, first) => {
        const path = newPath();
        const recorder = await Recorder.create(path, first, failTest);
        const expected: number[] = [];
        for (const { ticks, skipped } of steps) {
          for (let i = 0; i < ticks; i++) {
            const value = expected.length + 1;
            recorder.write(new Int16Array(160).fill(value), new Int16Array(160).fill(-value));
            expected.push(value);
          }
          recorder.skip(skipped);
          expected.push(...new Array<number>(skipped).fill(0));
        }
        while (expected.at(-1) === 0) expected.pop();
        const recording = await recorder.close();
        const file = await readFile(path);
        expectValid(file);
        const { channels } = readWav(file);
        expect(recording).toEqual({ path, durationMs: expected.length * 20, lostMs: 0, error: null });
        expect(channels.map((channel) => channel.length)).toEqual([
          expected.length * 160,
          expected.length * 160,
        ]);
        expected.forEach((value, tick) => {
          expect(channels[0]![tick * 160 + 80]).toBe(value);
          expect(channels[1]![tick * 160 + 159]).toBe(value === 0 ? 0 : -value);
        });
      },
    ),
    { numRuns: 50 },
  );
});

test('a call without a tick leaves a valid empty file', async () => {
  const path = newPath();
  const recorder = await Recorder.create(path, ticksPerAppend, failTest);
  expect(await recorder.close()).toEqual({ path, durationMs: 0, lostMs: 0, error: null });
  const file = await readFile(path);
  expectValid(file);
  expect(file.length).toBe(44);
});

test('a recording that ends before the call keeps its audio, and reports the missing length and the reason', async () => {
  const path = newPath();
  const recorder = await Recorder.create(path, ticksPerAppend, failTest);
  const record = (ticks: number) => {
    for (let tick = 0; tick < ticks; tick++) {
      recorder.write(new Int16Array(160).fill(7), new Int16Array(160).fill(-7));
    }
  };
  record(70);
  recorder.end('the disk fills up');
  record(100);
  recorder.end('again');
  const recording = await recorder.close();
  expect(recording).toEqual({ path, durationMs: 1_400, lostMs: 2_000, error: 'the disk fills up' });
  const file = await readFile(path);
  expectValid(file);
  const { channels } = readWav(file);
  expect(channels.map((channel) => channel.length)).toEqual([70 * 160, 70 * 160]);
  expect(channels[1]!.every((sample) => sample === -7)).toBe(true);
});

test('a disk slower than the call costs audio, not memory or order', async () => {
  const path = newPath();
  const recorder = await Recorder.create(path, ticksPerAppend, failTest);
  // No write can finish within one turn of the event loop, which records a whole minute.
  for (let tick = 1; tick <= 3_000; tick++) {
    const frame = new Int16Array(160).fill(tick);
    recorder.write(frame, frame);
  }
  const heldTicks = ticksPerAppend + 7 * 50;
  expect((await recorder.close()).lostMs).toBe(60_000 - heldTicks * 20);
  const left = readWav(await readFile(path)).channels[0]!;
  expect(left.length).toBe(heldTicks * 160);
  for (let tick = 0; tick < heldTicks; tick++) expect(left[tick * 160]).toBe(tick + 1);
});

const script = fileURLToPath(new URL('../../../../test/peers/recording-process.ts', import.meta.url));

function startRecording(path: string, ports: [number, number], ...more: string[]): ChildProcess {
  const args = [script, path, ...ports.map(String), ...more];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Opens a socket that returns every packet to its sender, and counts them; it closes with the test. */
async function openEcho(): Promise<{ port: number; packets: () => number }> {
  const socket = createSocket('udp4');
  let packets = 0;
  socket.on('message', (packet, from) => {
    packets++;
    socket.send(packet, from.port, from.address);
  });
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { port: socket.address().port, packets: () => packets };
}

test('a killed process leaves a recording of both channels without their last 300 ms', async () => {
  const path = newPath();
  const echo = await openEcho();
  const child = startRecording(path, [24_220, 24_229], 'Infinity', String(echo.port));
  for await (const line of createInterface({ input: child.stdout! })) if (Number(line) >= 2_500) break;
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  const onTheWireMs = echo.packets() * 20;
  const file = await readFile(path);
  expectValid(file);
  const [left, right] = readWav(file).channels as [Int16Array, Int16Array];
  expect(right.length / 8).toBeGreaterThanOrEqual(onTheWireMs - 300);
  expect(correlate(right.subarray(0, 4_000), noise(1, 500))).toEqual({
    lag: 0,
    coefficient: expect.closeTo(1, 6),
  });
  // The customer's channel is the sent audio, as far as the jitter buffer has played it.
  const end = left.subarray(-800);
  expect(correlate(right.subarray(-2_400), end).coefficient).toBeGreaterThan(0.9);
});

test('the file is at most 160 ms behind the call while the disk keeps up', async () => {
  const path = newPath();
  for (const first of [1, ticksPerAppend]) {
    await rm(path, { force: true });
    const recorder = await Recorder.create(path, first, failTest);
    const frame = new Int16Array(160).fill(1);
    for (let tick = 1; tick <= 60; tick++) {
      recorder.write(frame, frame);
      await vi.waitFor(
        async () => {
          const file = await readFile(path);
          expectValid(file);
          expect(file.readUInt32LE(40) / 640).toBeGreaterThan(tick - 8);
        },
        { interval: 1 },
      );
    }
    await recorder.close();
  }
});

test('a full disk ends the recording, and its summary reports what is missing', async () => {
  const path = newPath();
  // A limit of the file size simulates a full disk: the system refuses a write in the middle of a chunk.
  const args = ['-c', 'ulimit -f 96; trap "" XFSZ; exec "$0" "$@"', process.execPath];
  const child = spawn('bash', [...args, script, path, '24240', '24249', '7'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) lines.push(line);
  expect(lines.length).toBe(8);
  const recording = JSON.parse(lines.pop()!) as Recording;
  expect(Number(lines.at(-1))).toBeGreaterThanOrEqual(3_500);
  expect(recording.error).toContain('EFBIG');
  expect(recording.durationMs).toBeLessThan(3_072);
  expect(recording.lostMs).toBeGreaterThan(0);
  const file = await readFile(path);
  const right = readWav(file).channels[1]!;
  expect(right.length).toBe(recording.durationMs * 8);
}, 30_000);

test('a process that closes its worker exits', async () => {
  const path = newPath();
  const child = startRecording(path, [24_230, 24_239], '1');
  child.stdout!.resume();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expectValid(await readFile(path));
});
