/**
 * Carries the audio of a live call between the service and the audio thread. It owns the WebSocket, so that a page that stands
 * still interrupts neither the member nor the customer. It ends with its page.
 */
import { loudnessOf } from './loudness.ts';

/** A text message of the service. */
export interface LineMessage {
  type: string;
}

/** The loudness of each side, from 0 to 1. */
export interface LineLevels {
  own: number;
  customer: number;
  agent: number;
}

/** A message of the page. `open` is the first. */
export type LineOrder =
  | ({ type: 'open' } & LineOptions)
  | { type: 'send'; message: object }
  | { type: 'mute'; isMuted: boolean }
  | { type: 'tick' };

export interface LineOptions {
  url: string;
  /** The port of the audio worklet. */
  port: MessagePort;
  /** The side to play, or both in turns. */
  plays: 'customer' | 'both';
}

/**
 * A message to the page, which answers each `tick`. `lost` is the last: nothing came from the service any more, or it closed the
 * connection.
 */
export type LineReport =
  | { type: 'tick' }
  | { type: 'message'; message: LineMessage }
  | { type: 'levels'; levels: Partial<LineLevels> }
  | { type: 'lost'; isSilent: boolean };

/** After 3 s without audio of the call the connection counts as lost. Frames are 20 ms. */
const unheardFramesMax = 150;
/** In Firefox and Safari, a page that stood still delivers the kept messages of the service within this time. */
const deliveryFrames = 25;

class Line {
  readonly #socket: WebSocket;
  readonly #options: LineOptions;
  isMuted = false;
  #isSpeaking = false;
  /** Frames of the microphone since the last message of the service. They count the time, because timers may be slow. */
  #unheardFrames = 0;
  /** Whether the page has answered since then, and was asked to. */
  #isPageMoving = false;
  #isPageAsked = false;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#socket = new WebSocket(options.url);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.onclose = () => report({ type: 'lost', isSilent: false });
    this.#socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      this.#unheardFrames = 0;
      this.#isPageMoving = false;
      if (typeof data === 'string') this.#take(JSON.parse(data) as LineMessage);
      else this.#hear(data);
    };
    options.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => this.#speak(data);
  }

  send(data: ArrayBuffer | string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data);
  }

  #take(message: LineMessage): void {
    if (message.type === 'ready') this.#options.port.postMessage(message);
    if (message.type === 'speaking') this.#isSpeaking = true;
    report({ type: 'message', message });
  }

  #hear(both: ArrayBuffer): void {
    const [customer, agent] = [sideOf(both, 0), sideOf(both, 1)];
    report({
      type: 'levels',
      levels: { customer: loudnessOf(customer), agent: loudnessOf(agent) },
    });
    const played = this.#options.plays === 'both' ? both : customer;
    this.#options.port.postMessage(played, [played]);
  }

  /** Takes the page's answer to a tick. */
  ticked(): void {
    this.#isPageAsked = false;
    this.#isPageMoving = true;
    this.#unheardFrames = Math.min(this.#unheardFrames, unheardFramesMax - deliveryFrames);
  }

  /** Ends the line, once the page does not stand still. */
  #unheard(): void {
    if (this.#isPageMoving) {
      report({ type: 'lost', isSilent: true });
      self.close();
    } else if (!this.#isPageAsked) {
      this.#isPageAsked = true;
      report({ type: 'tick' });
    }
  }

  #speak(frame: ArrayBuffer): void {
    if (this.#isSpeaking && ++this.#unheardFrames > unheardFramesMax) this.#unheard();
    report({ type: 'levels', levels: { own: this.isMuted ? 0 : loudnessOf(frame) } });
    this.send(this.isMuted ? new ArrayBuffer(frame.byteLength) : frame);
  }
}

/** Returns one side of samples of both in turns. */
function sideOf(both: ArrayBuffer, side: 0 | 1): ArrayBuffer {
  return new Int16Array(both).filter((_, at) => at % 2 === side).buffer;
}

function report(what: LineReport): void {
  self.postMessage(what);
}

let line: Line | null = null;

self.addEventListener('message', ({ data }: MessageEvent<LineOrder>) => {
  if (data.type === 'open') line = new Line(data);
  else if (data.type === 'send') line?.send(JSON.stringify(data.message));
  else if (data.type === 'tick') line?.ticked();
  else if (line) line.isMuted = data.isMuted;
});
