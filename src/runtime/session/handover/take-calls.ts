import { UsageMeter } from '../../../conversation/providers/kit/index.ts';
import {
  type CallEnd,
  dropRecordingSlices,
  finishHandover,
  type HeldCall,
  type ReservedCall,
  type ReturnedCall,
  readyForCall,
  releaseReserved,
  reserveCalls,
  reservedCalls,
  returnCall,
  takeCall,
} from '../../../domains/calls/index.ts';
import { isDatabaseAway } from '../../../platform/db/index.ts';
import {
  delay,
  fairTimeout,
  histogram,
  type Log,
  monotonicMs,
  toError,
  waitAtMost,
} from '../../../platform/kernel/index.ts';
import { type AdoptedCall, buildOffer, readAnswer, type SipUserAgent } from '../../../telephony/sip/index.ts';
import { type PreparedAgent, prepareAgent, progressOf, usageOf } from '../../agent-runtime/index.ts';
import { LiveCall } from '../call/live-call.ts';
import { type CallOffer, type MovedCall, movedVersion } from '../call/moved-call.ts';
import type { NoCapacity } from '../capacity/capacity.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { receiveRecording } from './recording-part.ts';
import { opened } from './sealed-documents.ts';

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

const gapSeconds = histogram(
  'parley_handover_gap_seconds',
  'Time from the suspension of a call by its old process until its new one sent audio',
  [],
  [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1, 2, 5],
);

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
/** The longest wait for the other side's answer to the re-INVITE. */
const answerMsMax = 2_500;
/** The longest wait for how a call ended that the other side does not know any more. */
const endingMsMax = 1_000;
/** How long the database may be away when a process must know whether it has a call. */
const awayMsMax = 30_000;
/** The longest wait for the next slice of the recording up to the move. */
const sliceMsMax = 60_000;
/** How long the end of a call waits for that recording, which then goes on arriving. */
const afterEndMsMax = 10_000;

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
    let taking: Taking | null = null;
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
      const taken = isFrozen ? await this.#answered(() => takeCall(environment.db, held)) : null;
      this.#awaited.delete(callId);
      if (!taken) throw new Error('its process kept it');
      taking = { row, offer, prepared, leg: null, moved: null, takenAtMs: monotonicMs() - taken.agoMs };
      this.#options.onLive(live);
      release();
      taking.moved = opened(environment.secret, 'document', row, taken.document);
      await this.#continue(live, taking, taking.moved);
    } catch (error) {
      const reason = toError(error).message;
      log.info({ organizationId, callId, reason }, 'an offered call was not taken');
      if (live && taking) await this.#giveUp(live, taking, reason);
      else {
        await releaseReserved(environment.db, held).catch(() => undefined);
        await live?.abandon();
      }
    } finally {
      release();
      if (live) onOver(live);
    }
  }

  /** Repeats a statement while the database is away, because only its outcome says who has the call. */
  async #answered<Result>(work: () => Promise<Result>): Promise<Result> {
    const untilMs = monotonicMs() + awayMsMax;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseAway(error) || monotonicMs() > untilMs) throw error;
        await delay(reservedEveryMs);
      }
    }
  }

  /** Gives up a taken call that cannot go on here. */
  async #giveUp(live: LiveCall, taking: Taking, reason: string): Promise<void> {
    if (!live.isCarried) return this.#giveBack(live, taking, { isUncertain: taking.leg !== null, reason });
    live.legs.hangUp();
    await live.finish(unusable(reason));
  }

  /** Returns a call to its old process. Hangs up and ends it when that process is dead. */
  async #giveBack(
    live: LiveCall,
    { leg, moved, offer, takenAtMs }: Taking,
    { isUncertain, reason }: Omit<ReturnedCall, 'cseq'>,
  ): Promise<void> {
    const { environment, agent } = this.#options;
    const { held, log } = live;
    const cseq = leg?.cseq ?? 0;
    leg?.release();
    const isReturned = await this.#answered(() =>
      returnCall(environment.db, held, { cseq, isUncertain, reason }),
    ).catch((error: unknown) => log.error({ err: error }, 'a call could not be returned to its process'));
    if (isReturned) return live.abandon();
    if (moved)
      agent.hangUp(
        { ...moved.dialog, ...(cseq > 0 && { localCseq: cseq }) },
        offer.facts.credentials ?? undefined,
      );
    // The old process, or its machine, has the recording.
    await live.audio.recording.remove();
    await live.finish({
      ...unusable(`its process died, and ${reason}`),
      ...(moved && saidIn(moved, takenAtMs)),
    });
  }

  /** Asks the other side for a taken call, and carries it to its end. Returns it when the other side refuses. */
  async #continue(live: LiveCall, taking: Taking, moved: MovedCall): Promise<void> {
    const { environment, agent } = this.#options;
    const { offer, takenAtMs } = taking;
    const { facts } = offer;
    live.adopt(moved);
    live.audio.adopt(moved.audio, () => taking.isPartAwaited === true);
    const { mediaEncryption } = facts.trunk;
    // The codec stays, so that the recording has one sample rate.
    live.audio.useTrunk({ codecs: [moved.audio.codec.toUpperCase()], mediaEncryption });
    const ours = live.audio.offer();
    live.audio.useTrunk(facts.trunk);
    const leg = agent.adopt(
      moved.dialog,
      eventsOf(environment, live, facts.trunkId, () => leg),
      facts.credentials ?? undefined,
    );
    if (!leg) throw new Error('the stored dialog of the call cannot be read');
    taking.leg = leg;
    const result = await leg.takeOver(buildOffer(ours), answerMsMax);
    const negotiation =
      result.kind === 'taken' ? readAnswer(await environment.locator.withAddresses(result.sdp), ours) : null;
    if (!negotiation?.ok) {
      const reason = result.kind === 'taken' ? 'no common audio' : result.reason;
      if (result.kind === 'gone') return this.#finishGone(live, taking, moved, reason);
      return this.#giveBack(live, taking, {
        isUncertain: result.kind !== 'refused',
        reason: `the other side did not accept another process (${reason})`,
      });
    }
    const gapMs = monotonicMs() - takenAtMs;
    live.audio.connect(negotiation.audio, true, moved.positionMs + gapMs);
    gapSeconds.observe(gapMs / 1000);
    await live.audio.recording.rename('wav');
    await live.audio.session.started;
    void this.#complete(live, taking, gapMs);
    const received = this.#receiveRecording(live, taking, moved, {
      untilMs: moved.positionMs + gapMs,
      ownRateHz: live.audio.session.sampleRateHz,
    });
    const end = await live.carryOn(taking.prepared, leg, offer.direction, facts, moved);
    // The next process receives a recording that is complete: a call does not move before.
    if (end === null) return;
    live.legs.hangUp();
    await waitAtMost(received, afterEndMsMax);
    await live.finish(end);
    this.#options.onOver(live);
    await received;
  }

  /** Completes the hand-over, after which the old process forgets the call. */
  async #complete(live: LiveCall, { row }: Taking, gapMs: number): Promise<void> {
    const { environment, nodeId, log } = this.#options;
    const message = `The process ${row.fromNodeId} stopped, and ${nodeId} took the call over in ${Math.round(gapMs)} ms.`;
    live.record.noteFact('handed-over', message);
    try {
      const ending = await this.#answered(() => finishHandover(environment.db, live.held));
      if (ending) live.endAs(ending);
    } catch (error) {
      log.warn({ err: error, callId: live.held.callId }, 'a hand-over could not be completed');
    }
  }

  /** Receives the recording up to a position. `ownRateHz` is `null` when nothing was recorded here. */
  async #receiveRecording(
    live: LiveCall,
    taking: Taking,
    { audio: { recording, sampleRateHz } }: MovedCall,
    { untilMs, ownRateHz }: { untilMs: number; ownRateHz: number | null },
  ): Promise<void> {
    const { environment } = this.#options;
    if (!recording) return;
    const { path } = live.audio.recording;
    const bytesMax = Math.ceil(untilMs / 20) * (sampleRateHz / 50) * 4;
    taking.isPartAwaited = true;
    try {
      if (ownRateHz !== null && ownRateHz !== sampleRateHz) throw new Error('its sample rate is another one');
      const wholeAtHz = ownRateHz === null ? sampleRateHz : null;
      const part = { path, bytesMax, withinMs: sliceMsMax, wholeAtHz, signal: this.#abort.signal };
      await receiveRecording(environment.db, live.held, part);
    } catch (error) {
      live.log.error({ err: error }, 'the first part of a recording is missing');
      const seconds = (untilMs / 1000).toFixed(1);
      const why = toError(error).message;
      live.record.noteFact(
        'recording-incomplete',
        `The first ${seconds} s of the recording are missing: ${why}.`,
      );
    } finally {
      taking.isPartAwaited = false;
    }
  }

  /** Ends a call that the other side does not know any more, with what was said and recorded before. */
  async #finishGone(live: LiveCall, taking: Taking, moved: MovedCall, reason: string): Promise<void> {
    taking.leg?.release();
    const end = (await this.#endingOf(live.held).catch(() => null)) ?? gone(reason);
    await live.audio.recording.rename('wav');
    const untilMs = moved.positionMs + endingMsMax;
    const received = this.#receiveRecording(live, taking, moved, { untilMs, ownRateHz: null });
    await waitAtMost(received, afterEndMsMax);
    await live.finish({ ...end, ...saidIn(moved, taking.takenAtMs) });
    this.#options.onOver(live);
    await received;
  }

  /** Returns how the call has ended at its old process, which may still be writing that. */
  async #endingOf(held: HeldCall): Promise<CallEnd | null> {
    await delay(endingMsMax);
    return finishHandover(this.#options.environment.db, held);
  }
}

