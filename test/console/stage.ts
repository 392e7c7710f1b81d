import { Database, statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import {
  type SimulatedCall,
  type SimulatedCustomer,
  startSimulatedCustomer,
} from '../../src/simulation/index.ts';
import { startCarrierServer } from '../world/carrier-server.ts';
import { eventually } from '../world/eventually.ts';
import { fileCalls } from '../world/file-calls.ts';
import { type Program, startProgram } from '../world/program.ts';
import { createTestDatabase } from '../world/template-database.ts';
import { openTwilioAccount, type TwilioAccount } from '../world/twilio-account.ts';
import { conversation } from './conversation.ts';

/** The whole program with its console, and an organization with data. */
export interface Stage {
  program: Program;
  db: Database;
  /** An account at Twilio, which the program reaches. */
  twilio: TwilioAccount;
  /** An ended and recorded call with every part of a record. */
  callId: string;
  /** Resolves with the customer's side of the call to a number. */
  customerOf(calledNumber: string): Promise<SimulatedCall>;
  /** Causes an event of the organization, which every open page receives. */
  renameOrganization(name: string): Promise<void>;
  /** Opens the trunk's circuit, as after many failed calls, so that calls are held. */
  openTrunkCircuit(): Promise<void>;
  /** Marks queued calls of a campaign as if the process that dialed them had been killed. */
  loseOutcomes(campaignId: string): Promise<void>;
  /** Copies the conversation of `callId` to another ended call of the agent, and returns its id. */
  conversationOf(agentId: string): Promise<string>;
  /** Makes the campaign's imports look unfinished; no process continues them. */
  holdImports(campaignId: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const ownNumber = '+12025550123';
const customerNumber = '+14155550134';
const outcomes = [
  'customer-ended-call',
  'assistant-ended-call',
  'customer-did-not-answer',
  'customer-busy',
  'voicemail',
  'trunk-rejected',
  'refused-by-gate',
];

/** Starts the program on a test database, with one real call and others that are only rows. */
export async function openStage(): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  const db = new Database({
    ...{ connectionString: database.url, applicationName: 'console test' },
    ...{ connectionsMax: 2, log: silentLog },
  });
  opened.defer(() => db.close());
  const twilio = openTwilioAccount();
  const carrier = opened.use(await startCarrierServer(twilio));
  const program = opened.use(
    await startProgram({
      databaseUrl: database.url,
      env: {
        ...{ PARLEY_CONSOLE: 'on', PARLEY_EGRESS_ALLOW: '127.0.0.1/32' },
        PARLEY_CARRIER_TEST_URL: carrier.url,
      },
    }),
  );
  const customers = new Map<string, PromiseWithResolvers<SimulatedCall>>();
  const customerOf = (calledNumber: string) => {
    const known = customers.get(calledNumber) ?? Promise.withResolvers<SimulatedCall>();
    customers.set(calledNumber, known);
    return known;
  };
  const customer = await startSimulatedCustomer({
    behaviour: { kind: 'answer', ringMs: 50 },
    onCall: (call) => customerOf(call.calledNumber).resolve(call),
  });
  opened.defer(() => customer.close());
  const { agentId, phoneNumberId } = await prepare(program, customer);
  const callId = await makeCall(program, agentId, phoneNumberId, customerOf(customerNumber).promise);
  await db.query(enrich, [callId, ...Object.values(conversation).map((value) => JSON.stringify(value))]);
  await db.query(more, [callId, outcomes]);
  await fileCalls(db);
  const stack = opened.move();
  return {
    ...{ program, db, twilio, callId },
    customerOf: (calledNumber) => customerOf(calledNumber).promise,
    async renameOrganization(name) {
      await succeed(program, 'PATCH', '/api/organization', { name });
    },
    async openTrunkCircuit() {
      await db.query(openCircuit);
    },
    async loseOutcomes(campaignId) {
      await db.query(loseOutcomes, [campaignId]);
      await fileCalls(db);
    },
    async conversationOf(ofAgentId) {
      const [row] = await db.query<{ call_id: string }>(converse, [callId, ofAgentId]);
      return row!.call_id;
    },
    async holdImports(campaignId) {
      await db.query(holdImports, [campaignId]);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function prepare(program: Program, { sipAddress }: SimulatedCustomer) {
  const { agentId } = await succeed(program, 'POST', '/api/agents', {
    name: 'Ada',
    prompt: 'You are Ada. You tell {{first_name}} when the parcel comes.',
    firstMessage: 'Hello {{first_name}}, this is Ada.',
    variables: [{ name: 'first_name', required: false, default: 'there' }],
  });
  const { trunkId } = await succeed(program, 'POST', '/api/trunks', {
    ...{ name: 'Simulated carrier', host: sipAddress.address, port: sipAddress.port },
    allowedAddresses: [sipAddress.address],
  });
  const number = { phoneNumber: ownNumber, trunkId, inboundAgentId: agentId };
  const { phoneNumberId } = await succeed(program, 'POST', '/api/phone-numbers', number);
  return { agentId, phoneNumberId };
}

/** Makes a call that the customer answers and ends. */
async function makeCall(
  program: Program,
  agentId: string,
  phoneNumberId: string,
  received: Promise<SimulatedCall>,
): Promise<string> {
  const body = {
    phoneNumber: customerNumber,
    phoneNumberId,
    variables: { first_name: 'Maya', parcel: 'P-4711' },
  };
  const { callId } = await succeed(program, 'POST', `/api/agents/${agentId}/calls`, body);
  const call = await received;
  await call.untilSpeech();
  await call.untilSilence(300);
  call.hangUp();
  const endedBy = async () => (await succeed(program, 'GET', `/api/calls/${callId}`)).endedBy ?? '';
  await eventually(endedBy, /ended the call/, 60_000);
  return callId;
}

async function succeed(program: Program, method: string, path: string, body?: unknown) {
  const answer = await program.request(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
}

/** Adds a long conversation and its analysis, which would take a transcriber, a model and minutes. */
const enrich = statement(
  'console_test.enrich',
  `update calls set transcript = $2::json, turns = $3::json, latency = $4::json, summary = $5::json #>> '{}',
     analysis = $6::json, qa = $7::json, session_variables = $8::json, cost = $9::json
   where call_id = $1`,
);

/** Inserts sixty calls of the last hours with every outcome. */
const more = statement(
  'console_test.more',
  `insert into calls (organization_id, call_id, agent_id, agent_version, type, status, customer_number, phone_number_id,
     agent_number, trunk_id, created_at, started_at, ended_at, ended_by, ended_reason)
   select organization_id, 'call_' || lpad(to_hex(100 - n), 26, '0'), agent_id, agent_version,
     case when n % 4 = 0 then 'inboundPhoneCall' else 'outboundPhoneCall' end,
     'ended', '+1415555' || lpad(n::text, 4, '0'), phone_number_id,
     agent_number, trunk_id, created_at - n * interval '7 minutes',
     case when n % 7 < 2 then created_at - n * interval '7 minutes' + interval '9 seconds' end,
     created_at - n * interval '7 minutes' + interval '95 seconds',
     'Customer ended the call',
     ($2::text[])[n % 7 + 1]
   from calls, generate_series(1, 60) n where call_id = $1`,
);

const converse = statement(
  'console_test.converse',
  `update calls c set agent_id = $2, agent_version = 1, transcript = t.transcript from calls t
   where t.call_id = $1 and c.call_id = (select max(call_id) from calls
     where call_id < $1 and status = 'ended' and ended_reason = 'customer-ended-call' and agent_id <> $2
       and json_array_length(transcript) = 0)
   returning c.call_id`,
);

const openCircuit = statement(
  'console_test.open_circuit',
  `insert into circuits (organization_id, kind, subject_id, state, since, failed, attempts, probe_at)
   select organization_id, 'trunk', trunk_id, 'open', now(), 10, 12, now() + interval '1 hour' from trunks
   on conflict (organization_id, kind, subject_id) do update set state = 'open', probe_at = excluded.probe_at`,
);

const loseOutcomes = statement(
  'console_test.lose_outcomes',
  `update calls set status = 'ended', ended_reason = 'unknown-outcome', ended_by = 'System ended the call', ended_at = now()
   where campaign_id = $1 and status = 'queued'`,
);

const holdImports = statement(
  'console_test.hold_imports',
  `update imports set status = 'running', completed_at = null, worked_at = now() + interval '1 hour' where campaign_id = $1`,
);
