import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { encodeG711 } from '../../../telephony/media/index.ts';
import { HeldAnswers } from './held-answers.ts';
import { type LocalService, startLocalService } from './local-service.ts';
import {
  audioDelta,
  audioDone,
  committed,
  errorEvent,
  functionCall,
  responseCreated,
  responseDone,
  sessionCreated,
  sessionUpdated,
  transcriptDelta,
  transcriptionCompleted,
} from './realtime-events.ts';
import { audioParts, voiceAudio } from './voice-audio.ts';

/** An answer of the model: text, tool calls, or a failure. */
interface RealtimeAnswer {
  text?: string;
  calls?: readonly { name: string; arguments: object }[];
  /** The status and details of an unsuccessful answer. */
  ends?: { status: 'failed' | 'incomplete'; details: object };
}

type ClientEvent = { type: string; event_id?: string } & Record<string, unknown>;

interface SessionEvent {
  type?: string;
  audio?: { input?: { format?: { type?: string } } };
  input_audio_format?: string;
}

interface Client {
  socket: WebSocket;
  isPcmu: boolean;
  hasAudio: boolean;
  isStalled: boolean;
  /** The running responses with their cancel functions. */
  going: Map<string, () => void>;
}

const partMs = 100;

/** A local server for the Realtime protocol that keeps what it receives. */
export class RealtimeServer {
  readonly held = new HeldAnswers();
  /** All events of all connections, except the caller's audio. */
  readonly events: ClientEvent[] = [];
  /** Whether it uses the protocol's names from before its final form. */
  usesOlderNames = false;
  /** Bytes of the caller's audio. */
  audioBytes = 0;
  /** The opening requests of connections. */
  readonly requests: IncomingMessage[] = [];
  readonly #apiKey: string;
  readonly #isVoiceLive: boolean;
  readonly #clients = new Set<Client>();
  readonly #answers: RealtimeAnswer[] = [];
  readonly #heard: (string | null)[] = [];
  #refusal: number | null = null;
  #breaks = false;
  #stallsNext = false;
  #count = 0;
  #service: LocalService | null = null;
  #waiters: (() => void)[] = [];

  /** With `isVoiceLive`, it plays Azure's form of the protocol. */
  constructor(apiKey: string, { isVoiceLive = false } = {}) {
    this.#apiKey = apiKey;
    this.#isVoiceLive = isVoiceLive;
    this.usesOlderNames = isVoiceLive;
  }

