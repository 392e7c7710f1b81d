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

/** A workflow with a webhook trigger, or a state in which it cannot be triggered. */
export type WorkflowState = 'published' | 'unpublished' | 'disabled' | 'no-webhook-trigger';

/** An address for documentation (RFC 5737). No call could reach anything there. */
const trunkHost = '192.0.2.10';

/**
 * The resources that checks need on the server. Each is taken from the fixtures file, or created through the management
 * operations when a check first asks for it, and then shared. When a resource is unavailable, the checks that need it
 * are skipped. When its creation fails, the first check that needs it fails and the others are skipped.
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

  /** Returns the client for management operations. Skips when the server has none. */
  async managed(): Promise<Client> {
    const answer = await this.#once('probe', () => this.#client.get('/api/agents', { pageSize: '1' }));
    if (answer.status === 404 || answer.status === 405) skip('the server has no management operations');
    return this.#client;
  }

  /** Returns a value that only the fixtures file can provide. Skips with this reason when it is missing. */
  onlyGiven(name: 'externalId' | 'chatAgentId', reason: string): string {
    return this.#given[name] ?? skip(`${reason} (fixtures file: ${name})`);
  }

  /** Returns a client with a working key of another organization. */
  otherClient(): Client {
    return this.#client.withKey(
      this.#given.otherKey ?? skip('no key of another organization was given (--other-key)'),
    );
  }

  /** Returns a client with a key of the fixtures file, or null. */
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

  /** Creates a resource, which is removed at the end. */
  async create(path: string, body: JsonObject, idField: string): Promise<{ id: string; answer: Exchange }> {
    const answer = await (await this.managed()).post(path, body);
    if (answer.status !== 201) fail(answer, `POST ${path} creates with 201 (management operations)`);
    const id = textOf(answer, bodyOf(answer)[idField], idField);
    this.#removals.set(`${path}/${id}`, () => this.#client.send('DELETE', `${path}/${id}`));
    return { id, answer };
  }

  /** Posts an action on a resource, such as `/publish`, and expects success. */
  async act(path: string, body?: JsonObject): Promise<Exchange> {
    const answer = await (await this.managed()).post(path, body);
    if (answer.status < 200 || answer.status > 299) fail(answer, `POST ${path} did not succeed`);
    return answer;
  }

  /** Creates an agent, for checks that count the resources of an agent. */
  async newAgent(overrides: JsonObject = {}): Promise<{ id: string; answer: Exchange }> {
    const body = { name: uniqueName('agent'), prompt: 'You are a test and never speak.', ...overrides };
    return this.create('/api/agents', body, 'agentId');
  }

  /**
   * Returns an agent whose prompt requires `firstName`, whose first message requires `greeting`, and which has `plan`
   * with a default.
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

  /** Returns a schedule that is closed for weeks, so that no call of the suite is ever dialed. */
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

  /** Creates a phone number. If a random number is taken, another is tried. */
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

  /** Returns the number from which calls are placed. */
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

  /** Returns the organization's limit on concurrent calls. */
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

  /** Creates an API key, and returns a client that uses it. */
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

  /** Returns a body for a campaign call that the server must accept. Fields with the value undefined are left out. */
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

  /** One campaign for all calls of a run that need no campaign of their own. */
  readonly #campaignName = uniqueName('conformance');

  /** Sends a campaign call for the agent. The campaign is ended after the run. */
  async sendCall(body: unknown, agentId?: string, client = this.#client): Promise<Exchange> {
    const id = agentId ?? (await this.agent()).agentId;
    const answer = await client.post(`/api/agents/${id}/calls/campaign`, body);
    this.noteCampaign(answer);
    return answer;
  }

  /** Notes the campaign of an accepted call, which is ended after the run. */
  noteCampaign(answer: Exchange): void {
    const json = answer.json;
    if (answer.status !== 201 || !isJsonObject(json) || typeof json.campaignId !== 'string') return;
    const path = `/api/campaigns/${json.campaignId}/end`;
    this.#removals.set(path, () => this.#client.post(path));
  }

  /** Queues a campaign call that must be accepted, and returns its id. */
  async queueCall(overrides: JsonObject = {}): Promise<{ callId: string; answer: Exchange }> {
    const answer = await this.sendCall(await this.callBody(overrides));
    if (answer.status < 200 || answer.status > 299) fail(answer, 'the campaign call is not accepted');
    const callId = bodyOf(answer).callId;
    if (typeof callId !== 'string') skip('the answer to a campaign call names no callId');
    return { callId, answer };
  }

  /** Ends and deletes the created resources, newest first. Returns those that the server keeps. */
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
