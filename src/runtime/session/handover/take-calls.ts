import { UsageMeter } from '../../../conversation/providers/kit/index.ts';
import {
  dropRecordingSlices,
  type HeldCall,
  type ReservedCall,
  readyForCall,
  releaseReserved,
  reserveCalls,
  reservedCalls,
  takeCall,
} from '../../../domains/calls/index.ts';
import { delay, fairTimeout, type Log, monotonicMs, toError } from '../../../platform/kernel/index.ts';
import type { SipUserAgent } from '../../../telephony/sip/index.ts';
import { type PreparedAgent, prepareAgent, usageOf } from '../../agent-runtime/index.ts';
import { LiveCall } from '../call/live-call.ts';
import { type CallOffer, movedVersion } from '../call/moved-call.ts';
import type { NoCapacity } from '../capacity/capacity.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { opened } from './sealed-documents.ts';
import { TakenCall } from './taken-call.ts';
import { untilAnswered } from './until-answered.ts';

interface TakerOptions {
  environment: CallEnvironment;
  agent: SipUserAgent;
  nodeId: string;
  log: Log;
  /** Returns the number of further calls that this process accepts, or that it accepts although it is overloaded. */
  room: (isOverloaded: boolean) => number;
  reserveCapacity: () => { release(): void } | NoCapacity;
  onLive: (live: LiveCall) => void;
  onOver: (live: LiveCall) => void;
}

/** The calls that are prepared or awaited at the same time. */
const atOnceMax = 24;
/** An overloaded process takes the calls that no other has taken for some time, because they would end. */
const overloadedAtOnceMax = 4;
const untakenMs = 5_000;
/** How often offers are looked for without a notification, and how often reserved calls are while there are some. */
const offersEveryMs = 5_000;
const reservedEveryMs = 250;
/** The longest wait for a reserved call. */
const frozenMsMax = 40_000;

/** Takes the calls that other processes offer when they stop, and continues them. */
export class CallTaker {
  readonly #options: TakerOptions;
  /** The reserved calls, with what is done when their owner has suspended or withdrawn them. */
  readonly #awaited = new Map<string, (isFrozen: boolean) => void>();
  readonly #taking = new Map<string, Promise<void>>();
  /** Aborts when this process carries no call any more. */
  readonly #abort = new AbortController();
  /** Ends the waits of the loops. */
  readonly #waits = new Set<() => void>();

  constructor(options: TakerOptions) {
    this.#options = options;
  }

  /** Returns whether this process prepares for the call, takes it, carries it after that, or still receives its recording. */
  isBusyWith(callId: string): boolean {
    return this.#taking.has(callId);
  }

