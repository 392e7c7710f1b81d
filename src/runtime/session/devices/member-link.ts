import type { Socket } from 'node:net';
import { audioPlaceOf } from '../../../domains/calls/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { FrameReader, frame, frameKind, openAudioLink } from '../../../platform/nodes/index.ts';
import { memberRateHz } from '../listening/member-channel.ts';

/** The process that carries the call takes a member for lost after 1.2 s without audio. A device on hold sends none. */
const silenceAfterMs = 400;
/** Audio that the connection has not taken yet. Beyond it, frames are dropped: a second of wide-band audio. */
const unsentBytesMax = 64_000;
const silence = new Int16Array(memberRateHz / 50);

interface MemberOfCall {
  organizationId: string;
  callId: string;
  memberId: string;
  memberName: string;
}

/**
 * The connection by which a member comes to the line in the agent's place, to the process that carries the call: the same as
 * of a member's browser, which the API connects.
 */
export class MemberLink {
  readonly sampleRateHz: number;
  readonly #socket: Socket;
  readonly #ended = Promise.withResolvers<void>();
  readonly #frames = new FrameReader();
  readonly #silence: NodeJS.Timeout;
  #hear: (pcm: Int16Array) => void = () => undefined;
  #hasSent = false;
  #isOver = false;

  private constructor(link: { socket: Socket; sampleRateHz: number; rest: Buffer }) {
    this.#socket = link.socket;
    this.sampleRateHz = link.sampleRateHz;
    this.#silence = setInterval(() => {
      if (!this.#hasSent) this.audio(silence);
      this.#hasSent = false;
    }, silenceAfterMs);
    this.#receive(link.rest);
    link.socket.on('data', (bytes) => this.#receive(bytes));
    link.socket.on('close', () => this.#end());
    link.socket.resume();
  }

  /** Connects. Rejects when the call is over, or its process cannot be reached. */
  static async open(
    db: Database,
    { organizationId, callId, memberId, memberName }: MemberOfCall,
    signal: AbortSignal,
  ): Promise<MemberLink> {
    const place = await audioPlaceOf(db, organizationId, callId);
    if (!place) throw new Error('the call is over');
    const wanted = { organizationId, callId, member: { memberId, memberName } };
    return new MemberLink(await openAudioLink(place, wanted, signal));
  }

  /** Resolves when the member is no longer in the call. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Gives the customer's voice to `listener` from now on. */
  hear(listener: (pcm: Int16Array) => void): void {
    this.#hear = listener;
  }

  /** Sends 20 ms of the member's voice. */
  audio(pcm: Int16Array): void {
    this.#hasSent = true;
    if (this.#isOver || this.#socket.writableLength > unsentBytesMax) return;
    const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    this.#socket.write(frame(frameKind.audio, bytes));
  }

  hold(isHolding: boolean): void {
    if (this.#isOver) return;
    this.#socket.write(frame(frameKind.text, Buffer.from(JSON.stringify({ type: 'hold', isHolding }))));
  }

  /** Leaves the call. The agent goes on with an apology, unless the call is over. */
  close(): void {
    this.#socket.destroy();
    this.#end();
  }

  #receive(bytes: Buffer): void {
    for (const { kind, contents } of this.#frames.push(bytes)) {
      if (kind === frameKind.audio) this.#hear(customerIn(contents));
      else if (!isSpeaking(contents)) this.#end();
    }
  }

  #end(): void {
    clearInterval(this.#silence);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ended.resolve();
  }
}

/** Returns the customer's samples, which alternate with those of our side. */
function customerIn(contents: Buffer): Int16Array {
  const samples = new Int16Array(contents.length >> 2);
  for (let at = 0; at < samples.length; at++) samples[at] = contents.readInt16LE(at * 4);
  return samples;
}

function isSpeaking(contents: Buffer): boolean {
  return (JSON.parse(contents.toString()) as { type?: unknown }).type === 'speaking';
}
