import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpeechQueue, type Urgency } from './speech-queue.ts';

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
      nowMs: () => this.nowMs,
    });
  }

  ask(text: string, urgency: Urgency = 'now', signal?: AbortSignal): Promise<Int16Array> {
    const spoken = this.queue.ask({ text, voice: 'slt', sampleRateHz: 8000, speed: 1 }, urgency, signal);
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

test('reports the lateness of the next text', async () => {
  const world = new World();
  void world.ask('busy');
  world.nowMs = 9_000;
  expect(world.queue.behindMs).toBe(0);
  void world.ask('next', 'next');
  void world.ask('now');
  world.nowMs = 10_000;
  expect(world.queue.behindMs).toBe(1_000);
  await world.speaks();
  expect(world.queue.behindMs).toBe(0);
  world.nowMs = 11_000;
  expect(world.queue.behindMs).toBe(500);
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
      expect(world.queue.behindMs).toBe(0);
    }),
    { numRuns: 50 },
  );
});
