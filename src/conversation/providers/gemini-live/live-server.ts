/** For tests: a local server that plays Gemini Live, as the suite of speech-to-speech models needs it. */
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import {
  audioParts,
  HeldAnswers,
  type LocalService,
  startLocalService,
  voiceAudio,
} from '../testing/index.ts';

type Message = Record<string, Record<string, unknown> | undefined>;

interface Answer {
  text?: string;
  calls?: readonly { name: string; arguments: object }[];
  /** The reason in place of an answer. */
  reason?: string;
}

interface Client {
  socket: WebSocket;
  /** It speaks given texts. */
  isReader: boolean;
  /** The words of the caller's turn. */
  texts: string[];
  hasAudio: boolean;
  isStalled: boolean;
  /** Ends the running answer. */
  interrupt: (() => void) | null;
}

const path = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent';
const rateHz = 24_000;
const usageMetadata = {
  ...{ promptTokenCount: 132, responseTokenCount: 91, thoughtsTokenCount: 30, totalTokenCount: 253 },
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 119 },
    { modality: 'AUDIO', tokenCount: 13 },
  ],
  cachedContentTokenCount: 69,
  cacheTokensDetails: [
    { modality: 'TEXT', tokenCount: 64 },
    { modality: 'AUDIO', tokenCount: 5 },
  ],
  responseTokensDetails: [{ modality: 'AUDIO', tokenCount: 91 }],
};

export class LiveServer {
  readonly held = new HeldAnswers();
  /** All messages of conversations, except audio. */
  readonly messages: Message[] = [];
  readonly requests: IncomingMessage[] = [];
  /** Bytes of the caller's audio, and its type. */
  audio = { bytes: 0, mimeType: '' };
  readonly #apiKey: string;
  readonly #clients = new Set<Client>();
  readonly #answers: Answer[] = [];
  readonly #heard: (string | null)[] = [];
  #service: LocalService | null = null;
  #refusal: number | null = null;
  #breaks = false;
  #stallsNext = false;
  #count = 0;

  constructor(apiKey: string) {
    this.#apiKey = apiKey;
  }

  async start(): Promise<string> {
    this.#service = await startLocalService({
      refuse: ({ url, headers }) => {
        if (url !== path) return 404;
        return headers['x-goog-api-key'] === this.#apiKey ? this.#refusal : 401;
      },
      onSocket: (socket, request) => this.#serve(socket, request),
    });
    return this.#service.baseUrl;
  }

  close(): void {
    this.#service?.close();
  }

  answerNext(...answers: Answer[]): void {
    this.#answers.push(...answers);
  }

  hearNext(...texts: (string | null)[]): void {
    this.#heard.push(...texts);
  }

  refuseAll(status: number): void {
    this.#refusal = status;
  }

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

  /** Sends a message to all conversations; a text as it is. */
  send(message: object | string): void {
    for (const client of this.#clients) {
      if (client.isReader) continue;
      if (typeof message === 'string') client.socket.send(message);
      else tell(client, message);
    }
  }

  /** Closes all conversations with a reason. */
  end(code: number, reason: string): void {
    for (const { socket } of this.#clients) socket.close(code, reason);
  }

  #serve(socket: WebSocket, request: IncomingMessage): void {
    const client: Client = {
      socket,
      isReader: false,
      texts: [],
      hasAudio: false,
      isStalled: false,
      interrupt: null,
    };
    this.requests.push(request);
    this.#clients.add(client);
    socket.on('close', () => {
      this.#clients.delete(client);
      client.interrupt?.();
    });
    socket.on('message', (data) => this.#take(client, JSON.parse(String(data)) as Message));
  }

  #take(client: Client, message: Message): void {
    if (client.isStalled) return;
    const { setup, realtimeInput, toolResponse } = message;
    client.isReader ||= JSON.stringify(setup?.systemInstruction ?? '').includes('You read texts aloud');
    const audio = realtimeInput?.audio as { data: string; mimeType: string } | undefined;
    if (audio) {
      client.hasAudio = true;
      this.audio = {
        bytes: this.audio.bytes + Buffer.from(audio.data, 'base64').length,
        mimeType: audio.mimeType,
      };
      return;
    }
    if (!client.isReader) this.messages.push(message);
    if (setup) tell(client, { setupComplete: {} });
    if (realtimeInput?.activityStart) client.interrupt?.();
    if (typeof realtimeInput?.text === 'string') client.texts.push(realtimeInput.text);
    if (realtimeInput?.activityEnd || toolResponse) {
      if (this.#breaks && !client.isReader) client.socket.terminate();
      else void this.#answer(client);
    }
  }

  async #answer(client: Client): Promise<void> {
    const texts = client.texts.splice(0);
    const gone = Promise.withResolvers<void>();
    let isInterrupted = false;
    client.interrupt = () => {
      isInterrupted = true;
      client.interrupt = null;
      gone.resolve();
      if (client.socket.readyState !== client.socket.OPEN) return;
      tell(client, { serverContent: { interrupted: true } });
      tell(client, { serverContent: { turnComplete: true }, usageMetadata });
    };
    if (client.hasAudio) this.#transcribe(client);
    const answer = client.isReader ? { text: texts.join(' ') } : (this.#answers.shift() ?? { text: 'Fine.' });
    const parts = this.#partsOf(answer);
    if (this.#stallsNext && !client.isReader) {
      this.#stallsNext = false;
      client.isStalled = true;
      tell(client, parts[0]!);
      return;
    }
    const send = async (part: object) => {
      if (!isInterrupted) tell(client, part);
      // A message of the client may arrive in between.
      await new Promise((resolve) => setImmediate(resolve));
    };
    if (client.isReader) for (const part of parts) await send(part);
    else if (!(await this.held.play(parts, gone.promise, send))) {
      client.socket.terminate();
      return;
    }
    if (isInterrupted) return;
    client.interrupt = null;
    if (!answer.calls && !answer.reason) tell(client, { serverContent: { generationComplete: true } });
    const turnCompleteReason = answer.reason === undefined ? {} : { turnCompleteReason: answer.reason };
    tell(client, { serverContent: { turnComplete: true, ...turnCompleteReason }, usageMetadata });
  }

  #transcribe(client: Client): void {
    client.hasAudio = false;
    const text = this.#heard.length > 0 ? this.#heard.shift() : '';
    for (const word of (text ?? '').match(/\S+\s*/g) ?? [])
      tell(client, { serverContent: { inputTranscription: { text: word } } });
  }

  #partsOf({ text = '', calls, reason }: Answer): object[] {
    if (reason !== undefined) return [];
    const audio = audioParts(voiceAudio(text, rateHz), rateHz, 100);
    const share = text.length / Math.max(audio.length, 1);
    const spoken = audio.flatMap((bytes, n) => {
      const inlineData = { mimeType: `audio/pcm;rate=${rateHz}`, data: bytes.toString('base64') };
      const said = text.slice(Math.round(n * share), Math.round((n + 1) * share));
      return [
        { serverContent: { modelTurn: { role: 'model', parts: [{ inlineData }] } } },
        { serverContent: { outputTranscription: { text: said } } },
      ];
    });
    const functionCalls = calls?.map(({ name, arguments: args }) => ({
      ...{ id: `function-call-${++this.#count}`, name, args },
    }));
    return [...spoken, ...(functionCalls ? [{ toolCall: { functionCalls } }] : [])];
  }
}

/** The service sends its JSON as bytes. */
function tell({ socket }: Client, message: object): void {
  socket.send(Buffer.from(JSON.stringify(message)), { binary: true });
}
