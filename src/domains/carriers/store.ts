import { firstRow, type Queryable, readStatement, statement, toJson } from '../../platform/db/index.ts';
import type { PageRequest } from '../../platform/http/index.ts';
import type { CarrierConnection, CarrierProblem, CarrierStep } from './schemas.ts';
import { idOf } from './steps.ts';

/** A connection with its sealed secrets and the state of its run. */
export interface StoredConnection extends Omit<CarrierConnection, 'trunkId'> {
  organizationId: string;
  sealedSecrets: Buffer;
  /** Whether a disconnecting run gives bought numbers back. */
  isReleasing: boolean;
  /** The member and the request that began the run. */
  memberId: string;
  requestId: string;
  attempts: number;
}

/** A connection whose run this process holds. */
export interface ClaimedConnection {
  organizationId: string;
  carrierConnectionId: string;
  claimId: string;
}

const columns = `organization_id as "organizationId", carrier_connection_id as "carrierConnectionId", vendor, name,
  account_sid as "accountSid", api_key_sid as "apiKeySid", sealed_secrets as "sealedSecrets", last_four as "lastFour",
  sip_address as "sipAddress", state, steps, problem, inbound_agent_id as "inboundAgentId", is_releasing as "isReleasing",
  member_id as "memberId", request_id as "requestId", attempts, created_at as "createdAt", updated_at as "updatedAt"`;

/** A process that dies loses the run after this time. It is longer than any request to a vendor. */
const lease = "interval '60 seconds'";

const insert = statement(
  'carriers.insert',
  `insert into carrier_connections (organization_id, carrier_connection_id, vendor, name, account_sid, api_key_sid,
     sealed_secrets, last_four, sip_address, member_id, request_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${columns}`,
);
const selectPage = readStatement(
  'carriers.list',
  `select ${columns} from carrier_connections
   where organization_id = $1 and ($2::text is null or carrier_connection_id < $2)
   order by carrier_connection_id desc limit $3`,
);
const selectOne = readStatement(
  'carriers.get',
  `select ${columns} from carrier_connections where organization_id = $1 and carrier_connection_id = $2`,
);
const lock = statement('carriers.lock', `${selectOne.text} for update`);
const begin = statement(
  'carriers.begin',
  `update carrier_connections set state = $3, steps = $4, inbound_agent_id = $5, is_releasing = $6, member_id = $7, request_id = $8,
     problem = null, attempts = 0, due_at = case when claim_id is null then now() else due_at end, updated_at = now()
   where organization_id = $1 and carrier_connection_id = $2 returning ${columns}`,
);
const replaceKey = statement(
  'carriers.replace_key',
  `update carrier_connections set api_key_sid = $3, sealed_secrets = $4, last_four = $5, updated_at = now()
   where organization_id = $1 and carrier_connection_id = $2 returning ${columns}`,
);
const remove = statement(
  'carriers.delete',
  'delete from carrier_connections where organization_id = $1 and carrier_connection_id = $2',
);
const claim = statement(
  'carriers.claim',
  `update carrier_connections c set claim_id = $1, due_at = now() + ${lease}
   from (select organization_id, carrier_connection_id from carrier_connections where due_at <= now()
     order by due_at limit 1 for update skip locked) due
   where c.organization_id = due.organization_id and c.carrier_connection_id = due.carrier_connection_id
   returning c.organization_id as "organizationId", c.carrier_connection_id as "carrierConnectionId", claim_id as "claimId"`,
);
const held = 'organization_id = $1 and carrier_connection_id = $2 and claim_id = $3';
const hold = statement(
  'carriers.hold',
  `update carrier_connections set due_at = now() + ${lease} where ${held} returning ${columns}`,
);
const record = statement(
  'carriers.record',
  `update carrier_connections set steps = $4, attempts = case when $5 then 0 else attempts end, due_at = now() + ${lease}, updated_at = now() where ${held} returning 1`,
);
const pause = statement(
  'carriers.pause',
  `update carrier_connections set claim_id = null, attempts = $5, due_at = now() + make_interval(secs => $4)
   where ${held}`,
);
// A person may have turned the run around meanwhile, which then goes on.
const fail = statement(
  'carriers.fail',
  `update carrier_connections set claim_id = null, attempts = case when attempts < $4 then attempts + 1 else 0 end,
     due_at = case when attempts < $4 then now() + make_interval(secs => $5) end,
     problem = case when attempts < $4 then problem else $6::json end, updated_at = now()
   where ${held}`,
);
const stop = statement(
  'carriers.stop',
  `update carrier_connections set claim_id = null, attempts = 0, updated_at = now(),
     problem = case when state = $4 then $5::json end, due_at = case when state <> $4 then now() end
   where ${held}`,
);
const finish = statement(
  'carriers.finish',
  `update carrier_connections set claim_id = null, due_at = null, attempts = 0, problem = null, updated_at = now(),
     state = case state when 'connecting' then 'connected' else 'ready' end
   where ${held} and state = $4 returning 1`,
);
const selectNumber = readStatement(
  'carriers.own_number',
  `select phone_number_id as "phoneNumberId", trunk_id as "trunkId" from phone_numbers
   where organization_id = $1 and phone_number = $2`,
);
const selectOwn = readStatement(
  'carriers.own_numbers',
  `select phone_number as "phoneNumber" from phone_numbers where organization_id = $1 and phone_number = any($2::text[])`,
);
const agentExists = readStatement(
  'carriers.agent_exists',
  'select 1 from agents where organization_id = $1 and agent_id = $2',
);

