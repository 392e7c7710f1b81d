import { columnFrequencies, dtmfKeys, keypad, rowFrequencies } from '../analysis/dtmf-keys.ts';

export interface DtmfJob {
  id: number;
  /** Digits of `0123456789*#ABCD`. */
  digits: string;
  /** The length of each key press and of the pause after it, in ticks; at least two each. */
  durationTicks: number;
  gapTicks: number;
}

/** One tick of a job: a part of an event, a repetition of its end, or the pause after it. */
export interface DtmfStep {
  digit: string;
  /** Ticks since the beginning of the key press. */
  at: number;
  durationTicks: number;
  /** The id of the job when this is its last tick; else `null`. */
  finishedId: number | null;
}

/** The number of times that the end of an event is sent (RFC 4733 §2.5.1.4). */
const eventEnds = 3;

/** Steps through the keys that a session has still to press. The caller decides when a job begins. */
export class DtmfSender {
  readonly #jobs: DtmfJob[] = [];
  #digit = 0;
  #at = 0;

  push(job: DtmfJob): void {
    this.#jobs.push(job);
  }

  /** The id of the current or next job; `null` without one. */
  get nextId(): number | null {
    return this.#jobs[0]?.id ?? null;
  }

  /** Returns the next tick of the first job. A job must exist. */
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

  /** Drops all jobs and returns their ids. */
  clear(): number[] {
    this.#digit = 0;
    this.#at = 0;
    return this.#jobs.splice(0).map(({ id }) => id);
  }
}

/** Whether this tick sends a packet of the event; otherwise it belongs to the pause. */
export function sendsEvent({ at, durationTicks }: DtmfStep): boolean {
  return at < durationTicks + eventEnds - 1;
}

/** The longest duration of an event: 8.2 s at a clock of 8 kHz, 1.4 s at 48 kHz. */
const durationMax = 0xffff;

/** Writes the four octets of an event (RFC 4733 §2.3). A longer key press keeps the longest duration that 16 bits hold. */
export function writeEvent(step: DtmfStep, packet: Buffer, start: number, unitsPerTick: number): void {
  const { digit, at, durationTicks } = step;
  const isEnd = at >= durationTicks - 1;
  packet[start] = dtmfKeys.indexOf(digit);
  // The volume is −10 dBm0.
  packet[start + 1] = (isEnd ? 0x80 : 0) | 10;
  packet.writeUInt16BE(Math.min(Math.min(at + 1, durationTicks) * unitsPerTick, durationMax), start + 2);
}

/** The amplitude of each tone. Both together are as loud as a telephone's. */
const toneAmplitude = 7_000;

/** Writes the tones of a tick, or silence in the pause; `frame` holds 20 ms at any rate. */
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