  /** Starts the server, and returns its base URL. */
  async start(): Promise<string> {
    this.#service = await startLocalService({
      refuse: (request) => this.#refuse(request),
      onSocket: (socket, request) => this.#serve(socket, request),
    });
    return this.#isVoiceLive ? this.#service.baseUrl : `${this.#service.baseUrl}/v1`;
  }

  close(): void {
    this.#service?.close();
  }

  /** Sets the next answers; later ones are `Fine.` */
  answerNext(...answers: RealtimeAnswer[]): void {
    this.#answers.push(...answers);
  }

  /** Sets the transcripts of the caller's next turns; `null` for none. */
  hearNext(...texts: (string | null)[]): void {
    this.#heard.push(...texts);
  }

  /** Ends the caller's turn, as the service's voice activity detection does. */
  endTurn(): void {
    for (const client of this.#clients) this.#commit(client);
  }

  /** Rejects further connections with a status. */
  refuseAll(status: number): void {
    this.#refusal = status;
  }

  /** Breaks further connections at the request for a response. */
  breakAll(): void {
    this.#breaks = true;
  }

  /** Stalls a connection for good after the first part of its next answer. */
  stallNext(): void {
    this.#stallsNext = true;
  }

  serveAll(): void {
    this.#refusal = null;
    this.#stallsNext = false;
    this.#breaks = false;
    this.#answers.length = 0;
    this.#heard.length = 0;
  }

  /** Cuts all connections. */
  cut(): void {
    for (const { socket } of this.#clients) socket.terminate();
  }

  send(event: object): void {
    for (const { socket } of this.#clients) socket.send(JSON.stringify(event));
  }

  of(type: string): ClientEvent[] {
    return this.events.filter((event) => event.type === type);
  }

  /** Resolves when `condition` holds; it is checked after every event. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  #refuse({ url = '', headers }: IncomingMessage): number | null {
    const isKnown = this.#isVoiceLive
      ? headers['api-key'] === this.#apiKey
      : headers.authorization === `Bearer ${this.#apiKey}`;
    const path = this.#isVoiceLive
      ? /^\/voice-live\/realtime\?api-version=[\d-]+&model=/
      : /^\/v1\/realtime\?model=/;
    if (!path.test(url)) return 404;
    return isKnown ? this.#refusal : 401;
  }

  #serve(socket: WebSocket, request: IncomingMessage): void {
    const client: Client = { socket, isPcmu: false, hasAudio: false, isStalled: false, going: new Map() };
    this.requests.push(request);
    this.#clients.add(client);
    socket.on('close', () => {
      this.#clients.delete(client);
      for (const cancel of client.going.values()) cancel();
    });
    socket.on('message', (data) => {
      this.#take(client, JSON.parse(String(data)) as ClientEvent);
      for (const wake of this.#waiters.splice(0)) wake();
    });
    this.#tell(client, sessionCreated());
  }

  #tell({ socket }: Client, event: object): void {
    const text = JSON.stringify(event);
    socket.send(this.usesOlderNames ? text.replace('"response.output_audio', '"response.audio') : text);
  }

  #take(client: Client, event: ClientEvent): void {
    if (client.isStalled) return;
    if (event.type === 'input_audio_buffer.append') {
      this.audioBytes += Buffer.from(event.audio as string, 'base64').length;
      client.hasAudio = true;
      return;
    }
    this.events.push(event);
    switch (event.type) {
      case 'session.update':
        this.#update(client, event);
        break;
      case 'input_audio_buffer.clear':
        client.hasAudio = false;
        break;
      case 'input_audio_buffer.commit':
        this.#commit(client);
        break;
      case 'response.create':
        if (this.#breaks) client.socket.terminate();
        else void this.#respond(client, event.response as Record<string, unknown>);
        break;
      case 'response.cancel':
        client.going.get(event.response_id as string)?.();
    }
  }

  #update(client: Client, { event_id, session }: ClientEvent): void {
    const format = this.#formatIn(session as SessionEvent);
    if (format === null) {
      const message = `Invalid value of the session, says ${this.#apiKey}`;
      this.#tell(client, errorEvent({ type: 'invalid_request_error', message, event_id }));
      return;
    }
    if (format !== undefined) client.isPcmu = /^(audio\/pcmu|g711_ulaw)$/.test(format);
    this.#tell(client, sessionUpdated(session as object));
  }

  /** Returns the audio format of a session; `null` when the session is invalid. */
  #formatIn({ type, audio, input_audio_format }: SessionEvent): string | undefined | null {
    if (this.#isVoiceLive) {
      const format = input_audio_format;
      return type === undefined && /^(g711_ulaw|pcm16)$/.test(format ?? 'pcm16') ? format : null;
    }
    const format = audio?.input?.format?.type;
    return type === 'realtime' && /^audio\/pcmu?$/.test(format ?? 'audio/pcm') ? format : null;
  }

  #commit(client: Client): void {
    if (!client.hasAudio) {
      const error = { type: 'invalid_request_error', code: 'input_audio_buffer_commit_empty' };
      this.#tell(client, errorEvent({ ...error, message: 'Error committing input audio buffer' }));
      return;
    }
    client.hasAudio = false;
    const itemId = `item_${++this.#count}`;
    this.#tell(client, committed(itemId));
    const text = this.#heard.length > 0 ? this.#heard.shift() : '';
    if (typeof text === 'string') this.#tell(client, transcriptionCompleted(itemId, text));
  }

  async #respond(client: Client, request: Record<string, unknown> = {}): Promise<void> {
    const responseId = `resp_${++this.#count}`;
    const itemId = `item_${++this.#count}`;
    const isReading = request.conversation === 'none' || request.commit === false;
    const answer = isReading ? { text: textToRead(request) } : (this.#answers.shift() ?? { text: 'Fine.' });
    const gone = Promise.withResolvers<void>();
    let isCanceled = false;
    client.going.set(responseId, () => {
      isCanceled = true;
      gone.resolve();
    });
    this.#tell(client, responseCreated(responseId, request.metadata));
    const parts = this.#partsOf(answer, client.isPcmu, responseId, itemId);
    if (this.#stallsNext) {
      this.#stallsNext = false;
      client.isStalled = true;
      this.#tell(client, parts[0]!);
      return;
    }
    const isWhole = await this.held.play(parts, gone.promise, async (part) => {
      if (!isCanceled) this.#tell(client, part);
      // An event of the client may arrive in between.
      await new Promise((resolve) => setImmediate(resolve));
    });
    client.going.delete(responseId);
    if (!isWhole) {
      client.socket.terminate();
      return;
    }
    const { status, details } = isCanceled
      ? { status: 'cancelled' as const, details: { type: 'cancelled', reason: 'client_cancelled' } }
      : (answer.ends ?? { status: 'completed' as const, details: null });
    if (client.socket.readyState === client.socket.OPEN)
      this.#tell(client, responseDone(responseId, status, details));
  }

  #partsOf(answer: RealtimeAnswer, isPcmu: boolean, responseId: string, itemId: string): object[] {
    const { text = '', calls = [] } = answer;
    const pcm = voiceAudio(text, isPcmu ? 8_000 : 24_000);
    const audio = audioParts(pcm, isPcmu ? 8_000 : 24_000, partMs).map((bytes) =>
      isPcmu ? Buffer.from(encodeG711('pcmu', samplesOf(bytes))) : bytes,
    );
    const share = text.length / Math.max(audio.length, 1);
    const spoken = audio.flatMap((bytes, n) => [
      transcriptDelta(responseId, itemId, text.slice(Math.round(n * share), Math.round((n + 1) * share))),
      audioDelta(responseId, itemId, bytes),
    ]);
    const called = calls.flatMap(({ name, arguments: args }) =>
      functionCall(responseId, `item_${++this.#count}`, `call_${++this.#count}`, name, args),
    );
    return [...spoken, ...(text === '' ? [] : [audioDone(responseId, itemId)]), ...called];
  }
}

function textToRead({ input, pre_generated_assistant_message }: Record<string, unknown>): string {
  const [item] = (input ?? [pre_generated_assistant_message]) as { content: { text: string }[] }[];
  return item?.content[0]?.text ?? '';
}

function samplesOf(bytes: Buffer): Int16Array {
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
}
