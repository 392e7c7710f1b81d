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
  /** Ends a thread that was idle for this long. It takes some 70 MB and the memory of large bodies. */
  idleStopMs: 30_000,
  /** Ends a thread whose event loop is blocked for this long. */
  stalledMs: 60_000,
  checkEveryMs: 1_000,
};
/** Time for a thread to close its connections. */
const closeMs = 3_000;
/** The heap limit of the thread. When the thread exceeds it, only the thread ends. */
const heapMb = 512;

/** Maximum requests in progress in the thread. A request that waits for the database holds a connection. */
const share = { perOrganization: 2, overall: 4 };

const lost = counter(
  'parley_http_request_thread_lost_total',
  'Times that the thread for expensive requests ended with requests in progress',
);

/** A request in progress. */
interface PendingRequest {
  worker: Worker;
  method: string;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * Starts and watches the thread that answers expensive requests. The thread is **stopped** or **running**. It starts with
 * a request, and stops after 30 s without one, which frees its memory. When the thread dies or stalls, its requests are
 * answered with 503 or 504, and the next request starts a new thread.
 */
export class OwnRequestThread implements RequestThread {
  readonly #options: RequestThreadOptions;
  readonly #log: Log;
  readonly #timeouts: typeof defaultTimeouts;
  readonly #share = new WorkShare(share);
  readonly #pending = new Map<number, PendingRequest>();
  #beats = new Int32Array(new SharedArrayBuffer(beatsBytes));
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #nextNumber = 1;

  /** Only tests set `timeouts`. */
  constructor(options: RequestThreadOptions, log: Log, timeouts: Partial<typeof defaultTimeouts> = {}) {
    this.#options = options;
    this.#log = log;
    this.#timeouts = { ...defaultTimeouts, ...timeouts };
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  async answer(route: Route, request: ServedRequest, baseUrl: string): Promise<Answer> {
    const { caller } = request;
    if (!caller) throw new Error('the thread answers only authenticated requests');
    const leave = await this.#share.enter(caller.organizationId);
    try {
      return await this.#send(route, { ...orderOf(request, baseUrl), caller });
    } finally {
      leave();
      this.#stopWhenIdle();
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
      this.#pending.set(number, { worker, method: request.method, resolve, reject });
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
    this.#pending
      .get(number)
      ?.resolve({ status, headers, body: body ? Buffer.from(body.buffer) : undefined });
    this.#pending.delete(number);
  }

  /** Rejects the requests that a lost thread had in progress. */
  #lose(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
    const lostRequests = [...this.#pending].filter(([, request]) => request.worker === worker);
    if (lostRequests.length === 0) return;
    lost.inc();
    this.#log.error(
      { requests: lostRequests.length },
      'the thread for expensive requests ended with requests in progress',
    );
    for (const [number, { method, reject }] of lostRequests) {
      this.#pending.delete(number);
      reject(lossOf(method));
    }
  }

  #watched(): NodeJS.Timeout {
    const { checkEveryMs, stalledMs } = this.#timeouts;
    let seen = -1;
    let unchangedMs = 0;
    return setInterval(() => {
      if (this.#pending.size === 0) {
        if (this.#watch) clearInterval(this.#watch);
        this.#watch = null;
        return;
      }
      const beats = Atomics.load(this.#beats, 0);
      // The thread counts heartbeats once it has loaded its code.
      unchangedMs = beats > 0 && beats === seen ? unchangedMs + checkEveryMs : 0;
      seen = beats;
      if (unchangedMs < stalledMs) return;
      unchangedMs = 0;
      void this.#worker?.terminate();
    }, checkEveryMs).unref();
  }

  #stopWhenIdle(): void {
    if (this.#pending.size > 0 || this.#worker === null) return;
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

/** Returns the message for the thread. */
function orderOf({ id, method, url, params, query, headers, ip, body }: ServedRequest, baseUrl: string) {
  return {
    id,
    method,
    url,
    params,
    query,
    headers,
    ip,
    baseUrl,
    body: transferable(body as Buffer | undefined),
  };
}

/** Returns bytes whose buffer can be transferred. Copies them only when they share a buffer with others. */
function transferable(bytes: Buffer | undefined): Uint8Array<ArrayBuffer> | null {
  if (bytes === undefined || bytes.length === 0) return null;
  const isWholeBuffer = bytes.byteLength === bytes.buffer.byteLength;
  return isWholeBuffer ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes);
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
