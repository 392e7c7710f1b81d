import { EventEmitter } from 'node:events';
import { type Logger, pino } from 'pino';
import { expect, test } from 'vitest';
import type { Scheduler } from '../../../platform/kernel/index.ts';
import { ModelTurnDetector, type TurnProcess } from './turn-detector.ts';
import type { TurnProcessMessage } from './turn-process.ts';

/** A process without a model: the test answers for it. */
class FakeProcess extends EventEmitter {
  /** The first sample of each audio that it was given. */
  readonly given: number[] = [];
  isKilled = false;

  send({ pcm }: { pcm: Int16Array }): boolean {
    this.given.push(pcm[0]!);
    return true;
  }

  kill(): boolean {
    this.isKilled = true;
    this.emit('exit', null, 'SIGKILL');
    return true;
  }

  says(message: TurnProcessMessage): void {
    this.emit('message', message);
  }

  loads(files = ['/models/smart-turn-v3.onnx']): void {
    this.says({ type: 'loaded', runtime: 'onnxruntime-web', files, problems: [] });
  }
}

/** A detector on a clock that the test advances. */
class World {
  nowMs = 0;
  readonly processes: FakeProcess[] = [];
  readonly logged: Record<string, unknown>[] = [];
  readonly #timers = new Set<{ atMs: number; run: () => void }>();
  readonly scheduler: Scheduler = {
    nowMs: () => this.nowMs,
    after: (ms, run) => {
      const timer = { atMs: this.nowMs + ms, run };
      this.#timers.add(timer);
      return () => this.#timers.delete(timer);
    },
  };
  readonly detector = new ModelTurnDetector({
    models: { smartTurn: '/models/smart-turn-v3.onnx', silero: null },
    log: pino({ base: null }, { write: (line: string) => this.logged.push(JSON.parse(line)) }) as Logger,
    scheduler: this.scheduler,
    startProcess: () => {
      const started = new FakeProcess();
      this.processes.push(started);
      return started as unknown as TurnProcess;
    },
  });

  get process(): FakeProcess {
    return this.processes.at(-1)!;
  }

  /** Judges audio that begins with the sample `id`. */
  judge(id: number, signal = new AbortController().signal): Promise<number | null> {
    const judged = this.detector.judge({ pcm: Int16Array.of(id), sampleRateHz: 8_000 }, { signal });
    judged.catch(() => undefined);
    return judged;
  }

  async pass(ms: number): Promise<void> {
    this.nowMs += ms;
    for (const timer of this.#timers) {
      if (timer.atMs > this.nowMs) continue;
      this.#timers.delete(timer);
      timer.run();
    }
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const judged = (probability: number): TurnProcessMessage => ({ type: 'judged', probability });

test('gives the process one judgement at a time, from when the models are loaded', async () => {
  const world = new World();
  const { detector, process } = world;
  expect([detector.name, detector.audioMsMax]).toEqual(['smart-turn', 8_000]);
  const results = [world.judge(1), world.judge(2), world.judge(3)];
  expect(process.given).toEqual([]);
  process.loads();
  expect(process.given).toEqual([1]);
  process.says(judged(0.9));
  expect(process.given).toEqual([1, 2]);
  process.says({ type: 'failed', message: 'bad audio' });
  process.says(judged(0.2));
  await expect(results[1]).rejects.toThrow('the model failed: bad audio');
  expect([await results[0], await results[2]]).toEqual([0.9, 0.2]);
});

test('passes only the last 8 s on', async () => {
  const world = new World();
  world.process.loads();
  const pcm = new Int16Array(8_000 * 9);
  pcm[8_000] = 77;
  void world.detector.judge({ pcm, sampleRateHz: 8_000 }, { signal: new AbortController().signal });
  expect(world.process.given).toEqual([77]);
  expect(pcm.length).toBe(72_000);
  world.process.says(judged(1));
});

test('rejects a judgement that is late or aborted, and drops it while it waits', async () => {
  const world = new World();
  const { process } = world;
  process.loads();
  const leaving = new AbortController();
  const slow = world.judge(1);
  const aborted = world.judge(2, leaving.signal);
  await world.pass(200);
  const patient = world.judge(3);
  leaving.abort(new Error('the caller speaks again'));
  await expect(aborted).rejects.toThrow('the caller speaks again');
  await world.pass(200);
  await expect(slow).rejects.toThrow('no judgement within 400 ms');
  await expect(world.judge(4, leaving.signal)).rejects.toThrow('the caller speaks again');
  process.says(judged(0.9));
  expect(process.given).toEqual([1, 3]);
  process.says(judged(0.4));
  expect(await patient).toBe(0.4);
});

test('rejects judgements at once while eight wait', async () => {
  const world = new World();
  const waiting = Array.from({ length: 8 }, (_, n) => world.judge(n));
  await expect(world.judge(8)).rejects.toThrow('8 judgements wait already');
  world.process.loads();
  for (let n = 0; n < 8; n++) world.process.says(judged(n / 10));
  expect(await Promise.all(waiting)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
});

test('starts a lost process again after a delay that doubles until a judgement is made', async () => {
  const world = new World();
  const lose = async () => {
    const [running, waiting] = [world.judge(1), world.judge(2)];
    world.process.loads();
    world.process.emit('exit', 134, null);
    for (const judgement of [running, waiting]) await expect(judgement).rejects.toThrow('was lost');
  };
  for (const restartMs of [1_000, 2_000, 4_000]) {
    const count = world.processes.length;
    await lose();
    expect(world.logged.at(-1)).toMatchObject({ level: 40, reason: 'it ended with code 134', restartMs });
    await world.pass(restartMs - 1);
    await expect(world.judge(3)).rejects.toThrow('was lost');
    expect(world.processes.length).toBe(count);
    await world.pass(1);
    void world.judge(4);
    expect(world.processes.length).toBe(count + 1);
    world.process.loads();
    expect(world.process.given).toEqual([4]);
  }
  world.process.says(judged(0.5));
  await lose();
  expect(world.logged.at(-1)).toMatchObject({ restartMs: 1_000 });
});

test('kills a process that does not answer for 5 s', async () => {
  const world = new World();
  world.process.loads();
  const first = world.judge(1);
  await world.pass(400);
  await expect(first).rejects.toThrow('no judgement within');
  await world.pass(4_600);
  expect(world.process.isKilled).toBe(true);
  expect(world.logged.at(-1)).toMatchObject({ msg: 'the process of the turn detector was lost' });
});

test('fails for good when no model can be used, and warns of each once', async () => {
  const world = new World();
  const early = world.judge(1);
  const problem = {
    file: '/models/smart-turn-v3.onnx',
    message: 'its inputs are x, but must be input_features',
  };
  world.process.says({ type: 'loaded', runtime: null, files: [], problems: [problem, problem] });
  await expect(early).rejects.toThrow('no model for ends of turns can be used');
  await expect(world.judge(2)).rejects.toThrow('no model for ends of turns can be used');
  expect([world.detector.isUsable, world.process.isKilled, world.processes.length]).toEqual([false, true, 1]);
  expect(world.logged).toMatchObject([
    { level: 40, file: problem.file, msg: `a model for ends of turns cannot be used: ${problem.message}` },
  ]);
});

test('ends judgements and process when it closes', async () => {
  const world = new World();
  world.process.loads();
  const judgements = [world.judge(1), world.judge(2)];
  await world.detector[Symbol.asyncDispose]();
  for (const judgement of judgements) await expect(judgement).rejects.toThrow('the turn detector is closed');
  expect(world.process.isKilled).toBe(true);
  expect(world.logged.map(({ level }) => level)).toEqual([30]);
});
