/** What a monitor hears: the audio of the recording, silent where that is, or all audio; `off` for nothing. */
export type MonitoredAudio = 'off' | 'recorded' | 'whole';

/** Puts the audio of both sides together for those who listen to a session. */
export class Monitor {
  readonly #report: (pcm: Int16Array, atMs: number) => void;
  #wanted: MonitoredAudio = 'off';
  #both = new Int16Array(0);

  /** `report` gets the samples of both sides in turns, the peer's first. The array is reused. */
  constructor(report: (pcm: Int16Array, atMs: number) => void) {
    this.#report = report;
  }

  /** Changes what is reported from the next tick on. */
  want(wanted: MonitoredAudio): void {
    this.#wanted = wanted;
  }

  get isOn(): boolean {
    return this.#wanted !== 'off';
  }

  /** Reports a tick of both sides. `isRecorded` says for each whether the recording has it. */
  tick(
    atMs: number,
    received: Int16Array,
    sent: Int16Array,
    isRecorded: { received: boolean; sent: boolean },
  ): void {
    const isWhole = this.#wanted === 'whole';
    if (this.#both.length !== 2 * received.length) this.#both = new Int16Array(2 * received.length);
    const both = this.#both;
    const [hasLeft, hasRight] = [isWhole || isRecorded.received, isWhole || isRecorded.sent];
    for (let n = 0; n < received.length; n++) {
      both[2 * n] = hasLeft ? received[n]! : 0;
      both[2 * n + 1] = hasRight ? sent[n]! : 0;
    }
    this.#report(both, atMs);
  }
}
