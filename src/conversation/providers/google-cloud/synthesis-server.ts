/** For tests: a local server that plays `StreamingSynthesize` over gRPC, as the suites of voices need it. */
import type { ServerHttp2Stream } from 'node:http2';
import { audioParts, HeldAnswers, voiceAudio } from '../testing/index.ts';
import { framed, GrpcServer, onRequests, type Refusal, refuse, respond } from './grpc-server.ts';
import { bytesField, Fields } from './protobuf.ts';

const partMs = 200;

interface HeardCall {
  headers: Record<string, unknown>;
  requests: Buffer[];
  /** The connection that carried it. */
  session: unknown;
}

export class SynthesisServer extends GrpcServer {
  readonly held = new HeldAnswers();
  readonly calls: HeardCall[] = [];
  /** The answer to the next calls; `null` to speak. */
  refusal: Refusal | null = null;

  constructor(apiKey: string) {
    super(apiKey, '/google.cloud.texttospeech.v1.TextToSpeech/StreamingSynthesize');
  }

  /** Returns the server's samples for a text. */
  readonly audioOf = (said: string): Int16Array => voiceAudio(said, 16_000);

  protected override serve(stream: ServerHttp2Stream, headers: Record<string, unknown>): void {
    const call: HeardCall = { headers, requests: [], session: stream.session };
    this.calls.push(call);
    onRequests(stream, (request) => call.requests.push(request));
    stream.on('end', () => void this.#answer(stream, call));
  }

  async #answer(stream: ServerHttp2Stream, { requests }: HeardCall): Promise<void> {
    const { voice, sampleRateHz, text } = asked(requests);
    const unknown = voice.endsWith('-Unknown') ? { status: 400, words: `there is no ${voice}` } : null;
    const refusal = this.refusal ?? unknown;
    if (refusal) {
      refuse(stream, refusal);
      return;
    }
    respond(stream, () => 0);
    const gone = new Promise<void>((resolve) => stream.once('close', resolve));
    const parts = audioParts(voiceAudio(text, sampleRateHz), sampleRateHz, partMs);
    const isWhole = await this.held.play(parts, gone, (part) => {
      if (!stream.closed) stream.write(framed(bytesField(1, part)));
    });
    if (!isWhole) setImmediate(() => stream.session?.destroy());
    else if (!stream.closed) stream.end();
  }
}

/** Reads the settings, which come first, and the texts. */
function asked(requests: readonly Buffer[]): { voice: string; sampleRateHz: number; text: string } {
  const [settings, ...texts] = requests.map((request) => new Fields(request));
  const config = settings?.messages(1)[0];
  return {
    voice: config?.messages(1)[0]?.text(2) ?? '',
    sampleRateHz: config?.messages(4)[0]?.number(2) ?? 0,
    text: texts.map((one) => one.messages(2)[0]?.text(1) ?? '').join(''),
  };
}
