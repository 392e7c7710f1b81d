import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { WebSocket } from 'ws';
import { HeldAnswers } from './held-answers.ts';
import { type LocalService, startLocalService } from './local-service.ts';
import { audioParts, msPerCharacter, voiceAudio } from './voice-audio.ts';

/** A word with its times in milliseconds of the whole speech. */
export interface TimedVoiceWord {
  text: string;
  startMs: number;
  endMs: number;
}

interface VoiceServerOptions {
  sampleRateHz: number;
  /** Returns the text that a request asks for; `null` to refuse it with status 400. */
  textOf: (request: IncomingMessage, body: string) => string | null;
  /** Returns the parts of an answer. Each part of the audio comes with the words that end in it. */
  answer: (parts: { audio: Buffer; words: TimedVoiceWord[] }[]) => (string | Buffer)[];
  /** The content type of an HTTP answer. */
  contentType?: string;
}

/** A local server that plays a vendor's voice over HTTP or WebSocket, as the suites of voices need it. */
export class VoiceServer {
  readonly held = new HeldAnswers();
  /** The requests: the address, the headers and the body or first message. */
  readonly requests: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  readonly #options: VoiceServerOptions;
  #service: LocalService | null = null;

  constructor(options: VoiceServerOptions) {
    this.#options = options;
  }

  get baseUrl(): string {
    return this.#service!.baseUrl;
  }

  /** Returns the server's samples for a text. */
  readonly audioOf = (said: string): Int16Array => voiceAudio(said, this.#options.sampleRateHz);

  async start(): Promise<void> {
    this.#service = await startLocalService({
      onRequest: async (request, response) => {
        const answer = this.#answerTo(request, await text(request));
        if (answer === null) {
          response.writeHead(400, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ message: 'Invalid value' }));
          return;
        }
        const gone = new Promise<void>((resolve) => response.once('close', resolve));
        response.writeHead(200, { 'content-type': this.#options.contentType ?? 'audio/pcm' });
        if (await this.held.play(answer, gone, (part) => response.write(part))) response.end();
        else setImmediate(() => response.destroy());
      },
      onSocket: (socket, request) => {
        socket.once('message', (data) => void this.#serve(socket, request, String(data)));
      },
    });
  }

  close(): void {
    this.#service?.close();
  }

  async #serve(socket: WebSocket, request: IncomingMessage, first: string): Promise<void> {
    const answer = this.#answerTo(request, first);
    if (answer === null) {
      socket.send(JSON.stringify({ type: 'error', message: 'Invalid value', retryable: false }));
      return;
    }
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    if (!(await this.held.play(answer, gone, (part) => socket.send(part)))) socket.terminate();
    else socket.close(1000);
  }

  #answerTo(request: IncomingMessage, body: string): (string | Buffer)[] | null {
    this.requests.push({ url: request.url!, headers: request.headers, body });
    const said = this.#options.textOf(request, body);
    if (said === null) return null;
    const partMs = 200;
    const words = wordsOf(said);
    const parts = audioParts(this.audioOf(said), this.#options.sampleRateHz, partMs);
    return this.#options.answer(
      parts.map((audio, n) => ({
        audio,
        words: words.filter(({ endMs }) => {
          const isLast = n === parts.length - 1;
          return endMs > n * partMs && (endMs <= (n + 1) * partMs || isLast);
        }),
      })),
    );
  }
}

function wordsOf(said: string): TimedVoiceWord[] {
  let at = 0;
  return said.split(' ').map((word) => {
    const startMs = at * msPerCharacter;
    at += word.length + 1;
    return { text: word, startMs, endMs: startMs + word.length * msPerCharacter };
  });
}
