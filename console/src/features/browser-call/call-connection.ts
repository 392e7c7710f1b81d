import { type BrowserAudio, loudnessOf } from '../browser-audio/index.ts';
import type { BrowserCallEvent } from './call-events.ts';
import { openWebAudio, type WebAudio } from './web-audio.ts';

export interface BrowserCallStart {
  agentId: string;
  draft: boolean;
  variables: Record<string, string>;
  /** The customer whose part the caller plays; null for none. */
  customerNumber: string | null;
  /** The stage with which the flow begins, and what is known then; null for its first stage. */
  flow: { stage: string; variables: Record<string, unknown> } | null;
}

/** A service of the version before sends no `hello`. */
const helloMsMax = 1000;

interface ConnectionHandlers {
  /** The loudness of the agent's audio, from 0 to 1. */
  heard: (loudness: number) => void;
  event: (event: BrowserCallEvent) => void;
  lost: () => void;
}

/**
 * The connection of one browser call: a WebSocket for commands and events. Audio goes over WebRTC, or over the WebSocket when
 * the service chooses it in `ready`.
 */
export class CallConnection {
  readonly #audio: BrowserAudio;
  readonly #handlers: ConnectionHandlers;
  readonly #socket: WebSocket;
  #web: WebAudio | null = null;
  #sendsFrames = false;
  #isClosed = false;

  constructor(audio: BrowserAudio, wanted: BrowserCallStart, handlers: ConnectionHandlers) {
    this.#audio = audio;
    this.#handlers = handlers;
    this.#socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/console/browser-call`);
    this.#socket.binaryType = 'arraybuffer';
    const hello = this.#open(handlers.lost);
    void hello.then(async (iceServers) => {
      const offer = iceServers === null ? null : await this.#offer(iceServers);
      this.send({ type: 'start', ...wanted, ...(offer !== null && { offer }) });
    });
  }

  /** Sends a frame of the microphone, once the service takes frames. */
  sendFrame(frame: ArrayBuffer): void {
    if (this.#sendsFrames && this.#socket.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Closes the connection. The last audio is still played for `lastMs`. */
  close(lastMs: number): void {
    this.#isClosed = true;
    this.#socket.close();
    setTimeout(() => {
      this.#web?.close();
      this.#audio.close();
    }, lastMs);
  }

  /** Resolves with the servers for WebRTC; `null` for a service that has none of it. */
  #open(lost: () => void): Promise<RTCIceServer[] | null> {
    return new Promise((resolve) => {
      const socket = this.#socket;
      socket.onopen = () => setTimeout(() => resolve(null), helloMsMax);
      socket.onclose = lost;
      socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
        if (typeof data !== 'string') return this.#play(data);
        const event = JSON.parse(data) as BrowserCallEvent;
        if (event.type === 'hello') resolve(event.iceServers);
        this.#take(event);
      };
    });
  }

  async #offer(iceServers: RTCIceServer[]): Promise<string | null> {
    this.#web = await openWebAudio(this.#audio, iceServers, this.#handlers.heard);
    if (this.#isClosed) this.#web?.close();
    return this.#web?.offer ?? null;
  }

  #take(event: BrowserCallEvent): void {
    // A failure here leaves the browser unconnected, and the service then takes the WebSocket.
    if (event.type === 'answer') void this.#web?.accept(event.sdp).catch(() => undefined);
    if (event.type === 'ready' && event.transport !== 'webrtc') {
      this.#web?.close();
      this.#web = null;
      this.#sendsFrames = true;
    }
    if (event.type === 'flush') this.#audio.flush();
    this.#handlers.event(event);
  }

  #play(frame: ArrayBuffer): void {
    this.#handlers.heard(loudnessOf(frame));
    this.#audio.play(frame);
  }
}