/** The parts of a call that is being taken. */
interface Taking {
  row: ReservedCall;
  offer: CallOffer;
  prepared: PreparedAgent;
  /** `null` until its document is open. */
  moved: MovedCall | null;
  /** `null` until the other side is asked. */
  leg: AdoptedCall | null;
  /** When the call was suspended, on the monotonic clock. */
  takenAtMs: number;
  isPartAwaited?: boolean;
}

/** Returns what a call that ends here had said at its old process, and who answered it. */
function saidIn({ conversation, positionMs, answeredBy }: MovedCall, takenAtMs: number): Partial<CallEnd> {
  const timeZeroEpochMs = Date.now() - positionMs - (monotonicMs() - takenAtMs);
  return { ...progressOf(conversation, { timeZeroEpochMs }), ...(answeredBy && { answeredBy }) };
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

function eventsOf(
  environment: CallEnvironment,
  live: LiveCall,
  trunkId: string,
  leg: () => AdoptedCall | null,
): Parameters<SipUserAgent['adopt']>[1] {
  const isPast = () => {
    const own = leg();
    return own !== null && live.legs.isPast(own);
  };
  return {
    onEnd({ by, reason }) {
      const own = leg();
      if (own) live.legs.ended(own, () => live.remoteEnded(by, reason));
    },
    onOffer: (offer) => (isPast() ? null : live.audio.answerChange(offer)),
    onOfferAsked: () => (isPast() ? null : buildOffer(live.audio.offer())),
    onLateAnswer: (answer) => live.audio.acceptChange(answer),
    mayReplace: ({ address }) => environment.isOfTrunk(live.held.organizationId, trunkId, address),
    onRefer: (referral) => live.refer(referral),
    onInfo: (contentType, body) => live.audio.receiveInfo(contentType, body),
  };
}

/** Resolves with the value, or with `false` after that time. */
function within(work: Promise<boolean>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const stop = fairTimeout(ms, () => late.resolve(false));
  return Promise.race([work, late.promise]).finally(stop);
}

function gone(reason: string): CallEnd {
  const message = `The other side had ended the call when another process took it over (${reason}).`;
  return { status: 'ended', endedBy: 'Customer ended the call', endedReason: 'customer-ended-call', message };
}

function unusable(reason: string): CallEnd {
  const message = `The call could not be carried on: ${reason}.`;
  return { status: 'ended', endedBy: 'System ended the call', endedReason: 'worker-lost', message };
}
