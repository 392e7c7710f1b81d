import { cancelCall } from '../../src/calls/cancel.ts';
import {
  type CallEnd,
  type EndedReason,
  endCall,
  liveStatuses,
  markAnswered,
  markRinging,
  stopRequests,
} from '../../src/calls/index.ts';
import { type Notifier, statement } from '../../src/db/index.ts';
import { claimDueCalls, unparkCalls } from '../../src/dialer/claim.ts';
import { loadDialableCalls } from '../../src/dialer/dialable-call.ts';
import { claimState, holdCall, releaseStrayClaims } from '../../src/dialer/index.ts';
import { newId, silentLog, systemActor } from '../../src/kernel/index.ts';
import type { DeadNodes } from '../../src/nodes/index.ts';
import type { VirtualClock } from '../../src/simulation/campaign/virtual-clock.ts';
import type { VirtualDatabase } from '../../src/simulation/campaign/virtual-database.ts';
import { cancelCallsOfEndedCampaigns } from '../../src/upkeep/index.ts';
import { LostCalls } from '../../src/upkeep/settle-lost-calls.ts';
import { type ModelNode, newNode, type Stage } from './model-node.ts';

const setCampaign = statement(
  'test.model.campaign',
  `update campaigns set status = $3 where organization_id = $1 and campaign_id = $2 and status <> 'ended'`,
);
const setDialing = statement(
  'test.model.dialing',
  'update organizations set dialing = $2 where organization_id = $1',
);
const callsOf = statement(
  'test.model.calls',
  'select call_id, status from calls where organization_id = $1 order by customer_number, attempt',
);

/** Something that must not have happened. */
export class ModelBroken extends Error {}

const notifier = { notify: () => undefined } as unknown as Notifier;
const endings: readonly EndedReason[] = [
  ...(['customer-busy', 'customer-did-not-answer', 'voicemail', 'trunk-rejected'] as const),
  ...(['customer-ended-call', 'unknown-outcome', 'number-invalid'] as const),
];

/**
 * Several processes on one database, whose every move is the statement of the product. The model knows who holds a call
 * and what was sent, and says with ModelBroken when the database lets through what it must not, or refuses what is right.
 */
export class SlotModel {
  readonly nodes: ModelNode[] = [];
  readonly #db: VirtualDatabase;
  readonly #clock: VirtualClock;
  readonly #organizationId: string;
  readonly #campaignIds: readonly string[];
  /** INVITEs by call. */
  readonly #invites = new Map<string, number>();
  /** Calls that were ended by somebody: each frees its slot once. */
  readonly #ended = new Set<string>();
  #lastNode = 0;

  constructor(
    world: {
      db: VirtualDatabase;
      clock: VirtualClock;
      organizationId: string;
      campaignIds: readonly string[];
    },
    nodeCount: number,
  ) {
    this.#db = world.db;
    this.#clock = world.clock;
    this.#organizationId = world.organizationId;
    this.#campaignIds = world.campaignIds;
    for (let n = 0; n < nodeCount; n++) this.start();
  }

