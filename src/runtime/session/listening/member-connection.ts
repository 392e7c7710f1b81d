import type { Socket } from 'node:net';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { FrameReader, frame, frameKind } from '../../../platform/nodes/index.ts';
import type { CallingMember, MemberOnCall, TakesMembers } from './member-channel.ts';

/** A member's browser sends audio all the time, or the API says that it is alive. Without both for so long, it is gone. */
const lostMsMax = 1200;
/** Audio that the connection has not taken yet. Beyond it, frames are dropped: a second of wide-band audio. */
const unsentBytesMax = 64_000;

/**
 * The connection of a member who speaks with the customer, in frames (`platform/nodes`). Audio to the member has the samples of
 * both sides in turns, as for listeners; audio of the member has one side, at 16 kHz. Text is JSON: `speaking`, `suggested`, `refused` with a
 * reason and `ended` to the member; `hold`, `suggest` and `handBack` of the member; `alive` of the API.
 */
export class MemberConnection {
  readonly #socket: Socket;
  readonly #frames = new FrameReader();
  #onCall: MemberOnCall | null = null;
  #isOver = false;
  #stopWaiting = (): void => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Takes the call over, and serves the connection until it is closed. */
  async serve(member: CallingMember, takeOver: TakesMembers): Promise<void> {
    const socket = this.#socket;
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('close', () => {
      this.#isOver = true;
      this.#stopWaiting();
      this.#onCall?.lost();
    });
    const onCall = await takeOver.begin(
      member,
      (reason) => this.#end({ type: 'ended', reason }),
      (suggested) => this.#send({ type: 'suggested', ...suggested }),
    );
    if (typeof onCall === 'string') return this.#end({ type: 'refused', reason: onCall });
    this.#onCall = onCall;
    if (this.#isOver) return onCall.lost();
    this.#send({ type: 'speaking', canSuggest: onCall.canSuggest });
    this.#await();
  }

  /** Sends 20 ms of both sides. */
  audio(pcm: Int16Array): void {
    if (!this.#onCall || this.#isOver || this.#socket.writableLength > unsentBytesMax) return;
    const heard = this.#onCall.isHolding ? new Int16Array(pcm.length) : pcm;
    const bytes = new Uint8Array(heard.buffer, heard.byteOffset, heard.byteLength);
    this.#socket.write(frame(frameKind.audio, bytes));
  }

  /** What comes before the member is in the call is dropped. */
  #receive(bytes: Buffer): void {
    const frames = this.#frames.push(bytes);
    if (!this.#onCall || this.#isOver) return;
    this.#await();
    for (const { kind, contents } of frames) {
      if (kind === frameKind.audio) this.#onCall.audio(samplesIn(contents));
      else this.#take(contents);
    }
  }

  #await(): void {
    this.#stopWaiting();
    this.#stopWaiting = fairTimeout(lostMsMax, () => this.#socket.destroy());
  }

  #take(contents: Buffer): void {
    const message = messageIn(contents);
    if (message?.type === 'hold') this.#onCall?.hold(message.isHolding === true);
    else if (message?.type === 'suggest') this.#onCall?.suggest(message.isOn === true);
    else if (message?.type === 'handBack')
      this.#onCall?.handBack(typeof message.note === 'string' ? message.note : null);
  }

  #send(message: object): void {
    if (!this.#isOver) this.#socket.write(frame(frameKind.text, Buffer.from(JSON.stringify(message))));
  }

  #end(message: object): void {
    this.#send(message);
    this.#isOver = true;
    this.#stopWaiting();
    this.#socket.end();
  }
}

function samplesIn(contents: Buffer): Int16Array {
  const bytes = Uint8Array.from(contents.subarray(0, contents.length - (contents.length % 2)));
  return new Int16Array(bytes.buffer);
}

function messageIn(
  contents: Buffer,
): { type?: unknown; isHolding?: unknown; isOn?: unknown; note?: unknown } | null {
  try {
    return JSON.parse(contents.toString()) as ReturnType<typeof messageIn>;
  } catch {
    return null;
  }
}
