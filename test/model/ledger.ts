/** A queued call. */
export interface QueuedCall {
  callId: string;
  campaignId: string;
  phoneNumberId: string;
  priority: number;
  dueMs: number;
}

/** A violation that the model found. */
export class ModelBroken extends Error {}

/** The state of a campaign that people set. */
interface CampaignState {
  status: 'running' | 'paused' | 'ended';
  endAtMs: number | null;
}

/** The model's own record of what was done. The database is compared with it. */
export class Ledger {
  readonly campaigns = new Map<string, CampaignState>();
  readonly suppressed = new Set<string>();
  /** Calls that were canceled while a process held them. */
  readonly stopped = new Set<string>();
  dialing: 'on' | 'off' = 'on';
  /** INVITEs by call. */
  readonly #invites = new Map<string, number>();
  /** Calls that were ended. Each frees its slot once. */
  readonly #ended = new Set<string>();

  /** The number of sent INVITEs. */
  get invites(): number {
    return [...this.#invites.values()].reduce((sum, count) => sum + count, 0);
  }

  noteInvite(callId: string): void {
    const count = (this.#invites.get(callId) ?? 0) + 1;
    this.#invites.set(callId, count);
    if (count !== 1) throw new ModelBroken(`${callId} was dialed twice`);
    if (this.stopped.has(callId)) throw new ModelBroken(`${callId} was dialed although it was canceled`);
  }

  noteEnd(callId: string): void {
    if (this.#ended.has(callId)) throw new ModelBroken(`${callId} gave its place back twice`);
    this.#ended.add(callId);
  }

  /** Notes a claim. `queued` is the call as it waited. */
  noteClaim(callId: string, queued: QueuedCall | undefined, nowMs: number): void {
    if (this.#invites.has(callId)) throw new ModelBroken(`${callId} was claimed after its INVITE`);
    if (this.stopped.has(callId)) throw new ModelBroken(`${callId} was claimed although it was canceled`);
    if (queued === undefined) return;
    if (queued.dueMs > nowMs) throw new ModelBroken(`${callId} was claimed before it was due`);
    if (this.dialing === 'off') throw new ModelBroken(`${callId} was claimed although dialing is off`);
    const campaign = this.campaigns.get(queued.campaignId);
    if (!campaign) return;
    const isOver = campaign.endAtMs !== null && campaign.endAtMs <= nowMs;
    if (campaign.status !== 'running' || isOver) {
      throw new ModelBroken(
        `${callId} was claimed although its campaign is ${isOver ? 'over' : campaign.status}`,
      );
    }
  }
}
