import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundedOrganization } from '../../src/domains/keys/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import { newId } from '../../src/platform/kernel/index.ts';
import { addCarrierConnection, samples } from '../security/populated.ts';
import type { ApiWorld } from '../world/api-world.ts';
import { soundUpload } from '../world/sound-file.ts';

/** Ids by the name of the path parameter. */
export type Ids = Record<string, string>;

const callKinds = ['callId', 'campaignId', 'importId', 'externalId', 'phoneNumber', 'commentId', 'linkId'];

/** An answer names other objects too, which are not fresh. */
function declared(ids: Ids, kinds: readonly string[]): Ids {
  return Object.fromEntries(Object.entries(ids).filter(([kind]) => kinds.includes(kind)));
}

const markCall = statement(
  'test.fuzz_mark_call',
  `update calls set external_id = $3, recording_file = $4 where organization_id = $1 and call_id = $2`,
);
const dropSecrets = statement(
  'test.fuzz_drop_secrets',
  'delete from workflow_secrets where organization_id = $1',
);
const dropPronunciations = statement(
  'test.fuzz_drop_pronunciations',
  'delete from pronunciations where organization_id = $1',
);
const dropViews = statement('test.fuzz_drop_views', 'delete from views where organization_id = $1');
const dropSources = statement(
  'test.fuzz_drop_sources',
  'delete from knowledge_sources where organization_id = $1',
);
const dropSounds = statement('test.fuzz_drop_sounds', 'delete from sounds where organization_id = $1');
const dropEndpoints = statement(
  'test.fuzz_drop_endpoints',
  `delete from webhook_endpoints where organization_id = $1 and webhook_endpoint_id not in (
     select webhook_endpoint_id from webhook_endpoints where organization_id = $1
     order by webhook_endpoint_id desc limit 10)`,
);
const endCall = statement(
  'test.fuzz_end_call',
  `update calls set status = 'ended', agent_version = 1, started_at = now() - interval '1 minute', ended_at = now(),
     ended_by = 'System ended the call', ended_reason = 'unknown-outcome'
   where organization_id = $1 and call_id = $2`,
);

/**
 * Objects on which operations succeed. They are replaced during the fuzzing, because the fuzzing soon uses, ends,
 * disables or deletes them.
 */
export class Stock {
  readonly #world: Pick<ApiWorld, 'request' | 'db' | 'secret'>;
  readonly #owner: FoundedOrganization;
  readonly #recordingsDir: string;
  /** Resources that the others need. No request may name them. */
  base: Ids = {};
  #made = 0;
  #chats = 0;
  #sources = 0;
  /**
   * Every other campaign is paused, so that pausing and resuming both succeed. The call of a campaign that is not
   * paused has ended.
   */
  #isPaused = false;

  constructor(
    world: Pick<ApiWorld, 'request' | 'db' | 'secret'>,
    owner: FoundedOrganization,
    recordingsDir: string,
  ) {
    this.#world = world;
    this.#owner = owner;
    this.#recordingsDir = recordingsDir;
  }

