import { Database, statement, toJson } from '../../src/platform/db/index.ts';
import { newId, silentLog } from '../../src/platform/kernel/index.ts';
import { createTestDatabase } from './template-database.ts';

const insertOrganization = statement(
  'test.queue.organization',
  `with o as (insert into organizations (organization_id, name, max_concurrent_calls, dialing, allowed_countries)
     values ($1, 'Test', $2, $3, $4) returning organization_id),
   s as (insert into organization_slots select organization_id from o)
   insert into audit_heads (organization_id) select organization_id from o`,
);
const insertAgent = statement(
  'test.queue.agent',
  `with a as (insert into agents (organization_id, agent_id, version, name, required_variables, created_at, updated_at)
     values ($1, 'agent_a', 1, 'Anna', '{}', now(), now()) returning *)
   insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
   select organization_id, agent_id, version, '{"name": "Anna", "prompt": "x", "firstMessage": "Hello",
     "limits": {"maxDurationSeconds": 60, "silenceSeconds": 1}}', now(), 'member_a' from a`,
);
const insertTrunk = statement(
  'test.queue.trunk',
  `insert into trunks (organization_id, trunk_id, name, host, port, transport, register, codecs, created_at, updated_at)
   values ($1, 'trunk_a', 'Carrier', '127.0.0.1', 5060, 'udp', false, '{PCMU}', now(), now())`,
);
const insertNumber = statement(
  'test.queue.number',
  `insert into phone_numbers (organization_id, phone_number_id, phone_number, trunk_id, local_presence,
     external_id_header, created_at, updated_at)
   values ($1, $2, $3, $4, false, 'X-External-ID', now(), now())`,
);
const insertCampaign = statement(
  'test.queue.campaign',
  `insert into campaigns (organization_id, campaign_id, agent_id, name, status, max_concurrent_calls, end_at, created_at,
     updated_at)
   values ($1, $2, 'agent_a', $2, $3, $4, $5, now(), now())`,
);
const insertSchedule = statement(
  'test.queue.schedule',
  `insert into schedules (organization_id, schedule_id, name, time_zone, windows, exceptions, created_at, updated_at)
   values ($1, $2, 'Schedule', $3, $4, $5, now(), now())`,
);
const insertRetryConfig = statement(
  'test.queue.retry_config',
  `insert into retry_configs (organization_id, call_retry_config_id, name, max_attempts, delays_seconds, retry_on,
     vary_time_of_day, created_at, updated_at)
   values ($1, $2, 'Retry', $3, $4, $5, $6, now(), now())`,
);
const insertCall = statement(
  'test.queue.call',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
       agent_number, schedule_id, call_retry_config_id, node_id, agent_version, priority, created_at)
     values ($1, $2, $3, $4, 'outboundPhoneCall', $5::text, $6, $7, '+12025550100', $8, $9, $11,
       case when $5::text <> 'queued' then 1 end, $13, now()) returning *),
   queued as (
     insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, schedule_id,
       hold_reason)
     select organization_id, call_id, campaign_id, priority, now() + make_interval(secs => $10::float8 / 1000),
       phone_number_id, schedule_id, $12 from made where status = 'queued')
   insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number)
   select m.organization_id, m.call_id, m.campaign_id, m.node_id, n.trunk_id, m.customer_number
   from made m left join phone_numbers n using (organization_id, phone_number_id)
   where m.status in ('dialing', 'ringing', 'in-progress', 'forwarding')`,
);
const read = `select c.*, q.due_at, q.hold_reason, l.second_leg_trunk_id
  from calls c left join queued_calls q using (organization_id, call_id)
    left join live_calls l using (organization_id, call_id)`;
const readCall = statement('test.queue.read', `${read} where c.call_id = $1`);
const readCalls = statement('test.queue.read_all', `${read} where c.organization_id = $1 order by c.call_id`);
const readEvents = statement(
  'test.queue.events',
  'select decision, reason, message from call_events where call_id = $1 order by event_id',
);
const lockEvents = statement('test.queue.lock_events', 'lock table call_events in share mode');

export interface CallRecord {
  usage: unknown;
  customer_number: string;
  call_id: string;
  status: string;
  campaign_id: string;
  attempt: number;
  parent_call_ids: string[];
  due_at: string | null;
  not_before: string | null;
  hold_reason: string | null;
  node_id: string | null;
  sip_branch: string | null;
  sip_call_id: string | null;
  started_at: string | null;
  ended_at: string | null;
  ended_by: string | null;
  ended_reason: string | null;
  sip_code: number | null;
  stop_requested: string | null;
  schedule_id: string | null;
}

export interface CallValues {
  callId?: string;
  agentId?: string;
  campaignId?: string;
  status?: string;
  /** A different number for each call by default. */
  customerNumber?: string;
  phoneNumberId?: string;
  scheduleId?: string | null;
  retryConfigId?: string | null;
  /** Relative to now; negative is overdue. */
  dueInMs?: number;
  nodeId?: string | null;
  holdReason?: string | null;
  priority?: number;
}

/** An organization with a queue, inserted by SQL. */
export class QueueWorld {
  readonly db: Database;
  readonly #drop: () => Promise<void>;
  #lastNumber = 2_025_550_100;
  #lastId = Date.now();
  #lastCustomer = 5_550_123;

  private constructor(db: Database, drop: () => Promise<void>) {
    this.db = db;
    this.#drop = drop;
  }

  static async open(): Promise<QueueWorld> {
    const database = await createTestDatabase();
    const connectionString = database.url;
    const db = new Database({
      connectionString,
      applicationName: 'test',
      connectionsMax: 10,
      log: silentLog,
    });
    return new QueueWorld(db, () => database.drop());
  }

  /** Opens a world on a migrated database of the caller. */
  static over(db: Database): QueueWorld {
    return new QueueWorld(db, async () => undefined);
  }

  async close(): Promise<void> {
    await this.db.close();
    await this.#drop();
  }

  /** Returns another process's connection pool to the same database. */
  another(connectionsMax = 4): Database {
    const { connectionString } = this.db;
    return new Database({ connectionString, applicationName: 'test other', connectionsMax, log: silentLog });
  }

  /**
   * Creates an organization with an agent, a trunk and two numbers: `number_a` with the trunk, `number_b` without one.
   */
  async organization(
    values: { max?: number; dialing?: string; countries?: string[] | null } = {},
  ): Promise<string> {
    const organizationId = newId('org');
    const { max = 10, dialing = 'on', countries = null } = values;
    await this.db.query(insertOrganization, [organizationId, max, dialing, countries]);
    await this.db.query(insertAgent, [organizationId]);
    await this.db.query(insertTrunk, [organizationId]);
    for (const [id, trunk] of [
      ['number_a', 'trunk_a'],
      ['number_b', null],
    ]) {
      await this.db.query(insertNumber, [organizationId, id, `+1${this.#lastNumber++}`, trunk]);
    }
    return organizationId;
  }

  async campaign(
    organizationId: string,
    values: { status?: string; max?: number | null; endAt?: string | null } = {},
  ): Promise<string> {
    const campaignId = newId('campaign');
    const { status = 'running', max = null, endAt = null } = values;
    await this.db.query(insertCampaign, [organizationId, campaignId, status, max, endAt]);
    return campaignId;
  }

  async schedule(
    organizationId: string,
    values: { windows?: unknown; exceptions?: unknown; timeZone?: string },
  ) {
    const scheduleId = newId('schedule');
    const { windows = [], exceptions = [], timeZone = 'UTC' } = values;
    await this.db.query(insertSchedule, [
      organizationId,
      scheduleId,
      timeZone,
      toJson(windows),
      toJson(exceptions),
    ]);
    return scheduleId;
  }

  async retryConfig(
    organizationId: string,
    values: {
      maxAttempts?: number;
      delaysSeconds?: number[];
      retryOn?: string[];
      varyTimeOfDay?: boolean;
    } = {},
  ): Promise<string> {
    const id = newId('retry');
    const { maxAttempts = 3, delaysSeconds = [60], retryOn = ['no-answer', 'busy', 'failed'] } = values;
    const { varyTimeOfDay = false } = values;
    const limits = [maxAttempts, delaysSeconds, retryOn, varyTimeOfDay];
    await this.db.query(insertRetryConfig, [organizationId, id, ...limits]);
    return id;
  }

  async call(organizationId: string, values: CallValues = {}): Promise<string> {
    // Ids of the same millisecond have no order, so each call gets its own.
    const callId = values.callId ?? newId('call', this.#lastId++);
    await this.db.query(insertCall, [
      organizationId,
      callId,
      values.agentId ?? 'agent_a',
      values.campaignId ?? '',
      values.status ?? 'queued',
      values.customerNumber ?? `+1212${this.#lastCustomer++}`,
      values.phoneNumberId ?? 'number_a',
      values.scheduleId ?? null,
      values.retryConfigId ?? null,
      values.dueInMs ?? -1000,
      values.nodeId ?? null,
      values.holdReason ?? null,
      values.priority ?? 5,
    ]);
    return callId;
  }

  async read(callId: string): Promise<CallRecord> {
    return (await this.db.query<CallRecord>(readCall, [callId]))[0]!;
  }

  readAll(organizationId: string): Promise<CallRecord[]> {
    return this.db.query<CallRecord>(readCalls, [organizationId]);
  }

  /** Returns `<decision> <reason>` of each event, in order. */
  async events(callId: string): Promise<string[]> {
    const rows = await this.db.query<{ decision: string; reason: string }>(readEvents, [callId]);
    return rows.map(({ decision, reason }) => `${decision} ${reason}`);
  }

  /** Blocks all writes of call events, the answer included. Returns the function that lets them continue. */
  async holdEvents(): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holding = this.db.transaction(async (tx) => {
      await tx.query(lockEvents, []);
      held.resolve();
      await released.promise;
    });
    await Promise.race([held.promise, holding]);
    return () => {
      released.resolve();
      return holding;
    };
  }

  async lastMessage(callId: string): Promise<string | undefined> {
    return (await this.messages(callId)).at(-1);
  }

  async messages(callId: string): Promise<string[]> {
    const rows = await this.db.query<{ message: string }>(readEvents, [callId]);
    return rows.map(({ message }) => message);
  }
}
