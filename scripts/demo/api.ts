/** A step of the demo failed. */
export class DemoFailure extends Error {}

export function expect(condition: unknown, what: string): asserts condition {
  if (!condition) throw new DemoFailure(what);
}

export interface CallRecord {
  callId: string;
  status: string;
  type: string;
  campaignName: string | null;
  customerNumber: string;
  phoneNumber: string;
  startedAt: string | null;
  endedAt: string | null;
  endedBy: string | null;
  endedReason: string | null;
  externalId: string | null;
  transcript: {
    role: string;
    message: string;
    secondsFromStart: number;
    duration: number;
    /** The start: RFC 3339. */
    time: string;
    name?: string;
    toolCall?: { arguments?: Record<string, unknown> };
  }[];
  turns: {
    firstRtpMs: number | null;
    interruptedAtMs: number | null;
    waitedMs: number | null;
    endedBy: string | null;
  }[];
}

export interface Lookup {
  data: Record<string, unknown> | null;
  ttl: number | null;
  latestCall: CallRecord | null;
}

export interface Why {
  decisions: { at: string; decision: string; reason: string; message: string }[];
}

/** The running service's API. An unsuccessful answer fails the demo. */
export class Api {
  readonly #baseUrl: string;
  readonly #key: string;

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  async get<Answer>(path: string): Promise<Answer> {
    return (await this.#send('GET', path)).json() as Promise<Answer>;
  }

  async post<Answer>(path: string, body: unknown): Promise<Answer> {
    return (await this.#send('POST', path, body)).json() as Promise<Answer>;
  }

  async put<Answer>(path: string, body: unknown): Promise<Answer> {
    return (await this.#send('PUT', path, body)).json() as Promise<Answer>;
  }

  async patch(path: string, body: unknown): Promise<void> {
    await this.#send('PATCH', path, body);
  }

  async delete(path: string): Promise<void> {
    await this.#send('DELETE', path);
  }

  async download(path: string): Promise<Buffer> {
    return Buffer.from(await (await this.#send('GET', path)).arrayBuffer());
  }

  async #send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.#key}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${this.#baseUrl}${path}`, { method, headers, ...init }).catch((error) => {
      const { cause } = error as { cause?: { code?: string } };
      const why = cause?.code ?? String(error);
      throw new DemoFailure(`${method} ${path} got no answer: no service at ${this.#baseUrl} (${why})`);
    });
    if (response.ok) return response;
    throw new DemoFailure(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
  }
}