  async open(): Promise<void> {
    const [agent, number, schedule] = await Promise.all([this.#agent(), this.#number(), this.#schedule()]);
    this.base = { agentId: agent.agentId!, ...number, ...schedule };
  }

  /** The ids that each maker returns. */
  readonly #makers: [kinds: readonly string[], make: () => Promise<Ids>][] = [
    [['agentId', 'version'], () => this.#agent()],
    [['trunkId'], () => this.#make('/api/trunks', { name: 'A trunk', host: 'carrier.example.com' })],
    [['scheduleId'], () => this.#schedule()],
    [['callRetryConfigId'], () => this.#make('/api/retry-configs', samples.retryConfig)],
    [['phoneNumberId'], () => this.#number()],
    [['workflowId', 'workflowRunId'], () => this.#workflow()],
    [['chatId'], () => this.#chat()],
    [callKinds, () => this.#call()],
    [['memberId', 'apiKeyId'], () => this.#member()],
    [['suppressionImportId'], () => this.#suppressionImport()],
    [['pronunciationId'], () => this.#pronunciation()],
    [['viewId'], () => this.#view()],
    [['customerFactId', 'factId'], () => this.#customerFact()],
    [['sourceId', 'documentId'], () => this.#source()],
    [['suppressionId'], () => this.#suppression()],
    [['workflowSecretId'], () => this.#workflowSecret()],
    // Always the same person, so that there is one deletion.
    [['dataDeletionId'], () => this.#make('/api/data-deletions', { customerUniqueId: 'nobody' })],
    [['providerKeyId'], () => this.#make('/api/provider-keys', { provider: 'openai', apiKey: 'sk-fuzz' })],
    [['webhookEndpointId', 'deliveryId'], () => this.#webhookEndpoint()],
    [['soundId'], () => this.#sound()],
    [['carrierConnectionId'], () => this.#carrierConnection()],
  ];

  /**
   * Creates an unused object of every kind of id that `isNamed` accepts.
   */
  async fresh(isNamed: (kind: string) => boolean): Promise<Ids> {
    const asked = this.#makers.filter(([kinds]) => kinds.some(isNamed));
    // Waits for all: if one fails, the others would disturb the next stock and hide the failure.
    const made = await Promise.allSettled(asked.map(([, make]) => make()));
    const failed = made.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return Object.assign(
      {},
      ...made.map((it, i) => declared((it as PromiseFulfilledResult<Ids>).value, asked[i]![0])),
    );
  }

  async #agent(): Promise<Ids> {
    const spoken = { name: 'An agent', prompt: 'Be kind.', firstMessage: 'Hello.' };
    const { agentId } = await this.#make('/api/agents', { ...spoken, analysis: { summary: true } });
    const draft = { name: 'A draft', publish: false };
    await this.#post(`/api/agents/${agentId}`, draft, 'PATCH');
    await this.#post(`/api/agents/${agentId}/widget`, { allowedOrigins: ['https://a.example.com'] }, 'PUT');
    return { agentId: agentId!, version: '1' };
  }

  async #carrierConnection(): Promise<Ids> {
    const carrierConnectionId = newId('carrier');
    await addCarrierConnection(this.#world, this.#owner, carrierConnectionId, 'A carrier');
    return { carrierConnectionId };
  }

  #schedule(): Promise<Ids> {
    return this.#make('/api/schedules', samples.schedule);
  }

  #number(): Promise<Ids> {
    return this.#make('/api/phone-numbers', { phoneNumber: `+1212${String(2_000_000 + this.#next())}` });
  }

  async #workflow(): Promise<Ids> {
    const { workflowId } = await this.#make('/api/workflows', samples.workflow);
    await this.#post(`/api/workflows/${workflowId}/publish`);
    const { workflowTriggeredId } = await this.#post(`/api/workflows/${workflowId}/trigger`);
    // Its run belongs to another workflow, so that this workflow can be deleted.
    const { workflowId: unused } = await this.#make('/api/workflows', samples.workflow);
    await this.#post(`/api/workflows/${unused}/publish`);
    return { workflowId: unused!, workflowRunId: workflowTriggeredId! };
  }

  async #chat(): Promise<Ids> {
    const { chatId } = await this.#make(`/api/agents/${this.base.agentId}/chats`, { customerUniqueId: 'c' });
    // One chat is active, one was taken over by a person, and one has ended and can be analysed again.
    const kind = this.#chats++ % 3;
    if (kind === 1) await this.#post(`/api/chats/${chatId}/handoff`);
    if (kind === 2) await this.#post(`/api/chats/${chatId}/end`);
    return { chatId: chatId! };
  }

  async #call(): Promise<Ids> {
    const digits = String(this.#next());
    const phoneNumber = `+1202${String(2_000_000 + this.#next())}`;
    const { scheduleId, phoneNumberId, agentId } = this.base;
    const { callId, campaignId } = await this.#make(`/api/agents/${agentId}/calls/campaign`, {
      ...{ campaignName: `Campaign ${digits}`, scheduleId, phoneNumber, phoneNumberId, variables: {} },
    });
    this.#isPaused = !this.#isPaused;
    if (this.#isPaused) await this.#post(`/api/campaigns/${campaignId}/pause`);
    const csv = `phoneNumber,scheduleId,phoneNumberId\n${phoneNumber},${scheduleId},${phoneNumberId}\nnone,,\n`;
    const importId = await this.#import(`/api/campaigns/${campaignId}`, csv);
    const externalId = `external-${digits}`;
    const file = `fuzz-${digits}.wav`;
    await writeFile(join(this.#recordingsDir, file), 'RIFF');
    await this.#world.db.query(markCall, [this.#owner.organizationId, callId, externalId, file]);
    if (!this.#isPaused) await this.#world.db.query(endCall, [this.#owner.organizationId, callId]);
    const { commentId } = await this.#make(`/api/calls/${callId}/comments`, { comment: 'A word' });
    const isOver = !this.#isPaused;
    const link = isOver ? await this.#make(`/api/calls/${callId}/links`, { hours: 1 }) : {};
    return {
      callId: callId!,
      campaignId: campaignId!,
      importId,
      externalId,
      phoneNumber,
      commentId: commentId!,
      ...(link.linkId ? { linkId: link.linkId } : {}),
    };
  }

  /** An organization has at most twenty, so the oldest are removed. */
  async #webhookEndpoint(): Promise<Ids> {
    await this.#world.db.query(dropEndpoints, [this.#owner.organizationId]);
    const body = { url: 'https://example.com/hooks', events: ['*'] };
    const { webhookEndpointId } = await this.#make('/api/webhook-endpoints', body);
    const { deliveryId } = await this.#post(`/api/webhook-endpoints/${webhookEndpointId}/test`);
    return { webhookEndpointId: webhookEndpointId!, deliveryId: deliveryId! };
  }

  /** An organization has at most two hundred. */
  async #workflowSecret(): Promise<Ids> {
    await this.#world.db.query(dropSecrets, [this.#owner.organizationId]);
    return this.#make('/api/workflow-secrets', { ...samples.workflowSecret, name: `s${this.#next()}` });
  }

  /** An organization has at most a thousand. */
  async #pronunciation(): Promise<Ids> {
    await this.#world.db.query(dropPronunciations, [this.#owner.organizationId]);
    return this.#make('/api/pronunciations', { term: `Term ${this.#next()}`, replacement: 'word' });
  }

  /** An organization has at most two hundred. */
  async #view(): Promise<Ids> {
    await this.#world.db.query(dropViews, [this.#owner.organizationId]);
    return this.#make('/api/views', { name: `View ${this.#next()}`, page: 'calls', filters: {} });
  }

  #suppression(): Promise<Ids> {
    return this.#make('/api/suppressions', { phoneNumber: `+1213${String(2_000_000 + this.#next())}` });
  }

  async #customerFact(): Promise<Ids> {
    const phoneNumber = '+12125550177';
    return this.#make('/api/customer-facts', { phoneNumber, topic: `t${this.#next()}`, fact: 'word' });
  }

  /** A text, a file or a page in turn, because they take different changes. An organization has at most five hundred. */
  async #source(): Promise<Ids> {
    await this.#world.db.query(dropSources, [this.#owner.organizationId]);
    const text = await this.#make('/api/knowledge/texts', { name: 'A text', text: '# Title\n\nWords.' });
    const { documents } = (
      await this.#world.request('GET', `/api/knowledge/sources/${text.sourceId}/documents`, {
        key: this.#owner.key,
      })
    ).body;
    const { documentId } = documents[0];
    // An undo needs a correction.
    await this.#world.request('PATCH', `/api/knowledge/documents/${documentId}`, {
      ...{ body: { text: '# Title\n\nOther words.' }, key: this.#owner.key },
    });
    const kind = this.#sources++ % 3;
    if (kind === 0) return { sourceId: text.sourceId!, documentId };
    const page = await this.#make('/api/knowledge/pages', { address: 'https://example.com/' });
    if (kind === 1) return { sourceId: page.sourceId!, documentId };
    const file = await this.#world.request('POST', '/api/knowledge/files?fileName=a.md', {
      ...{ body: Buffer.from('# Title'), headers: { 'content-type': 'application/octet-stream' } },
      key: this.#owner.key,
    });
    return { sourceId: file.body.sourceId, documentId };
  }

  /** An organization has at most a hundred. */
  async #sound(): Promise<Ids> {
    await this.#world.db.query(dropSounds, [this.#owner.organizationId]);
    const answer = await this.#world.request('POST', '/api/sounds?name=A', {
      ...soundUpload,
      key: this.#owner.key,
    });
    return { soundId: answer.body.soundId };
  }

  async #suppressionImport(): Promise<Ids> {
    const csv = `phoneNumber\n+1213${String(2_000_000 + this.#next())}\nnone\n`;
    return { suppressionImportId: await this.#import('/api/suppressions', csv) };
  }

  async #import(path: string, body: string): Promise<string> {
    const options = { body, headers: { 'content-type': 'text/csv' }, key: this.#owner.key };
    const answer = await this.#world.request('POST', `${path}/import`, options);
    if (answer.status !== 202) throw new Error(`POST ${path}/import: ${answer.text}`);
    return answer.body.importId;
  }

  async #member(): Promise<Ids> {
    const email = `fuzz-${this.#next()}@example.com`;
    const { memberId } = await this.#make('/api/members', { name: 'Somebody', email, role: 'Viewer' });
    const { apiKeyId } = await this.#make('/api/api-keys', { name: 'A key', role: 'Viewer' });
    return { memberId: memberId!, apiKeyId: apiKeyId! };
  }

  #next(): number {
    this.#made += 1;
    return this.#made;
  }

  /** Creates an object, and returns the ids in the answer. */
  async #make(path: string, body: unknown): Promise<Ids> {
    const answer = Object.entries(await this.#post(path, body));
    return Object.fromEntries(
      answer.filter(([name, value]) => /Id$/.test(name) && typeof value === 'string'),
    );
  }

  async #post(path: string, body: unknown = {}, method = 'POST'): Promise<Ids> {
    const answer = await this.#world.request(method, path, { body, key: this.#owner.key });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }
}
