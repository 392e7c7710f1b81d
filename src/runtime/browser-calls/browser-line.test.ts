import { beforeEach, describe, expect, it } from 'vitest';
import type { LineEvents } from '../../conversation/pipeline/index.ts';
import { BrowserLine, frameSamples } from './browser-line.ts';

const tickMs = 20;
const frame = (value: number, frames = 1) => new Int16Array(frames * frameSamples).fill(value);

/** A line on a clock that the test moves, with the events of both its ends. */
class Bench {
  readonly events: string[] = [];
  readonly line: BrowserLine;
  readonly conversation: LineEvents;
  nowMs = 1000;

  constructor() {
    this.line = new BrowserLine({
      send: (sent) => this.events.push(`sent ${sent[0]}`),
      flush: () => this.events.push('flush'),
      keys: (digits) => this.events.push(`keys ${digits}`),
    });
    const conversation: Partial<LineEvents> = {
      mediaStarted: (atMs) => this.events.push(`started ${atMs}`),
      audio: ({ pcm, atMs }) => this.events.push(`heard ${pcm[0]} at ${atMs}`),
      dtmf: ({ digit, atMs }) => this.events.push(`pressed ${digit} at ${atMs}`),
    };
    this.conversation = conversation as LineEvents;
    this.line.connect(this.conversation);
  }

  receive(value: number, frames = 1): void {
    this.line.receive(frame(value, frames), this.nowMs, 0);
  }

  /** Moves the clock in steps of 10 ms. */
  pass(ms: number): void {
    for (const until = this.nowMs + ms; this.nowMs < until; ) {
      this.nowMs += 10;
      this.line.advance(this.nowMs);
    }
  }

  takeEvents(): string[] {
    return this.events.splice(0);
  }
}

describe('BrowserLine', () => {
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
  });

  it('keeps what the caller says and presses while one agent hands over to another', () => {
    bench.line.listen({ audio: true, speech: null });
    bench.receive(7, 3);
    bench.pass(40);
    bench.takeEvents();
    bench.line.suspend();
    bench.receive(8, 2);
    bench.pass(60);
    bench.line.press('5');
    expect(bench.takeEvents()).toEqual([]);
    bench.line.connect(bench.conversation);
    const [started, ...heard] = bench.takeEvents();
    expect(started).toBe('started 0');
    expect(heard.filter((event) => /heard 8|pressed/.test(event))).toEqual([
      expect.stringMatching(/^heard 8/),
      expect.stringMatching(/^heard 8/),
      expect.stringMatching(/^pressed 5/),
    ]);
    bench.line.press('6');
    expect(bench.takeEvents()).toEqual([expect.stringMatching(/^pressed 6/)]);
  });

  it('starts its clock with the first audio, and hears every frame in order', () => {
    bench.line.listen({ audio: true, speech: null });
    bench.pass(100);
    expect(bench.takeEvents()).toEqual([]);
    bench.receive(7, 2);
    bench.line.advance(bench.nowMs);
    bench.pass(20);
    expect(bench.takeEvents()).toEqual(['started 0', 'heard 7 at 0', 'heard 7 at 20']);
  });

  it('hears silence when no frame arrives, and buffers two frames after that', () => {
    bench.line.listen({ audio: true, speech: null });
    bench.receive(7, 2);
    bench.pass(50);
    bench.receive(8);
    bench.pass(20);
    bench.receive(9);
    bench.pass(40);
    expect(bench.takeEvents().slice(1)).toEqual(
      [7, 7, 0, 0, 8, 9].map((value, n) => `heard ${value} at ${n * tickMs}`),
    );
  });

  it('keeps only the newest frames when too many are buffered, so that the delay does not last', () => {
    bench.line.listen({ audio: true, speech: null });
    for (let n = 1; n <= 20; n++) bench.receive(n);
    bench.pass(30);
    expect(bench.takeEvents().slice(1)).toEqual(['heard 15 at 0', 'heard 16 at 20']);
  });

  it('plays one frame per tick, piece after piece, and reports the played part of each', async () => {
    bench.receive(0);
    const played = [bench.line.play(frame(1, 2)), bench.line.play(frame(2))];
    bench.pass(30);
    expect(bench.takeEvents()).toEqual(['started 0', 'sent 1', 'sent 1']);
    bench.pass(60);
    expect(bench.takeEvents()).toEqual(['sent 2']);
    expect(await Promise.all(played)).toEqual([
      { startMs: 0, endMs: 40, playedMs: 40, completed: true },
      { startMs: 40, endMs: 60, playedMs: 20, completed: true },
    ]);
  });

  it('stops playing at once, here and in the browser', async () => {
    bench.receive(0);
    const played = bench.line.play(frame(1, 10));
    const waiting = bench.line.play(frame(2));
    bench.pass(30);
    bench.line.stopPlaying();
    bench.pass(100);
    expect(bench.takeEvents()).toEqual(['started 0', 'sent 1', 'sent 1', 'flush']);
    expect(await played).toEqual({ startMs: 0, endMs: 40, playedMs: 40, completed: false });
    expect(await waiting).toMatchObject({ playedMs: 0, completed: false });
  });

  it('makes up for at most 100 ms after the process stalled', () => {
    bench.receive(0);
    void bench.line.play(frame(1, 100));
    bench.line.advance(bench.nowMs);
    bench.nowMs += 1000;
    bench.line.advance(bench.nowMs);
    expect(bench.takeEvents()).toEqual(['started 0', ...Array.from({ length: 6 }, () => 'sent 1')]);
    bench.line.press('5');
    expect(bench.takeEvents()).toEqual(['pressed 5 at 1020']);
  });

  it('passes keys in both directions', async () => {
    bench.line.press('1');
    bench.receive(0);
    bench.line.press('2');
    await bench.line.sendDtmf('34');
    expect(bench.takeEvents()).toEqual(['started 0', 'pressed 2 at 0', 'keys 34']);
  });
});
