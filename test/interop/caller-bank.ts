import { compress } from '../peers/g711-reference.ts';
import type { RtpPeer } from '../peers/rtp-peer.ts';
import { openPhone, type Phone, type PhoneCall } from './call-phone.ts';

const tickMs = 20;
const frameSamples = 160;
const silence = new Uint8Array(frameSamples).fill(compress('pcmu', 0));
/** The speaker has finished after this many silent packets. */
const quietPackets = 10;
/** Louder than noise. */
const loudSample = 1000;
/** Marks the octets of PCMU whose samples are loud. */
const isLoudOctet = Uint8Array.from({ length: 256 }, () => 0);
for (let sample = loudSample; sample < 32_000; sample += 100)
  for (const sign of [1, -1]) isLoudOctet[compress('pcmu', sign * sample)] = 1;

/** One of many callers. It sends audio all the time, and silence when it says nothing. */
export class BankCaller {
  readonly call: PhoneCall;
  /** The number of sent packets. */
  sent = 0;
  #words: Uint8Array[] = [];

  constructor(call: PhoneCall) {
    this.call = call;
  }

  get rtp(): RtpPeer {
    return this.call.rtp;
  }

  /** Says this audio, beginning with the next packet. */
  say(pcm: Int16Array): void {
    for (let at = 0; at < pcm.length; at += frameSamples)
      this.#words.push(Uint8Array.from(pcm.subarray(at, at + frameSamples), (s) => compress('pcmu', s)));
  }

  /**
   * Resolves when sound and then 200 ms of silence were received, counted from packet `from`, by default the next one.
   */
  hearsOut(from = this.rtp.received.length): Promise<void> {
    let at = from;
    let hasHeard = false;
    let quiet = 0;
    return this.rtp.until((received) => {
      for (; at < received.length; at++) {
        const { payloadType, payload } = received[at]!;
        if (payloadType !== 0) continue;
        const isLoud = payload.some((octet) => isLoudOctet[octet] === 1);
        hasHeard ||= isLoud;
        quiet = isLoud ? 0 : quiet + 1;
      }
      return hasHeard && quiet >= quietPackets;
    });
  }

  /** Sends the next 20 ms of audio. */
  tick(): void {
    const payload = this.#words.shift() ?? silence;
    this.rtp.sendRaw(this.rtp.nextPacket(0, this.sent++ === 0, this.rtp.timestamp, payload));
    this.rtp.timestamp = (this.rtp.timestamp + frameSamples) % 2 ** 32;
  }
}

/** Many callers in one process, with one timer. */
export class CallerBank implements AsyncDisposable {
  readonly #phone: Phone;
  readonly #talking = new Set<BankCaller>();
  readonly #timer: NodeJS.Timeout;
  #dueMs = performance.now();

  private constructor(phone: Phone) {
    this.#phone = phone;
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  static async open(): Promise<CallerBank> {
    const phone = await openPhone();
    phone.isMute = true;
    return new CallerBank(phone);
  }

  get port(): number {
    return this.#phone.port;
  }

  /** Calls a number at a port of loopback. Resolves when the call is answered, and rejects when it is refused. */
  async dial(port: number, number: string, from: string): Promise<BankCaller> {
    const call = await this.#phone.dial(port, number, { from });
    await this.#phone.call((one) => one === call && /answered|failed/.test(one.events.join()));
    if (!call.events.includes('answered')) throw new Error(`the call from ${from}: ${call.events.join()}`);
    const caller = new BankCaller(call);
    this.#talking.add(caller);
    return caller;
  }

  /** Resolves when the other side has hung up. */
  async untilLeft({ call }: BankCaller): Promise<void> {
    await this.#phone.call((one) => one === call && one.events.includes('ended remote'));
  }

  hangUp(caller: BankCaller): void {
    this.#talking.delete(caller);
    caller.call.hangUp();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#phone[Symbol.asyncDispose]();
  }

  /** Sends all packets that are due, including those of a late timer. */
  #tick(): void {
    for (; this.#dueMs <= performance.now(); this.#dueMs += tickMs)
      for (const caller of this.#talking)
        if (caller.call.events.includes('ended remote')) this.#talking.delete(caller);
        else caller.tick();
  }
}
