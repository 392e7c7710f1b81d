import type { Client, Exchange } from './client.ts';
import { findText, isJsonObject, type JsonObject } from './compare.ts';
import { bodyOf, CheckSkipped, fail, skip, textOf } from './expect.ts';
import { isCompactJws } from './formats.ts';
import type { GivenFixtures } from './given.ts';
import { closedSchedule, randomNumber, uniqueName } from './samples.ts';

/** An agent, and variables that satisfy what its prompt requires. */
export interface AgentFixture {
  readonly agentId: string;
  readonly variables: JsonObject;
}

/** A workflow with a webhook trigger, or one that lacks something for being triggered. */
export type WorkflowState = 'published' | 'unpublished' | 'disabled' | 'no-webhook-trigger';

/** Documentation addresses (RFC 5737): nothing answers there, should a call ever be sent. */
const trunkHost = '192.0.2.10';

/**
 * What the checks need on the server: taken from the fixtures file where it names it, else built through
 * the management operations when first asked for, and shared afterwards. Whatever cannot be had skips the
 * check that asks for it. A fixture that fails to be built fails the first check that needs it and skips
 * the others.
 */
export class Fixtures {
  readonly #client: Client;
  readonly #given: GivenFixtures;
  readonly #built = new Map<string, Promise<unknown>>();
  readonly #removals = new Map<string, () => Promise<Exchange>>();

  constructor(client: Client, given: GivenFixtures) {
    this.#client = client;
    this.#given = given;
  }

  /** The client, for what needs management operations; skips when the server has none. */
  async managed(): Promise<Client> {
    const answer = await this.#once('probe', () => this.#client.get('/api/agents', { pageSize: '1' }));
    if (answer.status === 404 || answer.status === 405) skip('the server has no management operations');
    return this.#client;
  }

  /** A value that nothing but the fixtures file can give; skips with the reason when it is not there. */
  onlyGiven(name: 'externalId' | 'chatAgentId', reason: string): string {
    return this.#given[name] ?? skip(`${reason} (fixtures file: ${name})`);
  }

