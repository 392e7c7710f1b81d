import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../world/api-world.ts';
import type { Program } from '../world/program.ts';
import type { Tenant } from './tenants.ts';

/** A call that the API accepted. */
export interface Acknowledged {
  number: string;
  tenant: string;
  /** The time of the answer. */
  atMs: number;
}

/** A time in which nothing of a campaign, or of the whole organization (`campaignId` null), may be dialed. */
export interface Closure {
  tenant: string;
  campaignId: string | null;
  what: 'paused' | 'ended' | 'dialing-off';
  fromMs: number;
  /** Null while it lasts. */
  toMs: number | null;
}

/** The accepted requests. */
export interface LoadRecord {
  /** By call id. */
  acknowledged: Map<string, Acknowledged>;
  /** The times of answers that a queued call was canceled, by number. */
  canceled: Map<string, number>;
  closures: Closure[];
  /** The number of answers by `<status> <operation>`. */
  answers: Record<string, number>;
}

export interface LoadOptions {
  request: Program['request'];
  tenants: readonly Tenant[];
  random: () => number;
  /** Returns the number of queued calls. */
  waiting: () => number;
}

/** No more calls are queued above this number, which takes some ten seconds to dial. */
const waitingMax = 30;
const batchMax = 5;

/** Queues calls to new numbers one by one and in batches, cancels some, and pauses, resumes and ends campaigns. */
export class Load {
  readonly record: LoadRecord = { acknowledged: new Map(), canceled: new Map(), closures: [], answers: {} };
  readonly #options: LoadOptions;
  readonly #lastNumbers: Map<string, number>;
  /** Campaigns by `<tenant> <name>`, from the answer to the last call of each. */
  readonly #campaigns = new Map<string, { tenant: Tenant; campaignId: string }>();
  #stopped = false;
  readonly #workers: Promise<void>[];

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#lastNumbers = new Map(options.tenants.map(({ name, firstNumber }) => [name, firstNumber]));
    this.#workers = [
      ...options.tenants.flatMap((tenant) => [this.#queueOn(tenant), this.#queueOn(tenant)]),
      this.#interfere(),
    ];
  }

