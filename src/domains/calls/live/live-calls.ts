import type { Queryable } from '../../../platform/db/index.ts';
import { ApiError, delay, type Log } from '../../../platform/kernel/index.ts';
import type { CallCommand } from '../command-schemas.ts';
import { selectCommands } from '../store/commands.ts';
import { type CallRow, findCall, findCallVersions } from '../store/read.ts';

/** The most streams of one process, and by default of one organization in it. */
const followersMax = 1_000;
const followersOfOrganizationMax = 50;
/** How often the rows of followed calls are polled. */
const lookEveryMs = 250;

interface Follower {
  organizationId: string;
  callId: string;
  /** The version of the last row that this stream reported. */
  version: string;
  /** The version of the commands that this stream reported. */
  commands: string;
  tell: (row: CallRow) => void;
  /** Absent for a stream that may not report commands. */
  tellCommands?: (commands: CallCommand[]) => void;
  end: () => void;
}

/**
 * Reports the changes of calls to the streams of this process. One poll serves all streams, whichever processes carry
 * the calls.
 */
export class LiveCalls {
  /** The longest time of one stream in milliseconds. */
  readonly followMsMax: number;
  readonly #ofOrganizationMax: number;
  readonly #db: Queryable;
  readonly #log: Log;
  readonly #followers = new Set<Follower>();
  #abort: AbortController | null = null;
  #done: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    db: Queryable,
    log: Log,
    {
      followMsMax = 3_600_000,
      ofOrganizationMax = followersOfOrganizationMax,
    }: { followMsMax?: number; ofOrganizationMax?: number } = {},
  ) {
    this.#ofOrganizationMax = ofOrganizationMax;
    this.#db = db;
    this.#log = log;
    this.followMsMax = followMsMax;
  }

  /**
   * Reports the call's row soon, and after each change, until the returned function is called. Calls `end` when the
   * process stops. Throws an ApiError when there are too many streams.
   */
  follow(given: Omit<Follower, 'version' | 'commands'>): () => void {
    this.#refuseTooMany(given.organizationId);
    const follower = { ...given, version: '', commands: '0 0 0' };
    this.#followers.add(follower);
    if (this.#abort === null) {
      this.#abort = new AbortController();
      this.#done = this.#run(this.#abort.signal);
    }
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size === 0) this.#stop();
    };
  }

  /** Ends all streams, so that the server can stop. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { end } of [...this.#followers]) end();
    this.#stop();
    await this.#done;
  }

  #stop(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#look().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'the calls of open streams could not be read'),
      );
      await delay(lookEveryMs, signal);
    }
  }

  async #look(): Promise<void> {
    const followed = [...this.#followers];
    const found = await findCallVersions(this.#db, followed);
    const known = new Map(found.map((row) => [`${row.organizationId} ${row.callId}`, row]));
    await this.#lookAtCommands(followed, known);
    const rows = new Map<string, CallRow | null>();
    for (const follower of followed) {
      const { organizationId, callId } = follower;
      const key = `${organizationId} ${callId}`;
      const version = known.get(key)?.version;
      // A data deletion or the retention removed the call.
      if (version === undefined) follower.end();
      if (version === undefined || version === follower.version) continue;
      if (!rows.has(key)) rows.set(key, await findCall(this.#db, organizationId, callId));
      const row = rows.get(key);
      if (row) follower.tell(row);
      follower.version = version;
    }
  }

  /** Reports changed commands. They come before the changes of the call, with which a stream may end. */
  async #lookAtCommands(
    followed: readonly Follower[],
    known: ReadonlyMap<string, { commands: string }>,
  ): Promise<void> {
    const read = new Map<string, CallCommand[]>();
    for (const follower of followed) {
      const { organizationId, callId, tellCommands } = follower;
      const key = `${organizationId} ${callId}`;
      const version = known.get(key)?.commands;
      if (!tellCommands || version === undefined || version === follower.commands) continue;
      if (!read.has(key)) read.set(key, await selectCommands(this.#db, organizationId, callId));
      tellCommands(read.get(key)!);
      follower.commands = version;
    }
  }

  #refuseTooMany(organizationId: string): void {
    if (this.#isClosed || this.#followers.size >= followersMax) {
      const headers = { 'retry-after': '5' };
      throw new ApiError(503, 'calls.busy', 'This process streams too many calls. Try again later.', {
        headers,
      });
    }
    const own = [...this.#followers].filter((one) => one.organizationId === organizationId);
    if (own.length < this.#ofOrganizationMax) return;
    const message = `The organization has ${this.#ofOrganizationMax} streams of calls open. Close one first.`;
    throw new ApiError(429, 'calls.too_many_followed', message, { headers: { 'retry-after': '15' } });
  }
}
