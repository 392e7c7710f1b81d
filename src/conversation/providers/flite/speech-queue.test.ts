import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpeechQueue } from './speech-queue.ts';

const needs = { now: { inMs: 0 }, next: { inMs: 1_500 }, spare: { inMs: 10_000, isSpare: true } };
type Urgency = keyof typeof needs;

/** A queue whose texts are spoken when the test decides. */
class World {
  nowMs = 0;
  /** The texts in the order in which they were begun. */
  readonly begun: { text: string; worker: string; done: PromiseWithResolvers<Int16Array> }[] = [];
  readonly queue: SpeechQueue<string>;

  constructor(workers: string[] = ['first']) {
    this.queue = new SpeechQueue({
      workers,
      speak: (worker, { text }) => {
        const done = Promise.withResolvers<Int16Array>();
        this.begun.push({ text, worker, done });
        return done.promise;
      },
      isReady: (worker) => worker !== 'loads',
      nowMs: () => this.nowMs,
    });
  }

  ask(text: string, urgency: Urgency = 'now', signal?: AbortSignal): Promise<Int16Array> {
    const spoken = this.queue.ask(
      { text, voice: 'slt', sampleRateHz: 8000, speed: 1 },
      needs[urgency],
      signal,
    );
    spoken.catch(() => undefined);
    return spoken;
  }

  /** Speaks the text that was begun last. */
  async speaks(): Promise<void> {
    this.begun.at(-1)!.done.resolve(new Int16Array(1));
    await settled();
  }

  get order(): string[] {
    return this.begun.map(({ text }) => text);
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('speaks urgent texts first, then next ones, then spare ones', async () => {
  const world = new World();
  void world.ask('now spoken');
  void world.ask('filler', 'spare');
  void world.ask('second sentence', 'next');
  world.nowMs = 1_000;
  void world.ask('answer of another');
  for (let i = 0; i < 3; i++) await world.speaks();
  expect(world.order).toEqual(['now spoken', 'answer of another', 'second sentence', 'filler']);
});

test('speaks an overdue text before later urgent ones', async () => {
  const world = new World();
  void world.ask('now spoken');
  void world.ask('filler', 'spare');
  for (let n = 0; n < 30; n++) {
    world.nowMs += 1_000;
    void world.ask(`answer ${n}`);
    await world.speaks();
  }
  expect(world.order.indexOf('filler')).toBeLessThan(13);
});

test('rejects only spare texts while many wait', async () => {
  const world = new World();
  const asked = Array.from({ length: 500 }, (_, n) => world.ask(`${n}`));
  await expect(world.ask('filler', 'spare')).rejects.toMatchObject({ retryable: true });
  for (let n = 0; n < 500; n++) await world.speaks();
  await Promise.all(asked);
  expect(world.order).toEqual(Array.from({ length: 500 }, (_, n) => `${n}`));
});

test('speaks a shared text once, and not when all its requests are aborted', async () => {
  const world = new World();
  const leaves = new AbortController();
  const reason = new Error('the caller has hung up');
  void world.ask('busy');
  const [one, other] = [world.ask('hello', 'next', leaves.signal), world.ask('hello')];
  const alone = world.ask('goodbye', 'now', leaves.signal);
  leaves.abort(reason);
  await expect(one).rejects.toBe(reason);
  await expect(alone).rejects.toBe(reason);
  await world.speaks();
  await world.speaks();
  expect((await other).length).toBe(1);
  expect(world.order).toEqual(['busy', 'hello']);
  // A repeated request is a new text.
  void world.ask('goodbye');
  expect(world.order).toEqual(['busy', 'hello', 'goodbye']);
});

test('uses the second worker only while the first is busy, and isolates failures', async () => {
  const world = new World(['first', 'second']);
  const failing = world.ask('a');
  void world.ask('b');
  const waiting = world.ask('c');
  expect(world.begun.map(({ worker }) => worker)).toEqual(['first', 'second']);
  world.begun[0]!.done.reject(new Error('died'));
  await expect(failing).rejects.toThrow('died');
  await settled();
  expect(world.begun.at(-1)).toMatchObject({ text: 'c', worker: 'first' });
  world.begun[1]!.done.resolve(new Int16Array(1));
  await world.speaks();
  expect((await waiting).length).toBe(1);
  void world.ask('d');
  expect(world.begun.at(-1)?.worker).toBe('first');
});

test('forecasts the lateness of waiting texts at the measured pace', async () => {
  const world = new World();
  expect(world.queue.load).toBeNull();
  // 400 characters a second by assumption, then 500 ms a character.
  void world.ask('1234');
  expect(world.queue.load).toEqual({ behindMs: 0, spokenCharacters: 0, charactersPerSecond: 400 });
  world.nowMs = 2_000;
  await world.speaks();
  expect(world.queue.load).toEqual({ behindMs: 0, spokenCharacters: 4, charactersPerSecond: 2 });
  // "ab" begins now, "cd" in a second, "efgh" in two.
  void world.ask('busy');
  for (const text of ['ab', 'cd', 'efgh']) void world.ask(text);
  expect(world.queue.load?.behindMs).toBe(2_000);
  void world.ask('later', 'next');
  expect(world.queue.load?.behindMs).toBe(2_500);
  void world.ask('spare', 'spare');
  expect(world.queue.load?.behindMs).toBe(2_500);
  world.nowMs = 5_000;
  expect(world.queue.load?.behindMs).toBe(5_500);
});

test('does not measure a worker that loads', async () => {
  const world = new World(['loads']);
  const spoken = world.ask('1234');
  world.nowMs = 2_000;
  await world.speaks();
  expect((await spoken).length).toBe(1);
  expect(world.queue.load).toEqual({ behindMs: 0, spokenCharacters: 4, charactersPerSecond: 400 });
});

test('lets a call that has audio ahead wait for those that have none', async () => {
  const world = new World();
  void world.ask('busy');
  const talkative = world.queue.ask(
    { text: 'my tenth sentence', voice: 'slt', sampleRateHz: 8000, speed: 1 },
    { inMs: 8_000 },
    undefined,
  );
  for (let n = 0; n < 5; n++) {
    world.nowMs += 1_000;
    void world.ask(`answer ${n}`);
  }
  for (let n = 0; n < 7; n++) await world.speaks();
  expect((await talkative).length).toBe(1);
  expect(world.order.at(-1)).toBe('my tenth sentence');
});

test('speaks every text that is not aborted once and in time', async () => {
  const urgency = fc.constantFrom<Urgency>('now', 'next');
  const step = fc.record({
    text: fc.integer({ min: 0, max: 5 }),
    urgency,
    leaves: fc.boolean(),
    speaks: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const world = new World();
      const stayed: Promise<Int16Array>[] = [];
      for (const { text, urgency, leaves, speaks } of steps) {
        const leaving = new AbortController();
        const asked = world.ask(`${text}`, urgency, leaving.signal);
        if (leaves) leaving.abort(new Error('left'));
        else stayed.push(asked);
        await settled();
        if (speaks && world.begun.length > 0) await world.speaks();
      }
      for (let n = 0; n < steps.length; n++) if (world.begun.length > 0) await world.speaks();
      for (const { length } of await Promise.all(stayed)) expect(length).toBe(1);
      expect(world.begun.length).toBeLessThanOrEqual(steps.length);
      expect(world.queue.load?.behindMs ?? 0).toBe(0);
    }),
    { numRuns: 50 },
  );
});
