import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Admission, CallAnswer, CallEnd, HeldCall, WebAdmission } from '../../../domains/calls/index.ts';
import { type Log, monotonicMs } from '../../../platform/kernel/index.ts';

/** A call that a process dialed, admitted or took over, and what it knows of it. */
export interface JournalledCall {
  held: HeldCall;
  /** The timeline of the database when that happened. */
  timeline: number;
  /** The identity of the last INVITE and its trunk; `null` for an inbound call, or one that was taken over. */
  dialed: {
    invite: { callId: string; branch: string; fromTag: string; cseq: number };
    trunkId: string;
  } | null;
  admission: Admission | WebAdmission | null;
  answered: { facts: Omit<CallAnswer, 'agoMs'>; atMs: number } | null;
  end: { ending: CallEnd; atMs: number; answeredAtMs: number | null } | null;
  /** When its record was first found missing. */
  missingAtMs?: number;
}

/** How long a finished call is remembered. A standby that is further behind loses what cannot be written back. */
const keptMs = 5 * 60_000;
const finishedMax = 5000;
/** A missing call is reported for this long, in case another failover loses the first report. */
const reportedMs = 60_000;
/** Two files of at most this size hold the calls of the last minutes. A line takes some 80 bytes. */
const fileBytesMax = 512 * 1024;

/**
 * The calls of this process of the last minutes, in memory, so that they can be written back after a failover that lost
 * them. Dialed calls are also in a file before their INVITE leaves, so that the next process on this machine knows them
 * when this one is killed. The file is not flushed: it survives the death of the process, not a loss of power. It
 * takes 7 µs a call.
 */
export class CallJournal {
  readonly #live = new Map<string, JournalledCall>();
  /** In the order of their ends. */
  readonly #finished = new Map<string, JournalledCall & { finishedAtMs: number }>();
  readonly #nowMs: () => number;
  #timeline = 0;
  #knownSinceMs = Number.NEGATIVE_INFINITY;
  #file: JournalFile | null = null;

  constructor(nowMs: () => number = monotonicMs) {
    this.#nowMs = nowMs;
  }

  /** Opens the file in `folder`, and takes over the calls of dead processes in it. */
  async open(folder: string, nodeId: string, log: Log): Promise<void> {
    await mkdir(folder, { recursive: true });
    this.#file = new JournalFile(folder, nodeId, log);
    for (const call of this.#file.takeOver()) this.#finish(call.held.callId, call);
  }

  close(): void {
    this.#file?.remove();
  }

  /** Notes the timeline for which all earlier calls are written back. */
  reachTimeline(timeline: number): void {
    if (this.#timeline !== 0 && this.#timeline !== timeline) this.#knownSinceMs = this.#nowMs();
    this.#timeline = timeline;
  }

  /**
   * Notes that the call's INVITE is about to leave. Returns false when the call was claimed on an earlier timeline: the claim
   * may be lost, and the INVITE must not leave.
   */
  dialing(
    call: HeldCall & { claimedAtMs: number; invite: NonNullable<JournalledCall['dialed']>['invite'] },
    trunkId: string,
  ): boolean {
    if (call.claimedAtMs < this.#knownSinceMs) return false;
    const { organizationId, callId, nodeId, invite } = call;
    const held = { organizationId, callId, nodeId };
    const timeline = this.#timeline;
    this.#live.set(callId, {
      held,
      timeline,
      dialed: { invite, trunkId },
      admission: null,
      answered: null,
      end: null,
    });
    this.#file?.append('+', timeline, held);
    return true;
  }

  /** Notes that no INVITE of the call has left. */
  undialed(callId: string): void {
    const call = this.#live.get(callId);
    if (!call) return;
    this.#live.delete(callId);
    this.#file?.append('-', call.timeline, call.held);
  }

  admitted(held: HeldCall, admission: Admission | WebAdmission): void {
    const { organizationId, callId, nodeId } = held;
    const own = { organizationId, callId, nodeId };
    this.#live.set(callId, {
      ...{ held: own, timeline: this.#timeline, dialed: null },
      ...{ admission, answered: null, end: null },
    });
  }