/** The values of a new connection. */
type NewConnection = Omit<
  StoredConnection,
  'state' | 'steps' | 'problem' | 'inboundAgentId' | 'isReleasing' | 'attempts' | 'createdAt' | 'updatedAt'
>;

export async function insertConnection(db: Queryable, given: NewConnection): Promise<StoredConnection> {
  const row = await firstRow<StoredConnection>(db, insert, [
    given.organizationId,
    given.carrierConnectionId,
    given.vendor,
    given.name,
    given.accountSid,
    given.apiKeySid,
    given.sealedSecrets,
    given.lastFour,
    given.sipAddress,
    given.memberId,
    given.requestId,
  ]);
  return row!;
}

/** Returns one row more than the page, to know whether another page follows. */
export function selectConnections(
  db: Queryable,
  organizationId: string,
  page: PageRequest,
): Promise<StoredConnection[]> {
  return db.query<StoredConnection>(selectPage, [organizationId, page.after?.id ?? null, page.size + 1]);
}

export function findConnection(
  db: Queryable,
  organizationId: string,
  carrierConnectionId: string,
): Promise<StoredConnection | null> {
  return firstRow(db, selectOne, [organizationId, carrierConnectionId]);
}

/** Locks the connection until the transaction ends. */
export function lockConnection(
  tx: Queryable,
  organizationId: string,
  carrierConnectionId: string,
): Promise<StoredConnection | null> {
  return firstRow(tx, lock, [organizationId, carrierConnectionId]);
}

/** Begins a run, or turns the current one around: the process that holds it notices before its next step. */
export async function beginRun(
  tx: Queryable,
  { organizationId, carrierConnectionId }: Pick<StoredConnection, 'organizationId' | 'carrierConnectionId'>,
  run: Pick<
    StoredConnection,
    'state' | 'steps' | 'inboundAgentId' | 'isReleasing' | 'memberId' | 'requestId'
  >,
): Promise<StoredConnection> {
  const { state, steps, inboundAgentId, isReleasing, memberId, requestId } = run;
  const values = [state, toJson(steps), inboundAgentId, isReleasing, memberId, requestId];
  const row = await firstRow<StoredConnection>(tx, begin, [organizationId, carrierConnectionId, ...values]);
  return row!;
}