  /** How many INVITEs were sent. */
  get invites(): number {
    return [...this.#invites.values()].reduce((sum, count) => sum + count, 0);
  }

  start(): void {
    this.nodes.push(newNode(`node_${this.#organizationId}_${this.#lastNode++}`));
  }

  advance(ms: number): void {
    this.#clock.moveTo(this.#clock.now() + ms);
  }

  async claim(node: ModelNode, max: number): Promise<void> {
    await unparkCalls(this.#db, this.#organizationId, max);
    const { callIds } = await claimDueCalls(this.#db, this.#organizationId, node.nodeId, max);
    for (const callId of callIds) {
      const other = this.nodes.find(({ calls, isSettled }) => !isSettled && calls.has(callId));
      if (other)
        throw new ModelBroken(`${callId} was claimed by ${node.nodeId} and is held by ${other.nodeId}`);
      if (this.#invites.has(callId)) throw new ModelBroken(`${callId} was claimed after its INVITE`);
      node.calls.set(callId, 'claimed');
    }
  }

  /** Sends the INVITE, if the claim still stands. */
  async invite(node: ModelNode, callId: string): Promise<void> {
    const [call] = await loadDialableCalls(this.#db, {
      ...{ organizationId: this.#organizationId, callIds: [callId], nodeId: node.nodeId },
      claimedAtMs: this.#clock.monotonicMs(),
    });
    const state = call ? await claimState(this.#db, call) : 'gone';
    if (state !== 'gone' && node.isSettled)
      throw new ModelBroken(`${callId} may be dialed by a process that is gone`);
    if (state === 'gone' && !node.isSettled)
      throw new ModelBroken(`${callId} is not ${node.nodeId}'s any more`);
    if (state === 'stands') {
      this.#invites.set(callId, (this.#invites.get(callId) ?? 0) + 1);
      if (this.#invites.get(callId) !== 1) throw new ModelBroken(`${callId} was dialed twice`);
      node.calls.set(callId, 'invited');
      return;
    }
    if (state === 'stopped') return this.end(node, callId, 'manually-canceled');
    node.calls.delete(callId);
  }

  async ring(node: ModelNode, callId: string): Promise<void> {
    const isDone = await markRinging(this.#db, this.#held(node, callId), 180, null);
    this.#move(node, callId, isDone, 'ringing');
  }

  async answer(node: ModelNode, callId: string): Promise<void> {
    const answer = { recordingFile: null, agoMs: 0, dialog: null };
    const at = await markAnswered(this.#db, this.#held(node, callId), answer);
    this.#move(node, callId, at !== null, 'answered');
  }

  /** Ends a call, and tries it once more, which must not free a second slot. */
  async end(node: ModelNode, callId: string, endedReason: EndedReason): Promise<void> {
    const condition = {
      organizationId: this.#organizationId,
      callId,
      from: liveStatuses,
      nodeId: node.nodeId,
    };
    const ending: CallEnd = {
      status: 'ended',
      endedBy: 'System ended the call',
      endedReason,
      message: 'It ended.',
    };
    const isEnded = await endCall(this.#db, condition, ending);
    node.calls.delete(callId);
    if (isEnded === node.isSettled) {
      throw new ModelBroken(`${callId} ${isEnded ? 'was ended' : 'could not be ended'} by ${node.nodeId}`);
    }
    if (isEnded) this.#noteEnd(callId);
    if (await endCall(this.#db, condition, ending)) throw new ModelBroken(`${callId} was ended twice`);
  }

  /** How a call may end that has come to this stage. */
  reasonsFor(stage: Stage): readonly EndedReason[] {
    return stage === 'claimed' ? ['refused-by-gate', 'number-suppressed'] : endings;
  }

  /** Puts a claimed call back, as the gate does. */
  async hold(node: ModelNode, callId: string, forMs: number): Promise<void> {
    const hold = { reason: 'schedule-closed', message: 'Not now.', untilMs: this.#clock.now() + forMs };
    await holdCall(this.#db, this.#held(node, callId), hold);
    node.calls.delete(callId);
  }

  /** A failure between claim and hand-over: the process forgets a call that it has claimed. */
  forget(node: ModelNode, callId: string): void {
    node.calls.delete(callId);
  }

  async releaseStrays(node: ModelNode): Promise<void> {
    await releaseStrayClaims(this.#db, node.nodeId, (callId) => node.calls.has(callId));
  }

  /** Does what was asked of the process's calls over the API or by switches. */
  async obeyStops(node: ModelNode): Promise<void> {
    for (const { callId } of await stopRequests(this.#db, node.nodeId)) {
      if (node.calls.has(callId)) await this.end(node, callId, 'manually-canceled');
    }
  }

  async cancel(callId: string): Promise<void> {
    const actor = systemActor(this.#organizationId, newId('req'));
    const scope = { db: this.#db, actor, baseUrl: '', notifier };
    const { status } = await this.#record(callId);
    const isOver = status === 'ended' || status === 'canceled';
    const refused = await cancelCall(scope, callId).then(
      () => false,
      () => true,
    );
    if (refused !== isOver)
      throw new ModelBroken(`${callId}, which is ${status}, could ${refused ? 'not ' : ''}be canceled`);
    if (status === 'queued') this.#noteEnd(callId);
  }

  async switchCampaign(place: number, status: 'running' | 'paused' | 'ended'): Promise<void> {
    await this.#db.query(setCampaign, [
      this.#organizationId,
      this.#campaignIds[place % this.#campaignIds.length],
      status,
    ]);
  }

  async cancelOfEnded(): Promise<void> {
    await cancelCallsOfEndedCampaigns(this.#db);
  }

  async switchDialing(dialing: 'on' | 'off'): Promise<void> {
    await this.#db.query(setDialing, [this.#organizationId, dialing]);
  }

  /** The others find out that a process is dead and settle its calls; those that rang may be known to have ended. */
  async settle(node: ModelNode, certain: EndedReason | null): Promise<void> {
    const deadNodes = { find: async () => [node.nodeId] } as unknown as DeadNodes;
    const end =
      certain &&
      ({ status: 'ended', endedBy: null, endedReason: certain, message: 'A late answer.' } as const);
    const reclaim = async () => end;
    const told = { hangUp: () => undefined, reclaim, onFreed: () => undefined };
    const lostCalls = new LostCalls({ db: this.#db, deadNodes, log: silentLog, ...told });
    await lostCalls.look();
    await lostCalls.close();
    node.isSettled = true;
    for (const callId of node.calls.keys()) this.#noteEnd(callId);
    if (node.state === 'dead') this.nodes.splice(this.nodes.indexOf(node), 1);
    this.start();
  }

  /** The calls, by customer and attempt. */
  async calls(): Promise<{ callId: string; status: string }[]> {
    const rows = await this.#db.query<{ call_id: string; status: string }>(callsOf, [this.#organizationId]);
    return rows.map(({ call_id, status }) => ({ callId: call_id, status }));
  }

  async #record(callId: string): Promise<{ status: string }> {
    return (await this.calls()).find((call) => call.callId === callId) ?? { status: 'gone' };
  }

  #held(node: ModelNode, callId: string) {
    return { organizationId: this.#organizationId, callId, nodeId: node.nodeId };
  }

  #move(node: ModelNode, callId: string, isDone: boolean, stage: Stage): void {
    if (isDone === node.isSettled) {
      throw new ModelBroken(
        `${callId} ${isDone ? 'became' : 'could not become'} ${stage} with ${node.nodeId}`,
      );
    }
    if (isDone) node.calls.set(callId, stage);
    else node.calls.delete(callId);
  }

  #noteEnd(callId: string): void {
    if (this.#ended.has(callId)) throw new ModelBroken(`${callId} gave its place back twice`);
    this.#ended.add(callId);
  }
}
