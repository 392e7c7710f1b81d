import { cancelCall } from '../../src/domains/calls/cancel.ts';
import { cancelCallsOfEndedCampaigns } from '../../src/domains/calls/index.ts';
import { endDueCampaigns } from '../../src/domains/campaigns/index.ts';
import { suppressCustomer } from '../../src/domains/suppressions/index.ts';
import { type Notifier, statement } from '../../src/platform/db/index.ts';
import { systemActor } from '../../src/platform/http/index.ts';
import { newId } from '../../src/platform/kernel/index.ts';
import { ModelBroken } from './ledger.ts';
import type { SlotModel } from './slot-model.ts';

const setCampaign = statement(
  'test.model.campaign',
  `update campaigns set status = $3 where organization_id = $1 and campaign_id = $2 and status <> 'ended'`,
);
const setEnd = statement(
  'test.model.campaign_end',
  'update campaigns set end_at = $3 where organization_id = $1 and campaign_id = $2',
);
const setDialing = statement(
  'test.model.dialing',
  'update organizations set dialing = $2 where organization_id = $1',
);
const notifier = { notify: () => undefined } as unknown as Notifier;

/** The actions of people, and the part of upkeep that follows from them. */
export class Operators {
  readonly #model: SlotModel;

  constructor(model: SlotModel) {
    this.#model = model;
  }

  async cancel(callId: string, { db, isAlone } = this.#model.alone): Promise<void> {
    const { ledger } = this.#model;
    const status = (await this.#model.calls()).find((call) => call.callId === callId)?.status ?? 'gone';
    const isOver = status === 'ended' || status === 'canceled';
    const canceled = await cancelCall({ ...this.#scope(), db }, callId).catch(() => null);
    if (isAlone && (canceled === null) !== isOver) {
      throw new ModelBroken(`${callId}, which is ${status}, could ${canceled ? '' : 'not '}be canceled`);
    }
    if (canceled?.status === 'canceled') ledger.noteEnd(callId);
    else if (canceled) ledger.stopped.add(callId);
  }

  async switchCampaign(place: number, status: 'running' | 'paused' | 'ended'): Promise<void> {
    const [campaignId, campaign] = this.#campaign(place);
    await this.#model.db.query(setCampaign, [this.#model.organizationId, campaignId, status]);
    if (campaign.status !== 'ended') campaign.status = status;
  }

  async setCampaignEnd(place: number, atMs: number): Promise<void> {
    const [campaignId, campaign] = this.#campaign(place);
    const at = new Date(atMs).toISOString();
    await this.#model.db.query(setEnd, [this.#model.organizationId, campaignId, at]);
    campaign.endAtMs = atMs;
  }

  async switchDialing(dialing: 'on' | 'off'): Promise<void> {
    await this.#model.db.query(setDialing, [this.#model.organizationId, dialing]);
    this.#model.ledger.dialing = dialing;
  }

  async suppress(phoneNumber: string): Promise<void> {
    await suppressCustomer(this.#scope(), { phoneNumber, source: 'api' });
    this.#model.ledger.suppressed.add(phoneNumber);
  }

  /** Ends campaigns at their end time, and cancels the queued calls of ended ones. */
  async upkeep(): Promise<void> {
    await endDueCampaigns(this.#model.db);
    await cancelCallsOfEndedCampaigns(this.#model.db);
  }

  #campaign(place: number) {
    const { campaigns } = this.#model.ledger;
    return [...campaigns][place % campaigns.size]!;
  }

  #scope() {
    const { db, organizationId } = this.#model;
    return { db, actor: systemActor(organizationId, newId('req')), baseUrl: '', notifier };
  }
}