export async function replaceKeyOf(
  tx: Queryable,
  { organizationId, carrierConnectionId }: Pick<StoredConnection, 'organizationId' | 'carrierConnectionId'>,
  { apiKeySid, sealedSecrets, lastFour }: Pick<StoredConnection, 'apiKeySid' | 'sealedSecrets' | 'lastFour'>,
): Promise<StoredConnection> {
  const values = [organizationId, carrierConnectionId, apiKeySid, sealedSecrets, lastFour];
  const row = await firstRow<StoredConnection>(tx, replaceKey, values);
  return row!;
}

export async function deleteConnectionRow(
  tx: Queryable,
  organizationId: string,
  carrierConnectionId: string,
): Promise<void> {
  await tx.query(remove, [organizationId, carrierConnectionId]);
}

/** Claims the run that is due longest, or returns null when none is. */
export function claimConnection(db: Queryable, claimId: string): Promise<ClaimedConnection | null> {
  return firstRow(db, claim, [claimId]);
}

/** Extends the claim and returns the connection as it is now, or null when the claim is lost. */
export function holdConnection(db: Queryable, claimed: ClaimedConnection): Promise<StoredConnection | null> {
  return firstRow(db, hold, keyOf(claimed));
}

/** Stores the steps. `isProgress`: the next failure is the first one again. Returns false when the claim is lost. */
export async function recordSteps(
  tx: Queryable,
  claimed: ClaimedConnection,
  steps: readonly CarrierStep[],
  isProgress: boolean,
): Promise<boolean> {
  return (await tx.query(record, [...keyOf(claimed), toJson(steps), isProgress])).length > 0;
}

/** Lets any process go on after some seconds. */
export async function pauseRun(
  db: Queryable,
  claimed: ClaimedConnection,
  seconds: number,
  attempts: number,
): Promise<void> {
  await db.query(pause, [...keyOf(claimed), seconds, attempts]);
}

/** Lets any process try again after some seconds, or stops the run with a problem after `triesMax` tries. */
export async function failRun(
  db: Queryable,
  claimed: ClaimedConnection,
  { triesMax, seconds, problem }: { triesMax: number; seconds: number; problem: CarrierProblem },
): Promise<void> {
  await db.query(fail, [...keyOf(claimed), triesMax - 1, seconds, toJson(problem)]);
}

/** Stops the run of a direction with a problem, until a person resumes it. */
export async function stopRun(
  db: Queryable,
  claimed: ClaimedConnection,
  state: StoredConnection['state'],
  problem: CarrierProblem,
): Promise<void> {
  await db.query(stop, [...keyOf(claimed), state, toJson(problem)]);
}

/** Ends the run of a direction. Returns false when a person turned it around meanwhile. */
export async function finishRun(
  db: Queryable,
  claimed: ClaimedConnection,
  state: StoredConnection['state'],
): Promise<boolean> {
  return (await db.query(finish, [...keyOf(claimed), state])).length > 0;
}

/** Returns the organization's phone number with its trunk, or null. */
export function findOwnNumber(
  db: Queryable,
  organizationId: string,
  phoneNumber: string,
): Promise<{ phoneNumberId: string; trunkId: string | null } | null> {
  return firstRow(db, selectNumber, [organizationId, phoneNumber]);
}

/** Returns which of the numbers the organization has. */
export async function ownNumbersAmong(
  db: Queryable,
  organizationId: string,
  phoneNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ phoneNumber: string }>(selectOwn, [organizationId, phoneNumbers]);
  return new Set(rows.map(({ phoneNumber }) => phoneNumber));
}

export async function isAgent(db: Queryable, organizationId: string, agentId: string): Promise<boolean> {
  return (await db.query(agentExists, [organizationId, agentId])).length > 0;
}

/** Returns the connection as the API shows it. */
export function toConnection(stored: StoredConnection): CarrierConnection {
  const { organizationId: _organization, sealedSecrets: _secrets, isReleasing: _releases, ...rest } = stored;
  const { memberId: _member, requestId: _request, attempts: _attempts, ...shown } = rest;
  return { ...shown, trunkId: idOf(stored.steps, 'trunk') };
}

function keyOf({ organizationId, carrierConnectionId, claimId }: ClaimedConnection): unknown[] {
  return [organizationId, carrierConnectionId, claimId];
}
