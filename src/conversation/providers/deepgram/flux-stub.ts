import type { WebSocket } from 'ws';
import { connected, type FixtureWord, turnInfo } from './flux-fixtures.ts';

/** The silence after which the turn has probably ended, and the silence that ends it, in seconds. */
const likelyAfter = 0.16;
const endAfter = 0.4;
const updateEvery = 0.24;

/** Plays the service for one connection with audio at 16 kHz: sound is speech, and zeros are silence. Only tests use it. */
export class FluxStub {
  readonly #socket: WebSocket;
  /** Returns the words of the next turn, a text for each stretch of speech. */
  readonly #hear: () => readonly string[];
  #seconds = 0;
  #updated = 0;
  #turnStart = 0;
  #parts: readonly string[] = [];
  #stretches: { start: number; end: number }[] = [];
  #isOpen = false;
  #isLikely = false;

  constructor(socket: WebSocket, hear: () => readonly string[]) {
    this.#socket = socket;
    this.#hear = hear;
    socket.send(connected);
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#take(data);
      else if (JSON.parse(String(data)).type === 'CloseStream') socket.close(1000);
      else socket.close(1008, 'UNPARSABLE_CLIENT_MESSAGE');
    });
  }

  #take(data: Buffer): void {
    const start = this.#seconds;
    this.#seconds += data.length / 32_000;
    if (data.some((byte) => byte !== 0)) this.#hearSpeech(start);
    const pause = this.#seconds - (this.#stretches.at(-1)?.end ?? this.#seconds);
    if (this.#isOpen && pause >= likelyAfter && !this.#isLikely) this.#send('EagerEndOfTurn');
    if (pause >= endAfter) this.#end();
    if (this.#seconds - this.#updated >= updateEvery) this.#send('Update');
  }

  #hearSpeech(start: number): void {
    const last = this.#stretches.at(-1);
    if (last && last.end === start) last.end = this.#seconds;
    else {
      if (!last) this.#parts = this.#hear();
      this.#stretches.push({ start, end: this.#seconds });
    }
    if (this.#isLikely) this.#send('TurnResumed');
    if (this.#isOpen || this.#words().length === 0) return;
    this.#isOpen = true;
    this.#send('StartOfTurn');
  }

  #end(): void {
    if (this.#isOpen) this.#send('EndOfTurn');
    this.#isOpen = false;
    this.#isLikely = false;
    this.#stretches = [];
    this.#turnStart = this.#seconds;
  }

  #words(): FixtureWord[] {
    return this.#stretches.flatMap(({ start, end }, n) => {
      const words = (this.#parts[n] ?? '').split(' ').filter(Boolean);
      const step = (end - start) / words.length;
      return words.map((word, m): FixtureWord => [word, start + m * step, start + (m + 1) * step]);
    });
  }

  #send(event: Parameters<typeof turnInfo>[0]): void {
    if (event === 'EagerEndOfTurn') this.#isLikely = true;
    if (event === 'TurnResumed') this.#isLikely = false;
    this.#updated = this.#seconds;
    const words = this.#words();
    this.#socket.send(JSON.stringify(turnInfo(event, words, [this.#turnStart, this.#seconds])));
  }
}
