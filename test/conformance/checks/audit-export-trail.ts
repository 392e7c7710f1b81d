import { auditPath, createdMicros, entriesFor, entriesOf, exportPage } from '../audit-log.ts';
import { type Check, checksOf, type World } from '../check.ts';
import type { Client, Exchange } from '../client.ts';
import { type JsonObject, shorten, walkDifference } from '../compare.ts';
import { bodyOf, expectEqual, expectStatus, expectThat, fail, skip, textOf } from '../expect.ts';
import { formatMicros } from '../formats.ts';
import { pageOf, walkPages } from '../pages.ts';
import { uniqueName } from '../samples.ts';

const { document, decision } = checksOf('audit-export');
const fields = 'Resources, audit log entry';
const decided = '1. GET /api/export/audit-logs';
const audited = 'Everywhere: What is audited';

const idOf = (exchange: Exchange): string => exchange.headers['x-request-id'] ?? '';

/** Makes a change, and checks its audit entry. */
async function expectEntry(
  world: World,
  change: Exchange,
  expected: { actionVerb: string; resourceType?: string; resourceReferenceId?: string },
): Promise<void> {
  expectThat(change, change.status < 300, `the change was answered with ${change.status}`);
  const entries = await entriesFor(world, change);
  const fits = (entry: JsonObject): boolean =>
    Object.entries(expected).every(([name, value]) => entry[name] === value);
  if (!entries.some(fits)) fail(change, `the entry is ${shorten(entries, 600)}, not ${shorten(expected)}`);
}

/** Returns a client with a new key that may read the audit log and has not exported yet. */
async function freshExporter(world: World): Promise<Client> {
  return (await world.fixtures.newKey({ role: 'Admin' })).client;
}

const entryChecks: Check[] = [
  document(fields, 'a created agent has an entry: created, agents, its id, the request', async (world) => {
    const { id, answer } = await world.fixtures.newAgent();
    await expectEntry(world, answer, {
      actionVerb: 'created',
      resourceType: 'agents',
      resourceReferenceId: id,
    });
  }),
  document(fields, 'updating and deleting an agent have entries: updated, deleted', async (world) => {
    const client = await world.fixtures.managed();
    const { id } = await world.fixtures.newAgent();
    const path = `/api/agents/${id}`;
    const updated = await client.send('PATCH', path, { body: { name: uniqueName('renamed') } });
    await expectEntry(world, updated, { actionVerb: 'updated', resourceReferenceId: id });
    await expectEntry(world, await client.send('DELETE', path), {
      actionVerb: 'deleted',
      resourceReferenceId: id,
    });
  }),
  document(fields, 'a created API key has an entry of the resource type api_keys', async (world) => {
    const { answer } = await world.fixtures.newKey({ role: 'Viewer' });
    await expectEntry(world, answer, { actionVerb: 'created', resourceType: 'api_keys' });
    const entries = JSON.stringify(await entriesFor(world, answer));
    expectThat(answer, !/\.[\w-]{20,}\./.test(entries), 'the entry holds a key');
  }),
  decision(audited, 'a campaign is audited once when its first call is queued: started', async (world) => {
    const campaignName = uniqueName('audited');
    const first = await world.fixtures.queueCall({ campaignName });
    await expectEntry(world, first.answer, { actionVerb: 'started', resourceType: 'campaigns' });
    const second = await world.fixtures.queueCall({ campaignName });
    await world.fixtures.newAgent();
    expectEqual(second.answer, await entriesOf(world, idOf(second.answer)), [], 'entries of the second call');
  }),
  decision(audited, 'pausing, resuming and ending a campaign have entries of their own', async (world) => {
    const { answer } = await world.fixtures.queueCall({ campaignName: uniqueName('audited') });
    const path = `/api/campaigns/${textOf(answer, bodyOf(answer).campaignId, 'campaignId')}`;
    await expectEntry(world, await world.fixtures.act(`${path}/pause`), { actionVerb: 'paused' });
    await expectEntry(world, await world.fixtures.act(`${path}/resume`), { actionVerb: 'resumed' });
    await entriesFor(world, await world.fixtures.act(`${path}/end`));
  }),
  decision(audited, 'publishing a workflow has an entry', async (world) => {
    const id = await world.fixtures.workflowId('published');
    await entriesFor(world, await world.fixtures.act(`/api/workflows/${id}/publish`));
  }),
  decision(audited, 'a refused change leaves no entry', async (world) => {
    const client = await world.fixtures.managed();
    const refused = await client.post('/api/agents', { name: 5 });
    expectStatus(refused, 400);
    await world.fixtures.newAgent();
    expectEqual(refused, await entriesOf(world, idOf(refused)), [], 'the entries of the refused request');
  }),
  decision(decided, 'the labels of a campaign and its calls hold no number of a customer', async (world) => {
    const { answer } = await world.fixtures.queueCall({ campaignName: uniqueName('audited') });
    const { phoneNumber } = JSON.parse(answer.sentBody ?? '{}');
    const labels = JSON.stringify((await entriesFor(world, answer)).map((entry) => entry.resourceLabel));
    expectThat(answer, !labels.includes(phoneNumber), `the labels are ${labels}`);
  }),
  decision(
    'Everywhere: Who did it',
    'memberId is the member who owns the key, for each change',
    async (world) => {
      const [one, two] = [await world.fixtures.newAgent(), await world.fixtures.newAgent()];
      const [first] = await entriesFor(world, one.answer);
      const [second] = await entriesFor(world, two.answer);
      expectEqual(two.answer, second?.memberId, first?.memberId, 'memberId of the second change');
      expectThat(one.answer, first?.memberId !== 'system', 'memberId is system');
    },
  ),
  document('Authentication', 'the entries are scoped to the organization of the caller', async (world) => {
    const other = world.fixtures.otherClient();
    const { answer } = await world.fixtures.newAgent();
    await entriesFor(world, answer);
    const page = await exportPage(world, { pageSize: '1000' }, other);
    const seen = page.items.some((entry) => entry.requestId === idOf(answer));
    expectThat(page.exchange, !seen, 'another organization sees the entry');
  }),
];

