/** For tests: a local server that plays `StreamingRecognize` over gRPC, as the suite of transcribers needs it. */
import type { ServerHttp2Stream } from 'node:http2';
import { timedWords } from '../testing/index.ts';
import {
  framed,
  GrpcServer,
  grpcStatuses,
  onRequests,
  type Refusal,
  refuse,
  respond,
} from './grpc-server.ts';
import { bytesField, Fields, message, numberField, textField } from './protobuf.ts';

interface HeardStream {
  settings: Buffer;
  headers: Record<string, unknown>;
  audioBytes: number;
}

export class SpeechServer extends GrpcServer {
  /** The first requests of all streams, and their headers. */
  readonly streams: HeardStream[] = [];
  #heard: string | null = null;
  #breaks = false;
  #refusal: Refusal | null = null;
  /** The streams that wait for `release`. */
  #held: (() => void)[] | null = null;

  constructor(apiKey: string) {
    super(apiKey, '/google.cloud.speech.v2.Speech/StreamingRecognize');
  }

  get heldStreams(): number {
    return this.#held?.length ?? 0;
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

  protected override serve(stream: ServerHttp2Stream, headers: Record<string, unknown>): void {
    if (this.#refusal) refuse(stream, this.#refusal);
    else if (this.#breaks) stream.session?.destroy();
    else this.#listen(stream, headers);
  }

  #listen(stream: ServerHttp2Stream, headers: Record<string, unknown>): void {
    let status = 0;
    respond(stream, () => status);
    const note: HeardStream = { settings: Buffer.alloc(0), headers, audioBytes: 0 };
    this.streams.push(note);
    this.abandon = () => {
      status = grpcStatuses[409]!;
      stream.end();
    };
    onRequests(stream, (request) => {
      if (note.settings.length === 0) note.settings = request;
      else note.audioBytes += audioOf(request);
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

/** Returns the bytes of a request's audio, which has the number 5. */
function audioOf(request: Uint8Array): number {
  return Buffer.byteLength(new Fields(request).bytes(5));
}

function sampleRateOf(settings: Uint8Array): number {
  const config = new Fields(settings).messages(6)[0]?.messages(1)[0];
  return config?.messages(8)[0]?.number(2) ?? 0;
}
