import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { silentLog } from '../../src/platform/kernel/index.ts';
import {
  type MediaSession,
  type MediaWorker,
  type OpenSessionOptions,
  startMediaWorker,
} from '../../src/telephony/media/index.ts';
import { RtpPeer } from '../peers/rtp-peer.ts';
import { freeRtpPorts } from './rtp-ports.ts';

/** The parameters of most calls. */
export const telephone = { codec: 'pcmu', payloadType: 0, telephoneEventPayloadType: 101 } as const;

/**
 * Repeats tests that compare whole signals. A stalled machine skips ticks or delays packets, as it should, and the test
 * must run again.
 */
export const exact = { retry: 3 };

type PeerOptions = Parameters<typeof RtpPeer.open>[0];

/** The media sessions of one test file, in their own thread. Sessions of a test are closed after it. */
export class MediaCalls {
  worker!: MediaWorker;
  folder!: string;
  #sessionCount = 0;
  readonly #disposals: (() => Promise<unknown>)[] = [];

  constructor() {
    beforeAll(async () => {
      this.folder = await mkdtemp(join(tmpdir(), 'parley-media-'));
      this.worker = await startMediaWorker({
        bindHost: '127.0.0.1',
        rtpPorts: await freeRtpPorts(20),
        log: silentLog,
      });
    });
    afterEach(async () => {
      await Promise.all(this.#disposals.splice(0).map((dispose) => dispose()));
    });
    afterAll(async () => {
      await this.worker.close();
      await rm(this.folder, { recursive: true });
    });
  }

  /** Calls `dispose` after the test. */
  defer(dispose: () => Promise<unknown>): void {
    this.#disposals.push(dispose);
  }

  async openPeer(options: PeerOptions = {}): Promise<RtpPeer> {
    const peer = await RtpPeer.open(options);
    this.defer(() => peer[Symbol.asyncDispose]());
    return peer;
  }

  sessionOptions(options: Partial<OpenSessionOptions> = {}): OpenSessionOptions {
    const sessionId = `call-${++this.#sessionCount}`;
    const recordingPath = join(this.folder, `${sessionId}.wav`);
    return { sessionId, recordingPath, inactivityTimeoutMs: 60_000, ...options };
  }

  /** Opens a session, and a peer that sends to it. */
  async openCall(
    options: Partial<OpenSessionOptions> = {},
    peerOptions: PeerOptions = {},
  ): Promise<{ peer: RtpPeer; session: MediaSession }> {
    const peer = await this.openPeer(peerOptions);
    const session = await this.worker.openSession(this.sessionOptions(options));
    this.defer(() => session.close());
    peer.setRemote('127.0.0.1', session.localPort);
    return { peer, session };
  }
}

/** Returns the address to which a session sends so that the peer receives it. */
export function remote(peer: RtpPeer): { remoteAddress: string; remotePort: number } {
  return { remoteAddress: peer.host, remotePort: peer.port };
}