  /** A client with a working key of another organization. */
  otherClient(): Client {
    return this.#client.withKey(
      this.#given.otherKey ?? skip('no key of another organization was given (--other-key)'),
    );
  }

  /** A client with a key that the fixtures file gives, or null. */
  givenKey(name: 'expiredKey' | 'revokedKey' | 'limitedKey'): Client | null {
    const key = this.#given[name];
    return key === undefined ? null : this.#client.withKey(key);
  }

  async #once<T>(name: string, build: () => Promise<T>): Promise<T> {
    const earlier = this.#built.get(name);
    if (earlier === undefined) {
      const building = build();
      this.#built.set(name, building);
      return building;
    }
    try {
      return (await earlier) as T;
    } catch (error) {
      return skip(error instanceof CheckSkipped ? error.message : `the ${name} could not be built`);
    }
  }

  /** Creates a resource, and removes it at the end. */
  async create(path: string, body: JsonObject, idField: string): Promise<{ id: string; answer: Exchange }> {
    const answer = await (await this.managed()).post(path, body);
    if (answer.status !== 201) fail(answer, `POST ${path} creates with 201 (management operations)`);
    const id = textOf(answer, bodyOf(answer)[idField], idField);
    this.#removals.set(`${path}/${id}`, () => this.#client.send('DELETE', `${path}/${id}`));
    return { id, answer };
  }

  /** Posts an action on a resource, such as `/publish`, which must succeed. */
  async act(path: string, body?: JsonObject): Promise<Exchange> {
    const answer = await (await this.managed()).post(path, body);
    if (answer.status < 200 || answer.status > 299) fail(answer, `POST ${path} did not succeed`);
    return answer;
  }

  /** A new agent of its own, for checks that count what an agent has. */
  async newAgent(overrides: JsonObject = {}): Promise<{ id: string; answer: Exchange }> {
    const body = { name: uniqueName('agent'), prompt: 'You are a test and never speak.', ...overrides };
    return this.create('/api/agents', body, 'agentId');
  }

  /**
   * An agent whose prompt requires `firstName`, whose first message requires `greeting`, and that lists
   * `plan` with a default.
   */
  agent(): Promise<AgentFixture> {
    return this.#once('agent', async () => {
      const agentId = this.#given.agentId;
      if (agentId !== undefined) return { agentId, variables: this.#given.variables ?? {} };
      const { id } = await this.newAgent({
        prompt: 'You talk to {{firstName}} about the {{plan}} plan.',
        firstMessage: '{{greeting}}!',
        variables: [{ name: 'plan', required: false, default: 'basic', description: 'The plan' }],
      });
      return { agentId: id, variables: { firstName: 'Ada', greeting: 'Hello' } };
    });
  }

  /** A schedule that is closed for weeks, so that no call of the suite is ever dialed. */
  scheduleId(): Promise<string> {
    return this.#once('schedule', async () => {
      const given = this.#given.scheduleId;
      if (given !== undefined) return given;
      return (await this.create('/api/schedules', closedSchedule(Date.now()), 'scheduleId')).id;
    });
  }

  trunkId(): Promise<string> {
    return this.#once('trunk', async () => {
      const body = { name: uniqueName('trunk'), host: trunkHost };
      return (await this.create('/api/trunks', body, 'trunkId')).id;
    });
  }

  /** A new phone number; a number that is taken by chance is tried again with another. */
  async newPhoneNumber(overrides: JsonObject): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const body = { phoneNumber: randomNumber(), ...overrides };
      const answer = await (await this.managed()).post('/api/phone-numbers', body);
      if (answer.status === 409 && attempt < 5) continue;
      if (answer.status !== 201) fail(answer, 'POST /api/phone-numbers creates with 201 (management)');
      const id = textOf(answer, bodyOf(answer).phoneNumberId, 'phoneNumberId');
      const path = `/api/phone-numbers/${id}`;
      this.#removals.set(path, () => this.#client.send('DELETE', path));
      return id;
    }
  }

  /** The organization's number that calls are placed from. */
  phoneNumberId(): Promise<string> {
    return this.#once('phone number', async () => {
      const given = this.#given.phoneNumberId;
      return given ?? (await this.newPhoneNumber({ trunkId: await this.trunkId() }));
    });
  }

  retryConfigId(): Promise<string> {
    return this.#once('retry configuration', async () => {
      const given = this.#given.callRetryConfigId;
      if (given !== undefined) return given;
      const body = { name: uniqueName('retry'), maxAttempts: 2, delaysSeconds: [60] };
      return (await this.create('/api/retry-configs', body, 'callRetryConfigId')).id;
    });
  }

  /** The organization's limit on concurrent calls. */
  concurrencyLimit(): Promise<number> {
    return this.#once('limit of concurrent calls', async () => {
      const given = this.#given.organizationMaxConcurrentCalls;
      if (given !== undefined) return given;
      const answer = await (await this.managed()).get('/api/organization');
      const limit = answer.status === 200 ? bodyOf(answer).maxConcurrentCalls : undefined;
      return typeof limit === 'number' ? limit : skip('GET /api/organization shows no maxConcurrentCalls');
    });
  }

  workflowId(state: WorkflowState): Promise<string> {
    return this.#once(`workflow (${state})`, async () => {
      const names = {
        published: 'workflowId',
        unpublished: 'unpublishedWorkflowId',
        disabled: 'disabledWorkflowId',
        'no-webhook-trigger': 'scheduledWorkflowId',
      } as const;
      const given = this.#given[names[state]];
      if (given !== undefined) return given;
      const byTime = { type: 'schedule', cron: '0 3 1 1 *', timeZone: 'UTC' };
      const trigger = state === 'no-webhook-trigger' ? byTime : { type: 'webhook' };
      const body = { name: uniqueName('workflow'), trigger, definition: { steps: [] } };
      const { id } = await this.create('/api/workflows', body, 'workflowId');
      if (state !== 'unpublished') await this.act(`/api/workflows/${id}/publish`);
      if (state === 'disabled') await this.act(`/api/workflows/${id}/disable`);
      return id;
    });
  }

  /** A new API key, as a client that uses it. */
  async newKey(body: JsonObject): Promise<{ id: string; client: Client; answer: Exchange }> {
    const request = { name: uniqueName('key'), ...body };
    const answer = await (await this.managed()).post('/api/api-keys', request);
    if (answer.status !== 201) fail(answer, 'POST /api/api-keys creates with 201 (management operations)');
    const key = findText(answer.json, isCompactJws) ?? fail(answer, 'the answer shows no key');
    const ids = Object.entries(bodyOf(answer)).filter(([name]) => /^(api)?key_?id$/i.test(name));
    const id = textOf(answer, ids[0]?.[1], 'the id of the key');
    this.#removals.set(`key ${id}`, () => this.#client.send('DELETE', `/api/api-keys/${id}`));
    return { id, client: this.#client.withKey(key), answer };
  }

  /** A campaign call that the server must accept; fields with the value undefined are left out. */
  async callBody(overrides: JsonObject = {}): Promise<JsonObject> {
    return {
      campaignName: this.#campaignName,
      scheduleId: await this.scheduleId(),
      phoneNumber: randomNumber(),
      phoneNumberId: await this.phoneNumberId(),
      variables: (await this.agent()).variables,
      ...overrides,
    };
  }

  /** One campaign for all calls of a run that do not need one of their own. */
  readonly #campaignName = uniqueName('conformance');

  /** Sends a campaign call for the agent, and ends its campaign when the run is over. */
  async sendCall(body: unknown, agentId?: string, client = this.#client): Promise<Exchange> {
    const id = agentId ?? (await this.agent()).agentId;
    const answer = await client.post(`/api/agents/${id}/calls/campaign`, body);
    this.noteCampaign(answer);
    return answer;
  }

  /** Remembers to end the campaign that an accepted call belongs to. */
  noteCampaign(answer: Exchange): void {
    const json = answer.json;
    if (answer.status !== 201 || !isJsonObject(json) || typeof json.campaignId !== 'string') return;
    const path = `/api/campaigns/${json.campaignId}/end`;
    this.#removals.set(path, () => this.#client.post(path));
  }

  /** Queues a campaign call that must be accepted, and gives its id. */
  async queueCall(overrides: JsonObject = {}): Promise<{ callId: string; answer: Exchange }> {
    const answer = await this.sendCall(await this.callBody(overrides));
    if (answer.status < 200 || answer.status > 299) fail(answer, 'the campaign call is not accepted');
    const callId = bodyOf(answer).callId;
    if (typeof callId !== 'string') skip('the answer to a campaign call names no callId');
    return { callId, answer };
  }

  /** Ends and deletes what was built, the latest first; gives back what the server keeps. */
  async remove(): Promise<string[]> {
    const kept: string[] = [];
    for (const [name, remove] of [...this.#removals].reverse()) {
      const answer = await remove().catch(() => null);
      const gone = answer !== null && (answer.status < 300 || answer.status === 404);
      if (!gone && !name.endsWith('/end')) kept.push(`${name}: ${answer?.status ?? 'no answer'}`);
    }
    return kept;
  }
}
