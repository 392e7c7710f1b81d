/** For tests: a local server that plays `StreamingRecognize` over gRPC, as the suite of transcribers needs it. */
import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { timedWords } from '../testing/index.ts';
import { bytesField, Fields, message, numberField, textField } from './protobuf.ts';

/** The statuses of gRPC by those of HTTP. */
const grpcStatuses: Record<number, number> = { 400: 3, 401: 16, 403: 7, 409: 10, 429: 8, 503: 14 };

export class SpeechServer {
  /** The first requests of all streams, and their headers. */
  readonly streams: { settings: Buffer; headers: Record<string, unknown>; audioBytes: number }[] = [];
  readonly #server: Http2Server = createServer();
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #apiKey: string;
  #heard: string | null = null;
  #breaks = false;
  #refusal: { status: number; words: string } | null = null;
  /** The streams that wait for `release`. */
  #held: (() => void)[] | null = null;

  constructor(apiKey: string) {
    this.#apiKey = apiKey;
    this.#server.on('session', (session) => {
      this.#sessions.add(session);
      session.on('close', () => this.#sessions.delete(session));
    });
    this.#server.on('stream', (stream, headers) => this.#serve(stream, headers));
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get heldStreams(): number {
    return this.#held?.length ?? 0;
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  close(): void {
    for (const session of this.#sessions) session.destroy();
    this.#server.close();
  }

  hearNext(text: string | null): void {
    this.#heard = text;
  }

  breakAll(): void {
    this.#breaks = true;
  }

  refuseAll(status: number, words: string): void {
    this.#refusal = { status, words };
  }

  serveAll(): void {
    this.#breaks = false;
    this.#refusal = null;
  }

  /** Keeps the results of ended streams back. */
  hold(): void {
    this.#held = [];
  }

  /** Sends what was kept back, the streams that ended last first. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const send of held.toReversed()) send();
  }

  /** Ends the last stream, as the service does after seconds without audio. */
  abandon: () => void = () => undefined;

  #serve(stream: ServerHttp2Stream, headers: Record<string, unknown>): void {
    stream.on('error', () => undefined);
    const isKnown =
      [headers['x-goog-api-key'], headers.authorization].some((one) => String(one).endsWith(this.#apiKey)) &&
      headers[':path'] === '/google.cloud.speech.v2.Speech/StreamingRecognize' &&
      headers['content-type'] === 'application/grpc';
    const refusal = isKnown ? this.#refusal : { status: 401, words: 'no such key' };
    if (refusal) {
      refuse(stream, refusal);
      return;
    }
    if (this.#breaks) {
      stream.session?.destroy();
      return;
    }
    this.#listen(stream, headers);
  }

  #listen(stream: ServerHttp2Stream, headers: Record<string, unknown>): void {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    let status = 0;
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(status) }));
    const note = { settings: Buffer.alloc(0), headers, audioBytes: 0 };
    this.streams.push(note);
    this.abandon = () => {
      status = grpcStatuses[409]!;
      stream.end();
    };
    let rest = Buffer.alloc(0);
    stream.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data]);
      while (rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1)) {
        const request = rest.subarray(5, 5 + rest.readUInt32BE(1));
        rest = rest.subarray(5 + request.length);
        if (note.settings.length === 0) note.settings = Buffer.from(request);
        else note.audioBytes += audioOf(request);
      }
    });
    stream.on('end', () => {
      const seconds = note.audioBytes / 2 / sampleRateOf(note.settings);
      const text = this.#heard ?? '';
      const send = () => {
        for (const response of responses(text, seconds)) if (!stream.closed) stream.write(framed(response));
        if (!stream.closed) stream.end();
      };
      if (this.#held) this.#held.push(send);
      else send();
    });
  }
}

function refuse(stream: ServerHttp2Stream, { status, words }: { status: number; words: string }): void {
  const head = { ':status': 200, 'content-type': 'application/grpc' };
  const failure = { 'grpc-status': String(grpcStatuses[status]), 'grpc-message': encodeURIComponent(words) };
  stream.respond({ ...head, ...failure }, { endStream: true });
}

/** Returns interim results and the final one, as the service sends them before it ends a stream. */
function responses(text: string, seconds: number): Uint8Array[] {
  if (text === '') return [];
  const [first = '', ...more] = text.split(' ');
  const interim = message(result(first, 0, 0.3), ...(more.length > 0 ? [result(` ${more[0]}`, 0, 0.5)] : []));
  const words = timedWords(text, 0.1, seconds).map(({ text: word, start, end }) =>
    message(bytesField(1, duration(start)), bytesField(2, duration(end)), textField(3, word)),
  );
  return [interim, message(result(text, 1, seconds, words))];
}

function result(
  text: string,
  isFinal: number,
  seconds: number,
  words: readonly Uint8Array[] = [],
): Uint8Array {
  const alternative = message(textField(1, text), ...words.map((word) => bytesField(3, word)));
  const fields = [bytesField(1, alternative), numberField(2, isFinal), bytesField(4, duration(seconds))];
  return bytesField(6, message(...fields, textField(6, 'en-us')));
}

function duration(seconds: number): Uint8Array {
  const whole = Math.floor(seconds);
  return message(numberField(1, whole), numberField(2, Math.round((seconds - whole) * 1e9)));
}

function framed(body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

/** Returns the bytes of a request's audio, which has the number 5. */
function audioOf(request: Uint8Array): number {
  return Buffer.byteLength(new Fields(request).bytes(5));
}

function sampleRateOf(settings: Uint8Array): number {
  const config = new Fields(settings).messages(6)[0]?.messages(1)[0];
  return config?.messages(8)[0]?.number(2) ?? 0;
}
