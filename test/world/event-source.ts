import { type ClientRequest, type IncomingMessage, request } from 'node:http';

export interface StreamedEvent {
  id: string;
  type: string;
  data: any;
}

/** Reads server-sent events over a socket, as a browser does (HTML Standard §9.2). */
export class EventSource {
  readonly events: StreamedEvent[] = [];
  /** The id after which a new connection continues. */
  lastId = '';
  isOver = false;
  readonly #request: ClientRequest;
  #text = '';
  #changed = Promise.withResolvers<void>();

  private constructor(asked: ClientRequest, response: IncomingMessage) {
    this.#request = asked;
    response.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    response.once('close', () => {
      this.isOver = true;
      this.#tell();
    });
  }

  /** Resolves with the stream. Throws the answer when there is no stream. */
  static async open(url: string, headers: Record<string, string>): Promise<EventSource> {
    const asked = request(url, { headers: { accept: 'text/event-stream', ...headers } });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      asked.once('response', resolve).once('error', reject);
    });
    asked.end();
    const response = await answered;
    asked.on('error', () => undefined);
    if (response.statusCode === 200) return new EventSource(asked, response);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    throw new Error(`${response.statusCode} ${text}`);
  }

  /** Returns the first `count` events when they have arrived. */
  async first(count: number): Promise<StreamedEvent[]> {
    while (this.events.length < count && !this.isOver) await this.#changed.promise;
    return this.events.slice(0, count);
  }

  async over(): Promise<void> {
    while (!this.isOver) await this.#changed.promise;
  }

  close(): void {
    this.#request.destroy();
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #take(text: string): void {
    this.#text += text;
    const blocks = this.#text.split('\n\n');
    this.#text = blocks.pop()!;
    for (const block of blocks) {
      const fields = new Map(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      this.lastId = fields.get('id') ?? this.lastId;
      const data = fields.get('data');
      if (data === undefined) continue;
      this.events.push({ id: this.lastId, type: fields.get('event') ?? 'message', data: JSON.parse(data) });
    }
    this.#tell();
  }
}
