import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { HeldAnswers } from './held-answers.ts';
import type { ModelScenario } from './language-model-scenarios.ts';

/** The differences between vendors whose models stream events over HTTP. */
interface ModelServerOptions {
  path: string;
  /** `text/event-stream` by default. */
  contentType?: string;
  /** Returns the events of an answer as they are sent. */
  fixtures: Record<ModelScenario, readonly (string | Uint8Array)[]>;
  /** Returns the vendor's body of a failure. */
  failureBody(status: number, words: string): unknown;
  /** Returns why the service would reject a request; `null` when it would not. */
  objectTo(request: IncomingMessage, body: Record<string, unknown>): string | null;
  /** Returns the answer to a request that asks no model, such as one for a token; `null` for requests to the model. */
  answerOther?(request: IncomingMessage, body: string): object | null;
}

/** A local server that answers with a vendor's fixtures, and keeps its requests. */
export class ModelServer {
  readonly held = new HeldAnswers();
  readonly bodies: Record<string, unknown>[] = [];
  /** The number of requests that asked no model. */
  others = 0;
  readonly #options: ModelServerOptions;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #scenario: ModelScenario = 'text';
  #failure: { status: number; words: string } | null = null;

  constructor(options: ModelServerOptions) {
    this.#options = options;
  }

  /** Starts the server, and returns its base URL. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  answerWith(scenario: ModelScenario): void {
    this.#scenario = scenario;
  }

  failWith(status: number, words: string): void {
    this.#failure = { status, words };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new Promise<void>((resolve) => response.once('close', resolve));
    const scenario = this.#scenario;
    const sent = await text(request);
    const { path, fixtures, failureBody, objectTo, contentType = 'text/event-stream' } = this.#options;
    const other = this.#options.answerOther?.(request, sent) ?? null;
    if (other !== null) {
      this.others++;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(other));
      return;
    }
    const body = JSON.parse(sent) as Record<string, unknown>;
    this.bodies.push(body);
    const objection = request.url === path ? objectTo(request, body) : `there is no ${request.url}`;
    const failure = this.#failure ?? (objection === null ? null : { status: 400, words: objection });
    this.#failure = null;
    if (failure) {
      response.writeHead(failure.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(failureBody(failure.status, failure.words)));
      return;
    }
    response.writeHead(200, { 'content-type': contentType });
    const whole = await this.held.play(fixtures[scenario], gone, (event) => response.write(event));
    if (whole) response.end();
    else setImmediate(() => response.destroy());
  }
}