  /** Looks for calls now. */
  wake(): void {
    for (const wake of this.#waits) wake();
  }

  /** Waits for no reserved call any more, because this process stops too. */
  stop(): void {
    for (const settle of this.#awaited.values()) settle(false);
  }

  /** Takes calls until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    // The other side hears silence from the suspension of its call on, so offers are read apart.
    await Promise.all([
      this.#repeat(() => this.#readReserved(), signal),
      this.#repeat(() => this.#reserve(), signal),
    ]);
    this.stop();
    this.#abort.abort();
    await this.settled();
  }

  /** Resolves when the calls that this process has now are over and their recordings have arrived. */
  async settled(): Promise<void> {
    await Promise.all(this.#taking.values());
  }

  async #repeat(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wait = new AbortController();
      const wake = () => wait.abort();
      this.#waits.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      try {
        await look();
      } catch (error) {
        this.#options.log.warn({ err: error }, 'the calls that stopping processes offer could not be read');
      }
      if (!signal.aborted) await delay(this.#awaited.size > 0 ? reservedEveryMs : offersEveryMs, wait.signal);
      signal.removeEventListener('abort', wake);
      this.#waits.delete(wake);
    }
  }

  /** Reads whether reserved calls were suspended or withdrawn. */
  async #readReserved(): Promise<void> {
    const { environment, nodeId } = this.#options;
    const awaited = [...this.#awaited];
    if (awaited.length === 0) return;
    const states = await reservedCalls(environment.db, nodeId);
    for (const [callId, settle] of awaited) {
      const state = states.get(callId);
      if (state === undefined) settle(false);
      else if (state === 'frozen') settle(true);
    }
  }

  async #reserve(): Promise<void> {
    const { environment, nodeId, room } = this.#options;
    const isOverloaded = room(false) === 0;
    const atOnce = (isOverloaded ? overloadedAtOnceMax : atOnceMax) - this.#awaited.size;
    const max = Math.min(room(isOverloaded), atOnce);
    if (max <= 0) return;
    const olderThanMs = isOverloaded ? untakenMs : 0;
    const rows = await reserveCalls(environment.db, nodeId, { version: movedVersion, max, olderThanMs });
    for (const row of rows) {
      // This process is still giving the call up.
      if (this.#taking.has(row.callId)) {
        await releaseReserved(environment.db, { ...row, nodeId });
        continue;
      }
      const taking = this.#receive(row).finally(() => {
        this.#taking.delete(row.callId);
        this.#awaited.delete(row.callId);
      });
      this.#taking.set(row.callId, taking);
    }
    if (rows.length > 0) this.wake();
  }

  /** Prepares for a reserved call, takes it once it is suspended, and carries it to its end. Never rejects. */
  async #receive(row: ReservedCall): Promise<void> {
    const { environment, nodeId, log, reserveCapacity, onOver } = this.#options;
    const { organizationId, callId } = row;
    const held: HeldCall = { organizationId, callId, nodeId };
    const frozen = Promise.withResolvers<boolean>();
    this.#awaited.set(callId, frozen.resolve);
    const capacity = reserveCapacity();
    let isReserved = typeof capacity !== 'string';
    const release = () => {
      if (isReserved && typeof capacity !== 'string') capacity.release();
      isReserved = false;
    };
    let live: LiveCall | null = null;
    let call: TakenCall | null = null;
    try {
      if (typeof capacity === 'string') throw new Error(`no capacity: ${capacity}`);
      const offer = opened(environment.secret, 'offer', row, row.offer);
      live = new LiveCall(environment, held, offer.facts.trunk, new UsageMeter());
      await using prepared = await preparedFor(environment, offer, live);
      await live.audio.recording.rename('taking');
      await live.audio.open(offer.isRecorded);
      if (offer.isRecorded && !live.audio.isRecorded) throw new Error('the call could not be recorded here');
      // Slices of an earlier move would be taken for those of this one.
      await dropRecordingSlices(environment.db, held);
      const isWanted = await readyForCall(environment.db, held);
      const isFrozen = isWanted && (await within(frozen.promise, frozenMsMax));
      const taken = isFrozen ? await untilAnswered(() => takeCall(environment.db, held)) : null;
      if (taken) environment.journal.taken(held);
      this.#awaited.delete(callId);
      if (!taken) throw new Error('its process kept it');
      const takenAtMs = monotonicMs() - taken.agoMs;
      const { signal } = this.#abort;
      call = new TakenCall({ ...this.#options, row, offer, prepared, live, takenAtMs, signal });
      this.#options.onLive(live);
      release();
      await call.carry(taken.document);
    } catch (error) {
      const reason = toError(error).message;
      log.info({ organizationId, callId, reason }, 'an offered call was not taken');
      if (call) await call.giveUp(reason);
      else {
        await releaseReserved(environment.db, held).catch(() => undefined);
        await live?.abandon();
      }
    } finally {
      release();
      if (live) onOver(live);
    }
  }
}

/** Prepares the agent without its first words, which the other side has heard. */
async function preparedFor(
  environment: CallEnvironment,
  { agent, facts, variables, prompt, takeover = null }: CallOffer,
  live: LiveCall,
): Promise<PreparedAgent> {
  const conversation = { ...agent.conversation, recording: 'off' } as const;
  const silent = { ...agent, firstMessage: null, conversation };
  const { customerNumber, agentNumber, timeZone } = facts;
  const call = { ...live.held, customerNumber, agentNumber, timeZone, variables };
  // Its prompt comes with the call, with what was known of the customer when it began.
  const memory = Promise.resolve(typeof variables.memory === 'string' ? variables.memory : '');
  const { gone, log, lineRateHz } = live;
  const usage = takeover === null ? live.usage : usageOf(live.usage, agent, takeover);
  const preparing = { gone, log, usage, lineRateHz, takeover, memory };
  const prepared = await prepareAgent(environment, silent, call, preparing);
  return { ...prepared, agent, variables, prompt };
}

/** Resolves with the value, or with `false` after that time. */
function within(work: Promise<boolean>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const stop = fairTimeout(ms, () => late.resolve(false));
  return Promise.race([work, late.promise]).finally(stop);
}
