import { setTimeout as delay } from 'node:timers/promises';
import { silentLog } from '../../src/platform/kernel/index.ts';
import {
  buildOffer,
  createSipUserAgent,
  type LocalAudio,
  newBranch,
  newCallId,
  newTag,
  type OutgoingCall,
  readAnswer,
  type SipUserAgent,
} from '../../src/telephony/sip/index.ts';
import { BankLine, type Heard, type Measurements } from './bank-line.ts';
import { type CallerAudio, renderCallerAudio } from './caller-audio.ts';
import { Control } from './control.ts';
import { Histogram } from './statistics.ts';

/** The result of a call of the bank. */
export type PlacedCall =
  | { kind: 'answered'; sipCallId: string; heard: Readonly<Heard>; hangUp(): void }
  | { kind: 'refused'; code: number | null };

const host = '127.0.0.1';
const slotMs = 5;
/** Each line sends its packets in one of four slots, so that they do not all coincide. */
const phases = 4;

/** Many callers in one process, with one timer and prepared packets. */
export class PhoneBank {
  readonly measurements: Measurements = { gaps: new Histogram(), answersMs: [] };
  /** The most that a packet of the bank was late. Above some milliseconds the results are about the bank. */
  latenessMaxMs = 0;
  /** Idle lines, whose gaps are not caused by the program. */
  readonly control: Control;
  readonly #agent: SipUserAgent;
  readonly #audio: CallerAudio;
  readonly #lines = Array.from({ length: phases }, () => new Set<BankLine>());
  readonly #calls = new Set<OutgoingCall>();
  /** Calls that the other side ended unexpectedly. */
  lost = 0;
  #placed = 0;
  #slot = 0;
  readonly #originMs = performance.now();
  readonly #timer: NodeJS.Timeout;

  private constructor(agent: SipUserAgent, audio: CallerAudio, control: Control) {
    this.control = control;
    this.#agent = agent;
    this.#audio = audio;
    this.#timer = setInterval(() => this.#send(), slotMs);
  }

  static async open(): Promise<PhoneBank> {
    const audio = await renderCallerAudio();
    const agent = await createSipUserAgent({
      host,
      port: 0,
      publicAddress: host,
      log: silentLog,
      delegate: {
        admits: () => false,
        onInvite() {
          throw new Error('no call reaches the phone bank');
        },
      },
    });
    return new PhoneBank(agent, audio, await Control.open());
  }

  /** Places one call. Resolves when it is answered or refused. */
  async place(calledNumber: string, sipPort: number): Promise<PlacedCall> {
    const number = this.#placed++;
    const line = await BankLine.open(host, this.#audio, number, this.measurements);
    const local: LocalAudio = {
      ...{ address: host, port: line.port, codecs: ['PCMU'], sessionId: 1, version: 1 },
    };
    const sipCallId = newCallId();
    const placed = Promise.withResolvers<PlacedCall>();
    const lines = this.#lines[number % phases]!;
    const silence = () => {
      lines.delete(line);
      line.close();
    };
    const end = () => {
      if (this.#calls.delete(call)) this.lost++;
      silence();
    };
    // A call that is hung up here reports no end.
    const hangUp = () => {
      if (!this.#calls.delete(call)) return;
      call.hangUp();
      silence();
    };
    const uri = `sip:${calledNumber}@${host}:${sipPort}`;
    const invite = {
      ...{ callId: sipCallId, branch: newBranch(), fromTag: newTag(), cseq: 1, requestUri: uri, toUri: uri },
      fromUri: `sip:+1202${String(5_550_000 + (number % 10_000)).padStart(7, '0')}@${host}`,
      target: { host, port: sipPort },
      sdpOffer: buildOffer(local),
      noAnswerTimeoutMs: 30_000,
    };
    const call: OutgoingCall = this.#agent.invite(invite, {
      onProvisional: () => undefined,
      onAnswer: (sdp) => {
        const answer = readAnswer(sdp, local);
        if (!answer.ok) throw new Error('the answer cannot be used');
        const { address, port } = answer.audio.remote;
        this.#calls.add(call);
        void line.connect(address, port).then(() => {
          lines.add(line);
          placed.resolve({ kind: 'answered', sipCallId, heard: line.heard, hangUp });
        });
      },
      onFail: ({ code }) => {
        line.close();
        placed.resolve({ kind: 'refused', code });
      },
      onOffer: () => null,
      onLateAnswer: () => undefined,
      onEnd: end,
    });
    return placed.promise;
  }

  /** Discards the measurements so far. */
  startMeasuring(): void {
    this.measurements.gaps.clear();
    this.control.gaps.clear();
    this.measurements.answersMs.length = 0;
    this.latenessMaxMs = 0;
  }

  get live(): number {
    return this.#calls.size;
  }

  async close(): Promise<void> {
    for (const call of this.#calls) call.hangUp();
    this.#calls.clear();
    await delay(300);
    clearInterval(this.#timer);
    await this.control.close();
    await this.#agent.close({ graceMs: 0 });
  }

  /** Sends all packets that are due, including those of a late timer. */
  #send(): void {
    const nowMs = performance.now();
    for (; this.#originMs + this.#slot * slotMs <= nowMs; this.#slot++) {
      const latenessMs = nowMs - this.#originMs - this.#slot * slotMs;
      if (latenessMs > this.latenessMaxMs) this.latenessMaxMs = latenessMs;
      for (const line of this.#lines[this.#slot % phases]!) line.tick(nowMs);
    }
  }
}