  /** Stops the load. Resolves when everything that was paused has resumed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }

  async #queueOn(tenant: Tenant): Promise<void> {
    const { random, waiting } = this.#options;
    while (!this.#stopped) {
      if (waiting() > waitingMax) {
        await sleep(50);
        continue;
      }
      const what = random();
      if (what < 0.15) await this.#place(tenant);
      else if (what < 0.35) await this.#queueBatch(tenant);
      else await this.#queueOne(tenant);
      await sleep(50 + random() * 250);
    }
  }

  #nextNumber(tenant: Tenant): string {
    const number = this.#lastNumbers.get(tenant.name)!;
    this.#lastNumbers.set(tenant.name, number + 1);
    return `+1${number}`;
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#options.random() * items.length)]!;
  }

  /** Returns the fields of a campaign call except its number. */
  #callOf({ scheduleId, phoneNumberIds, campaigns, callRetryConfigId }: Tenant) {
    const [campaignName, maxConcurrentCalls] = this.#pick(Object.entries(campaigns));
    const isRepeated = this.#options.random() < 0.5;
    const retries = isRepeated ? { callRetryConfigId } : {};
    const phoneNumberId = this.#pick(phoneNumberIds);
    return { campaignName, scheduleId, phoneNumberId, variables: {}, maxConcurrentCalls, ...retries };
  }

  async #queueOne(tenant: Tenant): Promise<void> {
    const call = { ...this.#callOf(tenant), phoneNumber: this.#nextNumber(tenant) };
    const path = `/api/agents/${tenant.agentId}/calls/campaign`;
    const answer = await this.#post(tenant, path, call);
    if (answer?.status === 201) this.#queued(tenant, call.campaignName, answer.body, call.phoneNumber);
  }

  async #queueBatch(tenant: Tenant): Promise<void> {
    const count = 2 + Math.floor(this.#options.random() * (batchMax - 1));
    const calls = Array.from({ length: count }, () => ({ phoneNumber: this.#nextNumber(tenant) }));
    const defaults = this.#callOf(tenant);
    const path = `/api/agents/${tenant.agentId}/calls/campaign/batch`;
    const answer = await this.#post(tenant, path, { defaults, calls });
    if (answer?.status !== 200) return;
    for (const result of answer.body.results) {
      if (result.callId)
        this.#queued(tenant, defaults.campaignName, result, calls[result.index]!.phoneNumber);
    }
  }

  /** Places a call without a campaign. */
  async #place(tenant: Tenant): Promise<void> {
    const phoneNumber = this.#nextNumber(tenant);
    const body = { phoneNumber, phoneNumberId: this.#pick(tenant.phoneNumberIds) };
    const answer = await this.#post(tenant, `/api/agents/${tenant.agentId}/calls`, body);
    if (answer?.status === 201) this.#acknowledge(answer.body.callId, phoneNumber, tenant);
  }

  #queued(
    tenant: Tenant,
    campaignName: string,
    { callId, campaignId }: { callId: string; campaignId: string },
    number: string,
  ): void {
    this.#acknowledge(callId, number, tenant);
    this.#campaigns.set(`${tenant.name} ${campaignName}`, { tenant, campaignId });
  }

  #acknowledge(callId: string, number: string, { name: tenant }: Tenant): void {
    this.record.acknowledged.set(callId, { number, tenant, atMs: Date.now() });
  }

  /** Sends a request with an idempotency key until it is answered. Gives up after some tries. */
  async #post({ key }: Tenant, path: string, body: unknown): Promise<Answer | null> {
    const { request, random } = this.#options;
    const headers = { 'idempotency-key': `kill-${Math.floor(random() * 2 ** 48)}` };
    // Half of the clients without an answer do not repeat their request.
    const tries = random() < 0.5 ? 1 : 40;
    for (let i = 0; i < tries; i++) {
      const answer = await request('POST', path, { key, body, headers }).catch(() => null);
      const name = `${answer?.status ?? 'none'} ${path
        .split('/')
        .slice(-2)
        .join('/')
        .replace(/\w+_\w+/, '…')}`;
      this.record.answers[name] = (this.record.answers[name] ?? 0) + 1;
      if (answer && (answer.status < 500 || answer.status === 501)) return answer;
      if (this.#stopped && i > 4) return null;
      await sleep(250);
    }
    return null;
  }

  async #interfere(): Promise<void> {
    const { random } = this.#options;
    while (!this.#stopped) {
      await sleep(200 + random() * 800);
      const what = random();
      if (what < 0.6) await this.#cancelOne();
      else if (what < 0.85) await this.#pauseOne();
      else if (what < 0.93) await this.#endOne();
      else await this.#switchOff();
    }
  }

  async #cancelOne(): Promise<void> {
    const newest = [...this.record.acknowledged].slice(-40);
    if (newest.length === 0) return;
    const [callId, { number, tenant: name }] = this.#pick(newest);
    const tenant = this.#options.tenants.find((each) => each.name === name)!;
    const answer = await this.#post(tenant, `/api/calls/${callId}/cancel`, {});
    if (answer?.status === 200 && answer.body.status === 'canceled')
      this.record.canceled.set(number, Date.now());
  }

  async #pauseOne(): Promise<void> {
    const found = this.#campaigns.size === 0 ? null : this.#pick([...this.#campaigns.values()]);
    if (!found) return;
    const path = `/api/campaigns/${found.campaignId}`;
    const answer = await this.#post(found.tenant, `${path}/pause`, {});
    if (answer?.status !== 200) return this.#goOn(found.tenant, `${path}/resume`);
    const closure = this.#close(found.tenant, found.campaignId, 'paused');
    await sleep(500 + this.#options.random() * 2500);
    closure.toMs = Date.now();
    await this.#goOn(found.tenant, `${path}/resume`);
  }

  async #endOne(): Promise<void> {
    const found = this.#campaigns.size === 0 ? null : this.#pick([...this.#campaigns.values()]);
    if (!found) return;
    const answer = await this.#post(found.tenant, `/api/campaigns/${found.campaignId}/end`, {});
    if (answer?.status === 200) this.#close(found.tenant, found.campaignId, 'ended');
  }

  async #switchOff(): Promise<void> {
    const { request, tenants } = this.#options;
    const { key } = tenants.at(-1)!;
    const turn = (dialing: 'on' | 'off') =>
      request('PATCH', '/api/organization', { key, body: { dialing } }).catch(() => null);
    const answer = await turn('off');
    const closure = answer?.status === 200 ? this.#close(tenants.at(-1)!, null, 'dialing-off') : null;
    await sleep(500 + this.#options.random() * 1500);
    if (closure) closure.toMs = Date.now();
    while ((await turn('on'))?.status !== 200) await sleep(250);
  }

  #close({ name }: Tenant, campaignId: string | null, what: Closure['what']): Closure {
    const closure: Closure = { tenant: name, campaignId, what, fromMs: Date.now(), toMs: null };
    this.record.closures.push(closure);
    return closure;
  }

  /** Resumes a campaign, whatever happens to the API: a campaign that stayed paused would look like lost calls. */
  async #goOn({ key }: Tenant, path: string): Promise<void> {
    const { request } = this.#options;
    for (;;) {
      const answer = await request('POST', path, { key, body: {} }).catch(() => null);
      if (answer && answer.status < 500) return;
      await sleep(250);
    }
  }
}
