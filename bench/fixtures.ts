import type { Database } from '../src/platform/db/index.ts';
import { newId } from '../src/platform/kernel/index.ts';
import { layAuditEntries } from './audit-entries.ts';
import { type Installation, run } from './installation.ts';

/** The resources that the seven operations use. */
export interface Fixtures {
  agentId: string;
  scheduleId: string;
  phoneNumberId: string;
  workflowId: string;
  /** Customers of calls with session data. */
  customers: { phoneNumber: string; externalId: string }[];
}

const customersCount = 1000;
const chatsCount = 500;
const messagesOfChat = 4;

/**
 * Creates resources through the API where possible, and the others in the database. `ownNumber` is the organization's
 * caller id, and must be unique.
 */
export async function makeFixtures(
  { db, owner }: Pick<Installation, 'db' | 'owner'>,
  port: number,
  ownNumber = '+12025550100',
): Promise<Fixtures> {
  const post = async (path: string, body: unknown): Promise<Record<string, string>> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const agent = await post('/agents', {
    name: 'Appointments',
    prompt: 'You remind {{customerName}} of the appointment on {{appointmentDate}}.',
    firstMessage: 'Hello {{customerName}}, this is a reminder.',
  });
  const schedule = await post('/schedules', {
    name: 'Working hours',
    timeZone: 'customer',
    windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '09:00', end: '20:00' }],
  });
  const number = await post('/phone-numbers', { phoneNumber: ownNumber });
  const workflow = await post('/workflows', {
    name: 'After the call',
    trigger: { type: 'webhook' },
    definition: { steps: [{ id: 'wait', type: 'delay', seconds: 60 }] },
  });
  await post(`/workflows/${workflow.workflowId}/publish`, {});
  const { organizationId } = owner;
  const ids = { organizationId, agentId: agent.agentId!, phoneNumberId: number.phoneNumberId! };
  const customers = await layCalls(db, ids);
  await layChats(db, ids);
  await layAuditEntries(db, organizationId, 20_000);
  return {
    agentId: agent.agentId!,
    scheduleId: schedule.scheduleId!,
    phoneNumberId: number.phoneNumberId!,
    workflowId: workflow.workflowId!,
    customers,
  };
}

type FixtureIds = { organizationId: string; agentId: string; phoneNumberId: string };

/** Inserts ended inbound calls, three of each customer. The last has session data that outlives the bench. */
async function layCalls(db: Database, ids: FixtureIds): Promise<Fixtures['customers']> {
  const transcript = Array.from({ length: 8 }, (_, i) => ({
    role: i % 2 === 0 ? 'bot' : 'user',
    message: 'Yes, Thursday at ten suits me well, thank you for calling.',
    secondsFromStart: i * 4,
    time: '2026-11-21T03:45:00.120Z',
    endTime: '2026-11-21T03:45:03.120Z',
    duration: 3,
    name: null,
    result: null,
    toolCall: null,
  }));
  const customers = Array.from({ length: customersCount }, (_, i) => ({
    phoneNumber: `+1202555${String(i).padStart(4, '0')}`,
    externalId: `crm-${i}-${newId('req').slice(4)}`,
  }));
  for (let round = 0; round < 3; round++) {
    const rows = customers.map((customer) => ({ callId: newId('call'), ...customer }));
    const values = [ids.organizationId, ids.agentId, ids.phoneNumberId, JSON.stringify(rows)];
    await run(
      db,
      `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
         agent_number, variables, external_id, transcript, started_at, ended_at, ended_by, ended_reason, created_at)
       select $1, "callId", $2, 'inboundPhoneCall', 'ended', "phoneNumber", $3, '+12025550100',
         '{"customerName":"Ada Lovelace"}', "externalId", $5, now(), now(), 'Agent ended the call', 'completed', now()
       from json_to_recordset($4) as r("callId" text, "phoneNumber" text, "externalId" text)`,
      [...values, JSON.stringify(transcript)],
    );
  }
  await run(
    db,
    `insert into session_data (organization_id, call_id, customer_number, external_id, data, written_at, expires_at)
     select organization_id, max(call_id), customer_number, external_id,
       '{"intent":"reschedule","language":"en","balance":12.5}', now(), now() + interval '1 day'
     from calls where organization_id = $1 group by 1, 3, 4`,
    [ids.organizationId],
  );
  await run(db, 'vacuum analyze calls');
  await run(db, 'vacuum analyze session_data');
  return customers;
}

async function layChats(db: Database, { organizationId, agentId }: FixtureIds): Promise<void> {
  const ids = Array.from({ length: chatsCount }, () => newId('chat'));
  await run(
    db,
    `insert into chats (organization_id, chat_id, agent_id, customer_unique_id, summary, chat_variables,
       message_count, created_at, updated_at)
     select $1, id, $2, 'customer-' || id, 'Asked about the opening hours.', '{"plan":"gold"}', $4, now(), now()
     from unnest($3::text[]) as id`,
    [organizationId, agentId, ids, messagesOfChat],
  );
  await run(
    db,
    `insert into chat_messages (organization_id, chat_id, position, message_id, role, content, created_at)
     select $1, id, n, 'message_' || right(id, 24) || n, case when n % 2 = 1 then 'user' else 'bot' end,
       'When are you open on Saturdays, and may I bring my dog along?', now()
     from unnest($2::text[]) as id, generate_series(1, $3::int) as n`,
    [organizationId, ids, messagesOfChat],
  );
  await run(db, 'vacuum analyze chats');
  await run(db, 'vacuum analyze chat_messages');
}
