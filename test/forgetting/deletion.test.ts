import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallEnd, endCall } from '../../src/domains/calls/index.ts';
import { type ContinueOptions, continueDeletions } from '../../src/domains/data-deletions/continue.ts';
import { verifyChains } from '../../src/platform/audit/verify.ts';
import { statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { RecordingRemovals } from '../../src/runtime/upkeep/remove-recordings.ts';
import { eventually } from '../world/eventually.ts';
import { customerUniqueId, other, PersonWorld, phoneNumber, traces } from './person-world.ts';

let person: PersonWorld;
beforeAll(async () => {
  person = await PersonWorld.open();
});
afterAll(() => person.close());

const hurry = statement(
  'test.deletions.hurry',
  "update data_deletions set next_at = now() where status <> 'completed'",
);
/** Goes on until it is over, or waits: like the duty of upkeep. */
async function go(options: ContinueOptions = {}): Promise<void> {
  await person.world.db.query(hurry);
  await continueDeletions(person.world.db, options);
}

const removeFiles = () => {
  const { signal } = new AbortController();
  return new RecordingRemovals({
    db: person.world.db,
    store: null,
    recordingsDir: person.folder,
    log: silentLog,
    signal,
  }).run(0);
};

test('nothing of a person is left, wherever it dies on the way, and the rest is as it was', {
  timeout: 240_000,
}, async () => {
  await person.plant();
  const before = await person.found(traces);
  for (const name of [
    'calls',
    'chats',
    'chat_messages',
    'personalization',
    'workflow_runs',
    'workflow_steps',
  ])
    expect(Object.keys(before)).toContain(`public.${name}`);
  for (const name of [
    'customer_facts',
    'events',
    'webhook_deliveries',
    'import_refusals',
    'idempotency_keys',
    'session_data',
  ])
    expect(Object.keys(before)).toContain(`public.${name}`);
  const otherBefore = await person.found(other.name);

  const asked = await person.ask(
    'POST',
    '/api/data-deletions',
    { phoneNumber },
    { 'idempotency-key': 'delete' },
  );
  expect(asked).toMatchObject({ status: 'running', soughtBy: 'phoneNumber', completedAt: null });
  const again = await person.ask('POST', '/api/data-deletions', { phoneNumber });
  expect(again.dataDeletionId).toBe(asked.dataDeletionId);
  const byId = await person.ask('POST', '/api/data-deletions', { customerUniqueId });

  // Each part dies once when it has done everything, before that is so for others.
  const died = new Set<string>();
  const beforeCommit: ContinueOptions['beforeCommit'] = (place) => {
    const key = JSON.stringify(place);
    if (died.has(key)) return;
    died.add(key);
    throw new Error('killed');
  };
  const receipt = async (id: string) => (await person.world.request('GET', `/api/data-deletions/${id}`)).body;
  const statusOf = async () => {
    const diedAgain = ({ message }: Error) => expect(message).toBe('killed');
    for (let before = -1; before < died.size; ) {
      before = died.size;
      await go({ beforeCommit }).catch(diedAgain);
    }
    await removeFiles();
    const both = await Promise.all([asked, byId].map(({ dataDeletionId }) => receipt(dataDeletionId)));
    return both.map(({ status }) => status).join();
  };
  await eventually(statusOf, 'completed,completed', 60_000);
  expect(died.size).toBeGreaterThan(25);

  // Suppressed is the number, and why; the audit log has ids.
  expect(await person.found(traces)).toEqual({ 'public.suppressions': 1 });
  expect(await readdir(person.folder)).toHaveLength(1);
  const byNumber = await receipt(asked.dataDeletionId);
  expect(byNumber).toMatchObject({ waitingFor: null, kept: { suppressions: 1 } });
  expect(byNumber.deleted).toMatchObject({
    ...{ queuedCalls: 1, calls: 3, recordings: 2, sessionData: 2, personalization: 1 },
    ...{ chats: 3, chatMessages: 5, workflowEvents: 1, importRows: 1, workflowRuns: 4 },
    customerFacts: 3,
  });
  expect(byNumber.deleted.mentions).toBeGreaterThanOrEqual(1);
  expect((await receipt(byId.dataDeletionId)).deleted).toMatchObject({
    calls: 1,
    chats: 1,
    chatMessages: 3,
    workflowRuns: 1,
    customerFacts: 2,
  });
  // What was known of another customer, without the number.
  expect(await person.found(other.name)).toMatchObject({ 'public.customer_facts': 2 });
  const otherAfter = await person.found(other.name);
  // The call that named the id was the person's too.
  for (const name of ['chats', 'suppressions', 'workflow_runs', 'workflow_steps', 'webhook_deliveries'])
    expect([name, otherAfter[`public.${name}`]]).toEqual([name, otherBefore[`public.${name}`]]);

  const reports = await Array.fromAsync(verifyChains(person.world.db, person.world.secret, []));
  expect(
    reports.find(({ organizationId }) => organizationId === person.world.owner.organizationId),
  ).toMatchObject({
    fault: null,
  });
  const replayed = await person.ask(
    'POST',
    '/api/data-deletions',
    { phoneNumber },
    { 'idempotency-key': 'delete' },
  );
  expect(replayed.dataDeletionId).toBe(asked.dataDeletionId);
});

const live = statement(
  'test.deletions.live',
  `with c as (update calls set status = 'in-progress', node_id = 'node_a' where call_id = $1 returning *),
   q as (delete from queued_calls where call_id = $1)
   insert into live_calls (organization_id, call_id, campaign_id, node_id, customer_number)
   select organization_id, call_id, campaign_id, node_id, customer_number from c`,
);

test('a call that is live is waited for, and one that came meanwhile is deleted too', async () => {
  const number = '+12125550166';
  const callId = await person.queueCall(number, 'Hopper');
  await person.world.db.query(live, [callId]);
  const { dataDeletionId } = await person.ask('POST', '/api/data-deletions', { phoneNumber: number });
  await go();
  const path = `/api/data-deletions/${dataDeletionId}`;
  const read = async () => (await person.world.request('GET', path)).body;
  expect(await read()).toMatchObject({ status: 'waiting', waitingFor: 'live-calls', deleted: { calls: 0 } });
  const { organizationId } = person.world.owner;
  const later = await person.queueCall(number, 'Hopper');
  const ending: CallEnd = {
    ...{ status: 'ended', endedBy: 'Customer ended the call', endedReason: 'customer-ended-call' },
    message: 'It ended.',
  };
  await endCall(person.world.db, { organizationId, callId, from: ['in-progress'], nodeId: 'node_a' }, ending);
  await go();
  await removeFiles();
  await go();
  expect(await read()).toMatchObject({ status: 'completed', deleted: { queuedCalls: 1, calls: 2 } });
  const { body } = await person.world.request('GET', `/api/calls/${later}`);
  expect(body).toMatchObject({ customerNumber: '', callVariables: {}, endedReason: 'manually-canceled' });
  const why = (await person.world.request('GET', `/api/calls/${callId}/why`)).body.decisions;
  expect(why.at(-1)).toMatchObject({
    reason: 'data-deleted',
    message: expect.stringContaining(dataDeletionId),
  });
});