const exportedChecks: Check[] = [
  decision(decided, 'an export is audited after its page was read: exported, audit_logs', async (world) => {
    const exporter = await freshExporter(world);
    const page = await exportPage(world, { pageSize: '1' }, exporter);
    await expectEntry(world, page.exchange, { actionVerb: 'exported', resourceType: 'audit_logs' });
    const own = page.items.some((entry) => entry.requestId === idOf(page.exchange));
    expectThat(page.exchange, !own, 'the page holds the entry of its own export');
  }),
  decision(decided, 'an export is audited at most once per key and hour', async (world) => {
    const exporter = await freshExporter(world);
    const first = await exportPage(world, { pageSize: '1' }, exporter);
    await entriesFor(world, first.exchange);
    const second = await exportPage(world, { pageSize: '1' }, exporter);
    await world.fixtures.newAgent();
    expectEqual(second.exchange, await entriesOf(world, idOf(second.exchange)), [], 'entries of the second');
  }),
  decision(
    decided,
    'an export is audited by whatever parameters its first page is asked for',
    async (world) => {
      const exporter = await freshExporter(world);
      const query = { createdAtLt: '2100-01-01T00:00:00Z', pageSize: '1' };
      const page = await exportPage(world, query, exporter);
      await expectEntry(world, page.exchange, { actionVerb: 'exported', resourceType: 'audit_logs' });
    },
  ),
  decision(decided, 'a refused export is not audited', async (world) => {
    const exporter = await freshExporter(world);
    const refused = await exporter.get(auditPath, { pageSize: '0' });
    expectStatus(refused, 400);
    await world.fixtures.newAgent();
    expectEqual(refused, await entriesOf(world, idOf(refused)), [], 'its entries');
  }),
];

/** Follows the log as an exporter does, from the newest known entry, until `ended` returns true. */
async function pollLog(world: World, since: bigint, ended: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  let newest = since;
  for (let last = false; ; ) {
    const query = { createdAtGt: formatMicros(newest), pageSize: '5' };
    const first = await exportPage(world, query);
    const pages = await walkPages(first, async (url) => pageOf(await world.client.get(url), 'auditLogs'));
    for (const page of pages) seen.push(...page.items.map((entry) => String(entry.requestId)));
    newest = createdMicros(first)[0] ?? newest;
    if (last) return seen;
    last = ended();
  }
}

const pollerChecks: Check[] = [
  decision(
    decided,
    'a poller misses and repeats nothing while changes commit concurrently',
    async (world) => {
      await world.fixtures.managed();
      const start = await exportPage(world, { pageSize: '1' });
      const since = createdMicros(start)[0] ?? fail(start.exchange, 'the audit log is empty');
      let running = true;
      const polling = pollLog(world, since, () => !running);
      const writer = async (): Promise<string[]> => {
        const made: string[] = [];
        for (let change = 0; change < 6; change += 1)
          made.push(idOf((await world.fixtures.newAgent()).answer));
        return made;
      };
      const writing = Promise.all(Array.from({ length: 5 }, writer)).finally(() => {
        running = false;
      });
      const [made, seen] = await Promise.all([writing, polling]);
      const wanted = new Set(made.flat());
      const found = seen.filter((requestId) => wanted.has(requestId));
      const difference = walkDifference(found.sort(), [...wanted].sort());
      expectThat(start.exchange, difference === null, `what the poller saw is wrong: ${difference}`);
    },
  ),
  document('Limits: pageSize', 'more than 10000 entries come in several pages by default', async (world) => {
    const page = await exportPage(world, {});
    if (page.items.length < 10_000) skip('the audit log has fewer than 10000 entries');
    expectEqual(page.exchange, page.items.length, 10_000, 'the number of entries');
  }),
];

export const auditTrailChecks: Check[] = [...entryChecks, ...exportedChecks, ...pollerChecks];
