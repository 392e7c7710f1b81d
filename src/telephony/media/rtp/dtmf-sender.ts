import { columnFrequencies, dtmfKeys, keypad, rowFrequencies } from '../analysis/dtmf-keys.ts';

/** Keys to be pressed, one after the other. */
export interface DtmfJob {
  id: number;
  /** Of `0123456789*#ABCD`. */
  digits: string;
  /** How long each is held, and how long the pause after it is; at least two ticks each. */
  durationTicks: number;
  gapTicks: number;
}

/** What one tick of a job is: a part of an event, a repeated end of it, or the pause after it. */
export interface DtmfStep {
  digit: string;
  /** Ticks since the key was pressed. */
  at: number;
  durationTicks: number;
  /** The id of the job whose last tick this is; null if it goes on. */
  finishedId: number | null;
}

/** How often the end of an event is sent (RFC 4733 §2.5.1.4). */
const eventEnds = 3;

/** The keys that a session has still to press; whoever steps it decides when a job may begin. */
export class DtmfSender {
  readonly #jobs: DtmfJob[] = [];
  #digit = 0;
  #at = 0;

  push(job: DtmfJob): void {
    this.#jobs.push(job);
  }

  /** The job that is next or goes on; null without one. */
  get nextId(): number | null {
    return this.#jobs[0]?.id ?? null;
  }

  /** The next tick of the first job, which there has to be. */
  step(): DtmfStep {
    const job = this.#jobs[0]!;
    const step: DtmfStep = {
      digit: job.digits[this.#digit]!,
      at: this.#at,
      durationTicks: job.durationTicks,
      finishedId: null,
    };
    if (++this.#at < job.durationTicks + job.gapTicks) return step;
    this.#at = 0;
    if (++this.#digit < job.digits.length) return step;
    this.#digit = 0;
    this.#jobs.shift();
    return { ...step, finishedId: job.id };
  }

  /** Gives up all jobs; returns their ids. */
  clear(): number[] {
    this.#digit = 0;
    this.#at = 0;
    return this.#jobs.splice(0).map(({ id }) => id);
  }
}

/** Whether a packet of the event is to be sent in this tick; otherwise it is the pause. */
export function sendsEvent({ at, durationTicks }: DtmfStep): boolean {
  return at < durationTicks + eventEnds - 1;
}

/** The longest duration that an event can tell: 8.2 s at a clock of 8 kHz, 1.4 s at one of 48 kHz. */
const durationMax = 0xffff;

/**
 * Writes the four octets of the event (RFC 4733 §2.3) of a tick that sends one. A key that is held for longer than its
 * 16 bits can say is told as that long.
 */
export function writeEvent(step: DtmfStep, packet: Buffer, start: number, unitsPerTick: number): void {
  const { digit, at, durationTicks } = step;
  const isEnd = at >= durationTicks - 1;
  packet[start] = dtmfKeys.indexOf(digit);
  // The volume is 10 dB below the reference.
  packet[start + 1] = (isEnd ? 0x80 : 0) | 10;
  packet.writeUInt16BE(Math.min(Math.min(at + 1, durationTicks) * unitsPerTick, durationMax), start + 2);
}

/** Each tone about 10 dB below full scale: both together are as loud as a telephone's. */
const toneAmplitude = 7_000;

/** Writes the tones of a tick, silence in the pause; `frame` has the samples of 20 ms at any rate. */
export function writeTones({ digit, at, durationTicks }: DtmfStep, frame: Int16Array): void {
  if (at >= durationTicks) {
    frame.fill(0);
    return;
  }
  const key = keypad.indexOf(digit);
  const rateHz = frame.length * 50;
  const row = (2 * Math.PI * rowFrequencies[key >> 2]!) / rateHz;
  const column = (2 * Math.PI * columnFrequencies[key & 3]!) / rateHz;
  for (let n = 0; n < frame.length; n++) {
    const time = at * frame.length + n;
    frame[n] = Math.round(toneAmplitude * (Math.sin(row * time) + Math.sin(column * time)));
  }
}
