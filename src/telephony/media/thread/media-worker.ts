import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Log, waitAtMost } from '../../../platform/kernel/index.ts';
import { RecordingError } from '../recording/recorder.ts';
import { readAudioBatch } from './audio-batch.ts';
import { latenessBytes, latenessOf } from './lateness.ts';
import { MediaSession, type MediaSessionHandlers } from './media-session.ts';
import { NoFreePortError, type PortRange } from './port-pool.ts';
import type {
  FromMediaThread,
  MediaStats,
  MediaThreadSettings,
  SessionSummary,
  ToMediaThread,
} from './worker-protocol.ts';

/** The time that a closed thread may take to finish its recordings. */
const shutdownTimeoutMs = 3_000;

interface MediaWorkerOptions {
  /** The local address of all RTP sockets. */
  bindHost: string;
  rtpPorts: PortRange;
  log: Log;
  /** Called when the thread dies unasked, and all its sessions with it. */
  onExit?(error: Error): void;
}

export interface OpenSessionOptions extends MediaSessionHandlers {
  sessionId: string;
  /** The path of the WAV file, which must not exist; `null` for a call without recording. */
  recordingPath: string | null;
  inactivityTimeoutMs: number;
}

/** A thread for media only, sufficient for about 200 calls. */
export interface MediaWorker {
  /** Binds a port for a call. Rejects with NoFreePortError, or with RecordingError when the file cannot be created. */
  openSession(options: OpenSessionOptions): Promise<MediaSession>;
  liveSessions(): number;
  stats(): Promise<MediaStats>;
  /** Returns the share of packets sent over 10 ms late in about the last second, from 0 to 1. */
  lateShare(): number;
  /** Ends all sessions, finishes their recordings and stops the thread. */
  close(): Promise<void>;
}

interface PendingRequest {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The owner's end of the thread: pairs requests with replies, and passes reports to their sessions. */
class ThreadHandle implements MediaWorker {
  readonly #options: MediaWorkerOptions;
  readonly #worker: Worker;
  readonly #sessions = new Map<string, MediaSession>();
  readonly #requests = new Map<number, PendingRequest>();
  readonly #lateness = new SharedArrayBuffer(latenessBytes);
  readonly #ready = Promise.withResolvers<void>();
  /** Sessions by the handle of their audio. */
  readonly #listeners = new Map<number, MediaSession>();
  #nextHandle = 0;
  #nextRequestId = 0;
  #closing: Promise<void> | null = null;
  #goneError: Error | null = null;

  constructor(options: MediaWorkerOptions) {
    this.#options = options;
    const { bindHost, rtpPorts } = options;
    const settings: MediaThreadSettings = { bindHost, rtpPorts, lateness: this.#lateness };
    // The thread's file has the extension of this one: .ts in the repository, .js in a built package.
    const file = new URL(`./media-thread${extname(import.meta.url)}`, import.meta.url);
    this.#worker = new Worker(file, { workerData: settings, name: 'media' });
    this.#worker.on('message', (message: FromMediaThread) => this.#receive(message));
    this.#worker.on('error', (error) => this.#die(error as Error));
    this.#worker.on('exit', () => this.#die(new Error('the media thread has stopped')));
  }

  /** Resolves when the thread listens. Rejects when it dies before that. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  async openSession(options: OpenSessionOptions): Promise<MediaSession> {
    const { sessionId, recordingPath, inactivityTimeoutMs } = options;
    if (this.#sessions.has(sessionId)) throw new Error(`media session ${sessionId} already exists`);
    const handle = this.#nextHandle++;
    const port = await this.#request<number>((requestId) => ({
      type: 'open',
      requestId,
      sessionId,
      handle,
      recordingPath,
      inactivityTimeoutMs,
    }));
    const link = {
      post: (message: ToMediaThread, transfer?: ArrayBuffer[]) => this.#worker.postMessage(message, transfer),
      close: (id: string) => this.#closeSession(id, handle),
    };
    const session = new MediaSession(sessionId, port, link, {
      ...options,
      isRecorded: recordingPath !== null,
    });
    this.#sessions.set(sessionId, session);
    this.#listeners.set(handle, session);
    return session;
  }

  liveSessions(): number {
    return this.#sessions.size;
  }

  stats(): Promise<MediaStats> {
    return this.#request((requestId) => ({ type: 'stats', requestId }));
  }

  lateShare(): number {
    return latenessOf(this.#lateness);
  }

  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  async #shutDown(): Promise<void> {
    if (this.#goneError) return;
    const exited = once(this.#worker, 'exit');
    this.#worker.postMessage({ type: 'shutdown' } satisfies ToMediaThread);
    await waitAtMost(exited, shutdownTimeoutMs);
    await this.#worker.terminate();
  }

  async #closeSession(sessionId: string, handle: number): Promise<SessionSummary> {
    const summary = await this.#request<SessionSummary>((requestId) => ({
      type: 'close',
      requestId,
      sessionId,
    }));
    this.#sessions.delete(sessionId);
    this.#listeners.delete(handle);
    return summary;
  }

  #request<T>(build: (requestId: number) => ToMediaThread): Promise<T> {
    if (this.#goneError) return Promise.reject(this.#goneError);
    const requestId = this.#nextRequestId++;
    return new Promise<T>((resolve, reject) => {
      this.#requests.set(requestId, { resolve: (value) => resolve(value as T), reject });
      this.#worker.postMessage(build(requestId));
    });
  }

  #receive(message: FromMediaThread): void {
    switch (message.type) {
      case 'ready':
        this.#ready.resolve();
        return;
      case 'reply':
        this.#requests.get(message.requestId)?.resolve(message.value);
        this.#requests.delete(message.requestId);
        return;
      case 'refusal':
        this.#requests.get(message.requestId)?.reject(this.#refusal(message.errorName, message.message));
        this.#requests.delete(message.requestId);
        return;
      case 'round':
        this.#receiveRound(message);
        return;
      case 'warning':
        this.#options.log.warn({ sessionId: message.sessionId }, message.message);
        return;
    }
  }

  #receiveRound({ audio, messages }: Extract<FromMediaThread, { type: 'round' }>): void {
    if (audio) {
      readAudioBatch(audio, (handle, atMs, pcm) => {
        if (handle >= 0) this.#listeners.get(handle)?.receiveAudio(pcm, atMs);
        else this.#listeners.get(~handle)?.receiveMonitored(pcm);
      });
    }
    for (const message of messages) this.#sessions.get(message.sessionId)?.receive(message);
  }

  #refusal(errorName: string, message: string): Error {
    if (errorName === 'NoFreePortError') return new NoFreePortError(this.#options.rtpPorts);
    return errorName === 'RecordingError' ? new RecordingError(message) : new Error(message);
  }

  #die(error: Error): void {
    if (this.#goneError) return;
    this.#goneError = error;
    this.#ready.reject(error);
    for (const request of this.#requests.values()) request.reject(error);
    this.#requests.clear();
    for (const session of this.#sessions.values()) session.abandon(error);
    this.#sessions.clear();
    this.#listeners.clear();
    if (this.#closing) return;
    this.#options.log.error({ err: error }, 'the media thread has died');
    this.#options.onExit?.(error);
  }
}

export async function startMediaWorker(options: MediaWorkerOptions): Promise<MediaWorker> {
  const handle = new ThreadHandle(options);
  await handle.ready();
  return handle;
}
