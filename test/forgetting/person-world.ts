import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type CallEnd, endCall } from '../../src/domains/calls/index.ts';
import { Sender } from '../../src/domains/webhooks/sender/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { type Dialing, nearlyNeverOpen, setUpDialing } from '../world/dialing.ts';
import { eventually } from '../world/eventually.ts';
import { openReceiver, type WebhookReceiver } from '../world/webhook-receiver.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../world/workflow-world.ts';

export const phoneNumber = '+12125550177';
export const customerUniqueId = 'cust-ada-77';
/** Words that only this person said or is called by. */
const words = { name: 'Lovelace', word: 'Wisteria' };
/** A pattern of everything that identifies the person. */
export const traces = `212.{0,2}555.{0,2}0177|${customerUniqueId}|${words.name}|${words.word}`;
/** A number of another customer, suppressed for a reason that names the person. */
const suppressedWith = '+12125550144';
export const other = { phoneNumber: '+12125550188', name: 'Babbage' };

const analyse = statement(
  'test.deletions.analyse',
  `update calls set analysis_status = 'done', summary = $2, analysis = $3, qa = $3, external_id = $4,
     session_variables = $3, started_at = now() where call_id = $1`,
);
/** Notes that a fact of another customer was said in a chat of the person. */
const saidInChat = statement(
  'test.deletions.said_in_chat',
  `update customer_facts set conversation_id = $1 where topic = 'talk'`,
);
const tables = statement(
  'test.deletions.tables',
  `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
   where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
);

/** A world in which a person left data everywhere by using the product. */
export class PersonWorld {
  readonly world: WorkflowWorld;
  readonly dialing: Dialing;
  readonly sender: Sender;
  readonly receiver: WebhookReceiver;
  /** The folder of recordings. */
  readonly folder: string;
  /** When true, the receiver of webhooks answers with 500. */
  silent = false;
  #keys = 0;

  private constructor(
    world: WorkflowWorld,
    dialing: Dialing,
    sender: Sender,
    receiver: WebhookReceiver,
    folder: string,
  ) {
    this.world = world;
    this.dialing = dialing;
    this.sender = sender;
    this.receiver = receiver;
    this.folder = folder;
  }

  static async open(): Promise<PersonWorld> {
    const egressAllow = ['127.0.0.0/8'];
    const folder = await mkdtemp(join(tmpdir(), 'parley-deletions-'));
    const world = await createWorkflowWorld({ api: { egressAllow, recordingsDir: folder } });
    const dialing = await setUpDialing(world.request);
    const { db, secret } = world;
    const sender = new Sender({ db, secret, log: silentLog, egressAllow });
    await sender.start();
    // The receiver echoes the request, as some receivers do, unless `silent`.
    const receiver = await openReceiver(({ text }, response) => {
      if (opened.silent) return 500;
      response.writeHead(200).end(text);
      return 'answered';
    });
    const opened = new PersonWorld(world, dialing, sender, receiver, folder);
    return opened;
  }

  async close(): Promise<void> {
    await this.sender.close();
    await this.receiver.close();
    await this.world.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Returns an `Idempotency-Key`, with which the answer is stored. */
  newKey() {
    return { 'idempotency-key': `key-${this.#keys++}` };
  }

  /** Returns the tables in which a column matches the pattern, with the number of rows. */
  async found(pattern: string): Promise<Record<string, number>> {
    const names = await this.world.db.query<{ name: string }>(tables);
    const counts: Record<string, number> = {};
    for (const { name } of names) {
      const count = statement(
        `test.deletions.${name}`,
        `select count(*)::int as n from ${name} t where t::text ~ $1`,
      );
      const [row] = await this.world.db.query<{ n: number }>(count, [pattern]);
      if (row!.n > 0) counts[name] = row!.n;
    }
    return counts;
  }

  async ask(method: string, path: string, body: unknown, headers = {}) {
    const answer = await this.world.request(method, path, { body, headers });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  async queueCall(number: string, name: string, more = {}): Promise<string> {
    const { agentId, phoneNumberId } = this.dialing;
    const { scheduleId } = await this.ask('POST', '/api/schedules', nearlyNeverOpen);
    const body = { campaignName: 'Spring', scheduleId, phoneNumber: number, phoneNumberId, ...more };
    const headers = this.newKey();
    const given = { ...body, variables: { firstName: name, customerUniqueId: more } };
    return (await this.ask('POST', `/api/agents/${agentId}/calls/campaign`, given, headers)).callId;
  }

  /** Creates an answered call with every kind of data. */
  async converse(number: string, { name, word }: { name: string; word: string }): Promise<string> {
    const { agentId, phoneNumberId } = this.dialing;
    const body = { phoneNumber: number, phoneNumberId, variables: { firstName: name } };
    const { callId } = await this.ask('POST', `/api/agents/${agentId}/calls`, body);
    const { organizationId } = this.world.owner;
    const at = new Date().toISOString();
    const entry = { role: 'user', secondsFromStart: 1, time: at, endTime: at, duration: 1 } as const;
    const ending: CallEnd = {
      ...{ status: 'ended', endedBy: 'Customer ended the call', endedReason: 'customer-ended-call' },
      message: `${name} hung up at ${number}.`,
      transcript: [{ ...entry, message: `I am ${name}, my word is ${word}, and I am at ${number}.` }],
      recordingFile: `${callId}.wav`,
    };
    await this.ask('PUT', `/api/calls/${callId}/session-data`, { data: { word }, ttlSeconds: 86_400 });
    await this.ask('PUT', `/api/calls/${callId}/tags/${word.toLowerCase()}`, undefined);
    await this.ask('POST', `/api/calls/${callId}/comments`, { comment: `${name} said ${word}.` });
    await writeFile(join(this.folder, `${callId}.wav`), 'RIFF');
    await endCall(this.world.db, { organizationId, callId, from: ['queued'], nodeId: null }, ending);
    await this.ask('POST', `/api/calls/${callId}/links`, { hours: 1 });
    await this.world.db.query(analyse, [
      callId,
      `${name} called.`,
      JSON.stringify({ name, word }),
      `crm-${word}`,
    ]);
    return callId;
  }

  async importRefused(): Promise<void> {
    const { agentId, phoneNumberId } = this.dialing;
    const { campaigns } = (await this.world.request('GET', '/api/campaigns')).body;
    const path = `/api/campaigns/${campaigns[0].campaignId}`;
    const csv = `phoneNumber,scheduleId,phoneNumberId,firstName\n${phoneNumber},none,${phoneNumberId},${words.name}\n`;
    const headers = { 'content-type': 'text/csv' };
    const { importId } = (await this.world.request('POST', `${path}/import`, { body: csv, headers })).body;
    const status = async () => (await this.world.request('GET', `${path}/imports/${importId}`)).body.status;
    await eventually(status, 'completed');
    expect(agentId).toBeTruthy();
  }

  async runWorkflows(): Promise<void> {
    const echo = {
      id: 'tell',
      type: 'http',
      method: 'POST',
      url: `${this.world.base}/crm`,
      body: '{{ input }}',
    };
    const child = await this.world.publish([
      { id: 'end', type: 'end', output: { again: '{{ input.name }}' } },
    ]);
    const parent = await this.world.publish([
      echo,
      { id: 'nested', type: 'workflow', workflowId: child, input: { name: '{{ input.name }}' } },
    ]);
    const isOver = ({ endedAt }: { endedAt: string | null }) => endedAt !== null;
    await this.world.runWhen(
      await this.world.trigger(parent, { phone: phoneNumber, name: words.name }),
      isOver,
    );
    const waiting = await this.world.publish([
      { id: 'wait', type: 'waitForEvent', key: 'order:{{ input.id }}', timeoutSeconds: 600 },
    ]);
    await this.world.trigger(waiting, { id: customerUniqueId, word: words.word });
    await this.world.runWhen(
      await this.world.trigger(parent, { phone: other.phoneNumber, name: other.name }),
      isOver,
    );
    // The number in the format of its country.
    const input = { phone: '212-555-0177', name: 'Nobody' };
    await this.world.runWhen(await this.world.trigger(parent, input), isOver);
    const payload = { name: words.name };
    await this.ask('POST', '/api/workflow-events', {
      key: `phone:${phoneNumber}`,
      payload,
      keepSeconds: 600,
    });
  }

  async chat(): Promise<void> {
    const path = `/api/agents/${this.dialing.agentId}/chats`;
    const begin = async (given: object, ...said: string[]) => {
      const { chatId } = await this.ask('POST', path, given, this.newKey());
      for (const content of said)
        await this.ask('POST', `/api/chats/${chatId}/messages`, { role: 'user', content });
    };
    const chatVariables = { firstName: words.name };
    await begin({ customerUniqueId, chatVariables }, `I am ${words.name}.`, words.word);
    await begin(
      { customerUniqueId: 'visitor', chatVariables: { ...chatVariables, phoneNumber } },
      words.word,
    );
    await begin({ customerUniqueId: other.name }, 'Do call 1 (212) 555-0177, or (212) 555-0177, not me.');
    // Ids that systems derive from a number belong to the person. A longer id that contains such an id may belong to
    // another person.
    await begin({ customerUniqueId: `whatsapp:${phoneNumber}` }, words.word);
    await begin({ customerUniqueId: phoneNumber.slice(1) });
    await begin({ customerUniqueId: `shop|${customerUniqueId}`, chatVariables: { firstName: other.name } });
  }

  /** Facts of the person, by number and by ids, and facts about others that name the person. */
  async remember(): Promise<void> {
    const add = (who: object, topic: string, fact: string, headers: object = this.newKey()) =>
      this.ask('POST', '/api/customer-facts', { ...who, topic, fact }, headers);
    await add({ phoneNumber }, 'name', words.name);
    await add({ customerUniqueId }, 'word', words.word);
    await add({ customerUniqueId: `whatsapp:${phoneNumber}` }, 'word', words.word);
    await add({ phoneNumber: other.phoneNumber }, 'name', other.name);
    await add({ phoneNumber: other.phoneNumber }, 'friend', `${other.name} knows (212) 555-0177`);
    await add({ phoneNumber: other.phoneNumber }, `friend ${phoneNumber}`, words.word);
    await add({ phoneNumber: other.phoneNumber }, 'talk', `${words.name} was mentioned`, {});
    const { chats } = (await this.world.request('GET', `/api/chats?customerUniqueId=${customerUniqueId}`))
      .body;
    await this.world.db.query(saidInChat, [chats[0].chatId]);
  }

  async plant(): Promise<void> {
    const { webhookEndpointId } = await this.ask('POST', '/api/webhook-endpoints', {
      url: this.receiver.url,
      events: ['*'],
    });
    await this.converse(phoneNumber, words);
    await this.converse(other.phoneNumber, { name: other.name, word: 'Engine' });
    await this.queueCall(phoneNumber, words.name);
    await this.queueCall('+12125550199', other.name, { customer: customerUniqueId });
    await this.ask(
      ...(['POST', '/api/call-personalization-webhook'] as const),
      ...([{ phoneNumber, data: { name: words.name } }, this.newKey()] as const),
    );
    await this.chat();
    await this.remember();
    await this.runWorkflows();
    await this.importRefused();
    const deliveryState = async () => {
      this.sender.look();
      const { body } = await this.world.request('GET', `/api/webhook-endpoints/${webhookEndpointId}`);
      return `${body.pendingDeliveries} ${this.receiver.received.some(({ body }) => body.type === 'campaign.importCompleted')}`;
    };
    await eventually(deliveryState, '0 true', 60_000);
    // Events from now on stay undelivered.
    this.silent = true;
    await this.ask('POST', '/api/suppressions', { phoneNumber, reason: `${words.name} asked for it` });
    await this.ask('POST', '/api/suppressions', {
      phoneNumber: suppressedWith,
      reason: `${other.name} was asked by ${customerUniqueId} of ${phoneNumber}`,
    });
    await this.converse(phoneNumber, words);
    this.sender.look();
  }
}
