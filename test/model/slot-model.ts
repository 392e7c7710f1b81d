import {
  type CallEnd,
  CallWriter,
  claimState,
  type EndedReason,
  endCall,
  liveStatuses,
  stopRequests,
} from '../../src/domains/calls/index.ts';
import { type Database, statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import type { DeadNodes } from '../../src/platform/nodes/index.ts';
import { loadDialableCalls } from '../../src/runtime/dialer/dialable-call.ts';
import { holdCall, releaseStrayClaims } from '../../src/runtime/dialer/index.ts';
import { claimDueCalls } from '../../src/runtime/dialer/store.ts';
import { LostCalls } from '../../src/runtime/upkeep/settle-lost-calls.ts';
import type { VirtualClock } from '../../src/simulation/campaign/virtual-clock.ts';
import { Ledger, ModelBroken } from './ledger.ts';
import { type HeldCall, type ModelNode, newNode, type Stage } from './model-node.ts';
import { checkOrder, readQueue } from './queue.ts';

const callsOf = statement(
  'test.model.calls',
  `select call_id as "callId", status, customer_number as "customerNumber" from calls where organization_id = $1
   order by customer_number, attempt, call_id`,
);
const stopBeats = statement(
  'test.model.stop_beats',
  `insert into nodes (node_id, roles, heartbeat_at) values ($1, '{calls}', clock_timestamp() - interval '1 minute')
   on conflict do nothing`,
);
const endings: readonly EndedReason[] = [
  ...(['customer-busy', 'customer-did-not-answer', 'voicemail', 'trunk-rejected'] as const),
  ...(['customer-ended-call', 'unknown-outcome', 'number-invalid'] as const),
];

/** A call as the model reads it. */
export interface ModelCall {
  callId: string;
  status: string;
  customerNumber: string;
}

/** The state that a move works on. When others act at the same time, the result is not predicted in every detail. */
export interface Circumstances {
  db: Database;
  isAlone: boolean;
}

/**
 * Several processes on one database. Every move is a statement of the program. The model knows which process holds a
 * call and what was sent. It throws ModelBroken when the database allows something forbidden or refuses something
 * valid.
 */
export class SlotModel {
  readonly nodes: ModelNode[] = [];
  readonly ledger = new Ledger();
  readonly organizationId: string;
  readonly clock: VirtualClock;
  readonly db: Database;
  #lastNode = 0;

  constructor(
    world: { db: Database; clock: VirtualClock; organizationId: string; campaignIds: readonly string[] },
    nodeCount: number,
  ) {
    this.db = world.db;
    this.clock = world.clock;
    this.organizationId = world.organizationId;
    for (const campaignId of world.campaignIds) {
      this.ledger.campaigns.set(campaignId, { status: 'running', endAtMs: null });
    }
    for (let n = 0; n < nodeCount; n++) this.start();
  }

  /** The circumstances of a move while nothing else happens. */
  get alone(): Circumstances {
    return { db: this.db, isAlone: true };
  }

  start(): void {
    this.nodes.push(newNode(`node_${this.organizationId}_${this.#lastNode++}`));
  }

  /** Claims calls, and reads them. */
  async claim(node: ModelNode, max: number, { db, isAlone } = this.alone): Promise<void> {
    const { organizationId, clock } = this;
    const before = isAlone ? await readQueue(db, organizationId) : new Map();
    const claimedAtMs = clock.monotonicMs();
    const { callIds } = await claimDueCalls(db, organizationId, node.nodeId, max);
    for (const callId of callIds) {
      const other = this.nodes.find(({ calls, isSettled }) => !isSettled && calls.has(callId));
      if (other)
        throw new ModelBroken(`${callId} was claimed by ${node.nodeId} and is held by ${other.nodeId}`);
      this.ledger.noteClaim(callId, before.get(callId), clock.now());
    }
    if (isAlone) checkOrder(callIds, before, await readQueue(db, organizationId), clock.now());
    const claim = { organizationId, callIds, nodeId: node.nodeId, claimedAtMs };
    for (const call of await loadDialableCalls(db, claim)) {
      const { callId, customerNumber, isSuppressed } = call;
      if (isAlone && isSuppressed !== this.ledger.suppressed.has(customerNumber)) {
        throw new ModelBroken(`${callId} was taken for ${isSuppressed ? '' : 'not '}suppressed`);
      }
      node.calls.set(callId, { stage: 'claimed', call, isNoted: false });
    }
  }

  /** Sends the INVITE, if the gate permits the call and the claim is still valid. */
  async invite(node: ModelNode, callId: string): Promise<void> {
    const held = this.#heldBy(node, callId);
    const { call } = held;
    if (call.isSuppressed) return this.end(node, callId, 'number-suppressed');
    const state = await claimState(this.db, call);
    if (state !== 'lost' && node.isSettled)
      throw new ModelBroken(`${callId} may be dialed by a process that is gone`);
    if (state === 'lost' && !node.isSettled)
      throw new ModelBroken(`${callId} is not ${node.nodeId}'s any more`);
    if (state === 'campaign-paused') return this.hold(node, callId, 0);
    if (state === 'lost') node.calls.delete(callId);
    else if (state !== 'valid') return this.end(node, callId, 'manually-canceled');
    else {
      this.ledger.noteInvite(callId);
      held.stage = 'invited';
    }
  }

  /** Stores that the INVITE was sent. */
  async note(node: ModelNode, callId: string): Promise<void> {
    await new CallWriter(this.db).dialed(this.#key(node, callId), 'Dialed.', { invite: callId });
    this.#heldBy(node, callId).isNoted = true;
  }

  async ring(node: ModelNode, callId: string): Promise<void> {
    const isDone = await new CallWriter(this.db).ringing(this.#key(node, callId), 180, { invite: callId });
    this.#move(node, callId, isDone, 'ringing');
  }

  async answer(node: ModelNode, callId: string): Promise<void> {
    const answer = { recordingFile: null, agoMs: 0, dialog: { answer: callId } };
    const at = await new CallWriter(this.db).answered(this.#key(node, callId), answer);
    this.#move(node, callId, at !== null, 'answered');
  }

  /** Ends a call twice. The second end must not free another slot. */
  async end(node: ModelNode, callId: string, endedReason: EndedReason, { db } = this.alone): Promise<void> {
    const condition = { ...this.#key(node, callId), from: liveStatuses };
    const ending = endingOf(endedReason);
    const isEnded = await endCall(db, condition, ending);
    node.calls.delete(callId);
    if (isEnded === node.isSettled) {
      throw new ModelBroken(`${callId} ${isEnded ? 'was ended' : 'could not be ended'} by ${node.nodeId}`);
    }
    if (isEnded) this.ledger.noteEnd(callId);
    if (await endCall(db, condition, ending)) throw new ModelBroken(`${callId} was ended twice`);
  }

  /** Returns how a call may end at this stage. */
  reasonsFor(stage: Stage): readonly EndedReason[] {
    return stage === 'claimed' ? ['refused-by-gate', 'number-suppressed'] : endings;
  }

  /** Puts a claimed call back, as the gate does. */
  async hold(node: ModelNode, callId: string, forMs: number, { db } = this.alone): Promise<void> {
    const hold = { reason: 'schedule-closed', message: 'Not now.', untilMs: this.clock.now() + forMs };
    await holdCall(db, this.#key(node, callId), hold);
    node.calls.delete(callId);
  }

  /** Delays the hand-over of a claimed call. */
  delay(node: ModelNode, callId: string): void {
    node.late.push(this.#heldBy(node, callId).call);
    node.calls.delete(callId);
  }

  /** Hands a delayed call over. It is dialed if its own claim is still valid. */
  async handOver(node: ModelNode): Promise<void> {
    const call = node.late.shift();
    if (!call || (await claimState(this.db, call)) !== 'valid') return;
    if (node.isSettled) throw new ModelBroken(`${call.callId} may be dialed by a process that is gone`);
    if (node.calls.has(call.callId)) throw new ModelBroken(`a claim of ${call.callId} is valid that is over`);
    node.calls.set(call.callId, { stage: 'claimed', call, isNoted: false });
  }

  /** Refuses a delayed call, which must not end what another process holds by now. */
  async refuseLate(node: ModelNode): Promise<void> {
    const call = node.late.shift();
    if (!call || node.calls.has(call.callId)) return;
    const other = this.nodes.find(({ calls }) => calls.has(call.callId));
    const condition = { ...this.#key(node, call.callId), from: liveStatuses };
    const isEnded = await endCall(this.db, condition, endingOf('refused-by-gate'));
    if (isEnded && other)
      throw new ModelBroken(`${call.callId} of ${other.nodeId} was ended by ${node.nodeId}`);
    if (isEnded) this.ledger.noteEnd(call.callId);
  }

  /** Lets a process forget a call whose INVITE is on record. Upkeep finds it. */
  lose(node: ModelNode, callId: string): void {
    node.calls.delete(callId);
  }

  async releaseStrays(node: ModelNode): Promise<void> {
    await releaseStrayClaims(this.db, node.nodeId, (callId) => node.calls.has(callId));
  }

  /**
   * Stops the process's calls as requested by the API or by switches. A suppressed customer may not be dialed any
   * further.
   */
  async obeyStops(node: ModelNode): Promise<void> {
    for (const { callId } of await stopRequests(this.db, node.nodeId)) {
      if (node.calls.has(callId)) await this.end(node, callId, 'manually-canceled');
    }
    for (const [callId, { stage, call }] of node.calls) {
      if (stage !== 'answered' && this.ledger.suppressed.has(call.customerNumber)) {
        throw new ModelBroken(`${callId} goes on although its customer is suppressed`);
      }
      if (this.ledger.stopped.has(callId))
        throw new ModelBroken(`${callId} goes on although it was canceled`);
    }
  }

  /** Lets the others find a dead process and settle its calls. Ringing calls may be known to have ended. */
  async settle(node: ModelNode, certain: EndedReason | null): Promise<void> {
    await this.db.query(stopBeats, [node.nodeId]);
    const deadNodes = { find: async () => [node.nodeId] } as unknown as DeadNodes;
    const end =
      certain &&
      ({ status: 'ended', endedBy: null, endedReason: certain, message: 'A late answer.' } as const);
    const callbacks = { hangUp: () => undefined, reclaim: async () => end, onFreed: () => undefined };
    const lostCalls = new LostCalls({
      db: this.db,
      writer: new CallWriter(this.db),
      deadNodes,
      log: silentLog,
      ...callbacks,
    });
    await lostCalls.settleDeadProcesses();
    await lostCalls.close();
    node.isSettled = true;
    for (const callId of node.calls.keys()) this.ledger.noteEnd(callId);
    if (node.state === 'dead') this.nodes.splice(this.nodes.indexOf(node), 1);
    this.start();
  }

  /** Returns the calls by customer and attempt. */
  calls(): Promise<ModelCall[]> {
    return this.db.query<ModelCall>(callsOf, [this.organizationId]);
  }

  #heldBy(node: ModelNode, callId: string): HeldCall {
    const held = node.calls.get(callId);
    if (!held) throw new Error(`${node.nodeId} does not hold ${callId}`);
    return held;
  }

  #key(node: ModelNode, callId: string) {
    return { organizationId: this.organizationId, callId, nodeId: node.nodeId };
  }

  #move(node: ModelNode, callId: string, isDone: boolean, stage: Stage): void {
    if (isDone === node.isSettled) {
      throw new ModelBroken(
        `${callId} ${isDone ? 'became' : 'could not become'} ${stage} with ${node.nodeId}`,
      );
    }
    if (isDone) this.#heldBy(node, callId).stage = stage;
    else node.calls.delete(callId);
  }
}

function endingOf(endedReason: EndedReason): CallEnd {
  return { status: 'ended', endedBy: 'System ended the call', endedReason, message: 'It ended.' };
}