  /** Notes that this process continues a call of another one. */
  taken({ organizationId, callId, nodeId }: HeldCall): void {
    this.#live.set(callId, {
      ...{ held: { organizationId, callId, nodeId }, timeline: this.#timeline, dialed: null },
      ...{ admission: null, answered: null, end: null },
    });
  }

  answered(callId: string, facts: Omit<CallAnswer, 'agoMs'>, atMs: number): void {
    const call = this.#live.get(callId);
    if (call) call.answered = { facts, atMs };
  }

  /** Notes that the call is over here. `end` is `null` for a call that another process took over. */
  over(callId: string, end: JournalledCall['end']): void {
    const call = this.#live.get(callId);
    if (!call) return;
    this.#live.delete(callId);
    call.end = end;
    this.#finish(callId, call);
  }

  /** Returns the calls that were dialed or admitted on an earlier timeline than `timeline`. */
  before(timeline: number): JournalledCall[] {
    this.#forget();
    return [...this.#live.values(), ...this.#finished.values()].filter((call) => call.timeline !== timeline);
  }

  /** Notes that the record of a call is missing. Returns false when that was reported before, and forgets the call. */
  missing(call: JournalledCall): boolean {
    call.missingAtMs ??= this.#nowMs();
    if (this.#nowMs() - call.missingAtMs < reportedMs) return true;
    this.#finished.delete(call.held.callId);
    this.#file?.append('-', call.timeline, call.held);
    return false;
  }

  // The same object stays in use, so that a write-back in progress sees an end.
  #finish(callId: string, call: JournalledCall): void {
    this.#finished.set(callId, Object.assign(call, { finishedAtMs: this.#nowMs() }));
    this.#forget();
  }

  #forget(): void {
    const beforeMs = this.#nowMs() - keptMs;
    for (const [callId, { finishedAtMs }] of this.#finished) {
      if (finishedAtMs >= beforeMs && this.#finished.size <= finishedMax) return;
      this.#finished.delete(callId);
    }
  }
}

/**
 * The dialed calls of one process in `calls-<process id>-<node id>.journal`, and `.journal.old` for earlier ones. A line ends
 * with the id of the process that dialed the call when this one took it over.
 */
class JournalFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #log: Log;
  #file: number;
  #bytes = 0;

  constructor(folder: string, nodeId: string, log: Log) {
    this.#folder = folder;
    this.#path = join(folder, `calls-${process.pid}-${nodeId}.journal`);
    this.#log = log;
    this.#file = openSync(this.#path, 'a', 0o600);
  }

  append(sign: '+' | '-', timeline: number, { organizationId, callId }: HeldCall): void {
    this.#write(`${sign} ${timeline} ${organizationId} ${callId}\n`);
  }

  /** Returns whether all of it was written. */
  #write(line: string): boolean {
    try {
      if (this.#bytes > fileBytesMax) this.#rotate();
      const bytes = writeSync(this.#file, line);
      this.#bytes += bytes;
      // A nearly full disk takes a part.
      return bytes === Buffer.byteLength(line);
    } catch (error) {
      // A full disk must not stop calls.
      this.#log.warn({ err: error }, 'a call could not be written to the journal of dialed calls');
      return false;
    }
  }

  /** Returns the calls in the files of dead processes, and removes these files once the calls are in this one. */
  takeOver(): JournalledCall[] {
    const found = new Map<string, JournalledCall>();
    const names = readdirSync(this.#folder).filter(
      (name) => !this.#path.endsWith(name.replace(/\.old$/, '')),
    );
    // `.journal.old` sorts after `.journal`, and its lines are older.
    const files = names
      .sort()
      .reverse()
      .filter((name) => isOfDeadProcess(name));
    for (const name of files) {
      const [, , nodeId = ''] = /^calls-(\d+)-(\w+)\.journal/.exec(name) ?? [];
      for (const line of readFileSync(join(this.#folder, name), 'utf8').split('\n')) {
        const [sign, timeline, organizationId = '', callId = '', dialedBy = nodeId] = line.split(' ');
        if (sign === '-') found.delete(callId);
        if (sign !== '+' || callId === '') continue;
        const held = { organizationId, callId, nodeId: dialedBy };
        const call = {
          held,
          timeline: Number(timeline),
          dialed: null,
          admission: null,
          answered: null,
          end: null,
        };
        found.set(callId, call);
      }
    }
    const calls = [...found.values()].slice(-finishedMax);
    const lines = calls.map(
      ({ timeline, held: { organizationId, callId, nodeId } }) =>
        `+ ${timeline} ${organizationId} ${callId} ${nodeId}\n`,
    );
    if (lines.length > 0 && !this.#write(lines.join(''))) return calls;
    for (const name of files) rmSync(join(this.#folder, name), { force: true });
    return calls;
  }

  /** Removes the file of a process that ends in order: all its calls are on record. */
  remove(): void {
    closeSync(this.#file);
    for (const path of [this.#path, `${this.#path}.old`]) rmSync(path, { force: true });
  }

  #rotate(): void {
    closeSync(this.#file);
    renameSync(this.#path, `${this.#path}.old`);
    this.#file = openSync(this.#path, 'a', 0o600);
    this.#bytes = 0;
  }
}

/** A container's process often has the id of its predecessor, which is dead. */
function isOfDeadProcess(name: string): boolean {
  const [, id] = /^calls-(\d+)-/.exec(name) ?? [];
  if (id === undefined) return false;
  if (Number(id) === process.pid) return true;
  try {
    process.kill(Number(id), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
