import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Route } from '../platform/http/index.ts';
import {
  type Answer,
  type RequestOrder,
  type RequestResult,
  type RequestThread,
  type ServedRequest,
  WorkShare,
} from '../platform/http/server/index.ts';
import { ApiError, counter, type Log, waitAtMost } from '../platform/kernel/index.ts';
import { beatsBytes, type RequestThreadOptions } from './request-thread-options.ts';

/** In milliseconds. */
const defaultTimeouts = {
  /** Ends an idle thread, which takes some 70 MB and the memory of large bodies. */
  idleStopMs: 30_000,
  /** Ends a thread whose event loop is blocked for this long. */
  stalledMs: 60_000,
  lookEveryMs: 1_000,
};
/** How long a thread may take to close its connections. */
const closeMs = 3_000;
/** The heap limit of the thread. Beyond it only the thread ends. */
const heapMb = 512;

/** Requests in progress in the thread. Each one that waits for the database holds a connection. */
const share = { perOrganization: 2, overall: 4 };

const lost = counter(
  'parley_http_request_thread_lost_total',
  'Times that the thread for expensive requests ended with requests in progress',
);

interface UnderWay {
  worker: Worker;
  method: string;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * Starts and watches the thread that answers expensive requests. Its modes: **stopped** (at first, and after 30 s without a
 * request, which frees the memory) and **running**. When the thread dies or stalls, its requests are answered with 503 or
 * 504, and the next request starts a new thread.
 */
export class OwnRequestThread implements RequestThread {
  readonly #options: RequestThreadOptions;
  readonly #log: Log;
  readonly #timeouts: typeof defaultTimeouts;
  readonly #share = new WorkShare(share);
  readonly #underWay = new Map<number, UnderWay>();
  #beats = new Int32Array(new SharedArrayBuffer(beatsBytes));
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #nextNumber = 1;

  /** `timeouts`: for tests. */
  constructor(options: RequestThreadOptions, log: Log, timeouts: Partial<typeof defaultTimeouts> = {}) {
    this.#options = options;
    this.#log = log;
    this.#timeouts = { ...defaultTimeouts, ...timeouts };
  }

  /** Whether the thread runs. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  async answer(route: Route, request: ServedRequest, baseUrl: string): Promise<Answer> {
    const { caller } = request;
    if (!caller) throw new Error('only a request that was authenticated goes to the thread');
    const leave = await this.#share.enter(caller.organizationId);
    try {
      return await this.#send(route, { ...orderOf(request, baseUrl), caller });
    } finally {
      leave();
      this.#rest();
    }
  }

  /** Ends the thread. No request may be in progress. */
  async close(): Promise<void> {
    await this.#stop();
  }

  #send(
    { operationId }: Route,
    {
      body,
      baseUrl,
      caller,
      ...request
    }: ReturnType<typeof orderOf> & { caller: RequestOrder['request']['caller'] },
  ): Promise<Answer> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    const worker = (this.#worker ??= this.#start());
    const number = this.#nextNumber++;
    const order: RequestOrder = { number, operationId, baseUrl, body, request: { ...request, caller } };
    return new Promise((resolve, reject) => {
      this.#underWay.set(number, { worker, method: request.method, resolve, reject });
      worker.postMessage(order, body ? [body.buffer] : []);
      this.#watch ??= this.#watched();
    });
  }

  #start(): Worker {
    this.#beats = new Int32Array(new SharedArrayBuffer(beatsBytes));
    // The thread's file has the extension of this one: .ts in the repository, .js in a built package.
    const file = new URL(`./request-thread-main${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, {
      name: 'requests',
      workerData: { ...this.#options, beats: this.#beats.buffer },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    });
    worker.unref();
    worker.on('message', (result: RequestResult) => this.#receive(result));
    worker.on('error', (error) =>
      this.#log.error({ err: error }, 'the thread for expensive requests failed'),
    );
    worker.once('exit', () => this.#lose(worker));
    return worker;
  }

  #receive({ number, status, headers, body }: RequestResult): void {
    this.#underWay
      .get(number)
      ?.resolve({ status, headers, body: body ? Buffer.from(body.buffer) : undefined });
    this.#underWay.delete(number);
  }

  /** Rejects the requests that a lost thread had in progress. */
  #lose(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
    const given = [...this.#underWay].filter(([, underWay]) => underWay.worker === worker);
    if (given.length === 0) return;
    lost.inc();
    this.#log.error({ requests: given.length }, 'the thread for expensive requests ended while it answered');
    for (const [number, { method, reject }] of given) {
      this.#underWay.delete(number);
      reject(lossOf(method));
    }
  }

  #watched(): NodeJS.Timeout {
    const { lookEveryMs, stalledMs } = this.#timeouts;
    let seen = -1;
    let unchangedMs = 0;
    return setInterval(() => {
      if (this.#underWay.size === 0) {
        if (this.#watch) clearInterval(this.#watch);
        this.#watch = null;
        return;
      }
      const beats = Atomics.load(this.#beats, 0);
      // The thread counts heartbeats once it has loaded its code.
      unchangedMs = beats > 0 && beats === seen ? unchangedMs + lookEveryMs : 0;
      seen = beats;
      if (unchangedMs < stalledMs) return;
      unchangedMs = 0;
      void this.#worker?.terminate();
    }, lookEveryMs).unref();
  }

  #rest(): void {
    if (this.#underWay.size > 0 || this.#worker === null) return;
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#stop(), this.#timeouts.idleStopMs).unref();
  }

  async #stop(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    const worker = this.#worker;
    this.#worker = null;
    if (!worker) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage('close');
    await waitAtMost(exited, closeMs);
    await worker.terminate();
  }
}

/** Returns the message for the thread. The body is transferred, and copied only when its buffer is shared. */
function orderOf({ id, method, url, params, query, headers, ip, body }: ServedRequest, baseUrl: string) {
  const bytes = body as Buffer | undefined;
  const isWhole = bytes?.byteLength === bytes?.buffer.byteLength;
  const handed = bytes && bytes.length > 0 ? (isWhole ? bytes : Uint8Array.from(bytes)) : null;
  return {
    id,
    method,
    url,
    params,
    query,
    headers,
    ip,
    baseUrl,
    body: handed as Uint8Array<ArrayBuffer> | null,
  };
}

function lossOf(method: string): ApiError {
  const headers = { 'retry-after': '1' };
  if (method === 'GET' || method === 'HEAD')
    return new ApiError(
      503,
      'request.lost',
      'The request took too long or too much memory, and was aborted.',
      { headers },
    );
  const message =
    'The request took too long or too much memory, and was aborted while it was carried out, so its outcome is unknown. With an Idempotency-Key, send the same request again with the same key; otherwise read first whether it was done.';
  return new ApiError(504, 'request.outcome_unknown', message, { headers });
}
