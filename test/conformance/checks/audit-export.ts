import { randomUUID } from 'node:crypto';
import {
  type AuditRange,
  auditPath,
  auditRange,
  createdMicros,
  exportPage,
  pathOfPage,
} from '../audit-log.ts';
import { type Check, checksOf, type World } from '../check.ts';
import { isJsonObject, walkDifference } from '../compare.ts';
import { bodyOf, expectEqual, expectStatus, expectThat, skip } from '../expect.ts';
import { formatMicros, isMicrosecondDateTime, isUuid } from '../formats.ts';
import { itemsOf, type Page, pageOf, walkPages } from '../pages.ts';
import { auditEntryShape, expectShape } from '../shapes.ts';
import { auditRefusalChecks } from './audit-export-refusals.ts';
import { auditTrailChecks } from './audit-export-trail.ts';

const { document, decision } = checksOf('audit-export');
const endpoint = 'Endpoints, 1. GET /api/export/audit-logs';
const fields = 'Resources, audit log entry';
const decided = '1. GET /api/export/audit-logs';

/** Reads the closed range page by page, following `nextPage`. */
async function walkRange(world: World, range: AuditRange, pageSize: number): Promise<Page[]> {
  const query = { createdAtGt: range.after, createdAtLt: range.before, pageSize: String(pageSize) };
  const first = await exportPage(world, query);
  return walkPages(first, async (url) => pageOf(await world.client.get(url), 'auditLogs'));
}

const ids = (pages: readonly Page[]): string[] => itemsOf(pages).map((entry) => String(entry.auditLogId));

const shapeChecks: Check[] = [
  document(endpoint, 'answers 200 with auditLogs and metadata as JSON', async (world) => {
    const page = await exportPage(world, {});
    expectThat(page.exchange, isJsonObject(bodyOf(page.exchange).metadata), 'metadata is not an object');
    const type = page.exchange.headers['content-type'] ?? '';
    expectThat(page.exchange, /^application\/json\b/i.test(type), `the content type is ${type}`);
  }),
  document(fields, 'each entry has the documented fields with their types', async (world) => {
    const page = await exportPage(world, { pageSize: '200' });
    if (page.items.length === 0) skip('the audit log is empty');
    for (const [index, entry] of page.items.entries()) {
      expectShape(page.exchange, entry, auditEntryShape, `auditLogs[${index}]`);
    }
  }),
  document(fields, 'auditLogId is unique', async (world) => {
    const page = await exportPage(world, { pageSize: '500' });
    const all = page.items.map((entry) => entry.auditLogId);
    expectThat(page.exchange, new Set(all).size === all.length, 'two entries have the same auditLogId');
  }),
  decision('Everywhere: Ids', 'audit ids are UUIDs of version 7', async (world) => {
    const page = await exportPage(world, { pageSize: '50' });
    for (const entry of page.items) {
      expectThat(page.exchange, isUuid(String(entry.auditLogId), 7), `${entry.auditLogId} is no UUID v7`);
    }
  }),
  decision('Everywhere: Times', 'createdAt is in UTC with six fraction digits and Z', async (world) => {
    const page = await exportPage(world, { pageSize: '200' });
    if (page.items.length === 0) skip('the audit log is empty');
    for (const entry of page.items) {
      const text = String(entry.createdAt);
      expectThat(page.exchange, isMicrosecondDateTime(text), `createdAt is ${text}`);
    }
  }),
  document(endpoint, 'entries come newest first', async (world) => {
    const page = await exportPage(world, { pageSize: '1000' });
    const times = createdMicros(page);
    const wrong = times.findIndex((time, index) => index > 0 && time > times[index - 1]!);
    expectThat(page.exchange, wrong === -1, `entry ${wrong} is newer than the one before it`);
  }),
  decision(
    decided,
    'createdAt is unique: each entry is strictly older than the one before',
    async (world) => {
      const page = await exportPage(world, { pageSize: '1000' });
      const times = createdMicros(page);
      const wrong = times.findIndex((time, index) => index > 0 && time >= times[index - 1]!);
      expectThat(page.exchange, wrong === -1, `entry ${wrong} is not older than the one before it`);
    },
  ),
];

const filterChecks: Check[] = [
  document(endpoint, 'createdAtGt gives only entries created after it', async (world) => {
    const { middle } = await auditRange(world);
    const page = await exportPage(world, { createdAtGt: middle.createdAt });
    const early = createdMicros(page).some((time) => time <= middle.micros);
    expectThat(page.exchange, !early && page.items.length > 0, 'an entry is not after createdAtGt');
  }),
  document(endpoint, 'createdAtLt gives only entries created before it', async (world) => {
    const { middle } = await auditRange(world);
    const page = await exportPage(world, { createdAtLt: middle.createdAt, pageSize: '100' });
    const late = createdMicros(page).some((time) => time >= middle.micros);
    expectThat(page.exchange, !late && page.items.length > 0, 'an entry is not before createdAtLt');
  }),
  decision(decided, 'both bounds are exclusive to the microsecond', async (world) => {
    const { middle } = await auditRange(world);
    const around = {
      createdAtGt: formatMicros(middle.micros - 1n),
      createdAtLt: formatMicros(middle.micros + 1n),
    };
    const page = await exportPage(world, around);
    expectEqual(page.exchange, ids([page]), [middle.auditLogId], 'the entry between its two neighbours');
    for (const query of [
      { ...around, createdAtGt: middle.createdAt },
      { ...around, createdAtLt: middle.createdAt },
    ]) {
      const without = await exportPage(world, query);
      expectEqual(without.exchange, without.items, [], 'auditLogs with the entry itself as a bound');
    }
  }),
  decision(decided, 'a date-time with an offset is the same instant', async (world) => {
    const range = await auditRange(world);
    for (const offsetMinutes of [330, -480, 0, 840]) {
      const page = await exportPage(world, {
        createdAtGt: formatMicros(range.afterMicros, offsetMinutes),
        createdAtLt: formatMicros(range.beforeMicros, -offsetMinutes),
      });
      expectEqual(page.exchange, ids([page]), range.ids, 'the entries of the range');
    }
  }),
  ...[
    '2000-01-01T00:00:00Z',
    '2000-01-01T00:00:00.123Z',
    '2000-01-01T00:00:00.123456789Z',
    '2000-02-29T23:59:59-11:30',
  ].map((time) =>
    document(endpoint, `the date-time ${time} is accepted`, async (world) => {
      await exportPage(world, { createdAtGt: time, pageSize: '1' });
      await exportPage(world, { createdAtLt: time, pageSize: '1' });
    }),
  ),
  ...[
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59-23:59',
    '2016-12-31T23:59:60Z',
  ].map((time) =>
    decision('Everywhere: Statuses', `the edge ${time} is an answer or a 400, never a 5xx`, async (world) => {
      for (const name of ['createdAtGt', 'createdAtLt']) {
        expectStatus(await world.client.get(auditPath, { [name]: time, pageSize: '1' }), 200, 400);
      }
    }),
  ),
  decision(decided, 'createdAtGt at or after createdAtLt is an empty page', async (world) => {
    const { after, before, middle } = await auditRange(world);
    for (const query of [
      { createdAtGt: middle.createdAt, createdAtLt: middle.createdAt },
      { createdAtGt: before, createdAtLt: after },
    ]) {
      const { exchange } = await exportPage(world, query);
      expectEqual(exchange, bodyOf(exchange).auditLogs, [], 'auditLogs');
      expectEqual(exchange, bodyOf(exchange).metadata, { nextPage: null }, 'metadata');
    }
  }),
  decision(decided, 'unknown query parameters are ignored', async (world) => {
    const range = await auditRange(world);
    const query = {
      createdAtGt: range.after,
      createdAtLt: range.before,
      actionVerb: 'deleted',
      [`x${randomUUID()}`]: '1',
    };
    const page = await exportPage(world, query);
    expectEqual(page.exchange, ids([page]), range.ids, 'the entries of the range');
  }),
];

const pagingChecks: Check[] = [
  ...[1, 2, 10_000].map((size) =>
    document('Limits: pageSize', `pageSize ${size} is accepted and never exceeded`, async (world) => {
      const page = await exportPage(world, { pageSize: String(size) });
      expectThat(page.exchange, page.items.length <= size, `the page has ${page.items.length} entries`);
    }),
  ),
  document('Limits: pageSize', 'the default is 10000: a range below it comes as one page', async (world) => {
    const range = await auditRange(world);
    const page = await exportPage(world, { createdAtGt: range.after, createdAtLt: range.before });
    expectThat(page.exchange, page.nextPage === null, 'there is a next page');
    expectThat(page.exchange, page.items.length >= range.ids.length, 'the page is not whole');
  }),
  document(
    endpoint,
    'nextPage carries createdAtLt and pageSize and can be followed as given',
    async (world) => {
      const page = await exportPage(world, { pageSize: '1' });
      if (page.nextPage === null) skip('the audit log has a single entry');
      const next = new URL(page.nextPage, page.exchange.url);
      expectThat(page.exchange, next.searchParams.has('createdAtLt'), 'nextPage has no createdAtLt');
      expectEqual(page.exchange, next.searchParams.get('pageSize'), '1', 'pageSize in nextPage');
      const following = pageOf(await world.client.get(next.href), 'auditLogs');
      expectThat(following.exchange, following.items.length === 1, 'the next page is not a page of one');
      expectThat(following.exchange, createdMicros(following)[0]! <= createdMicros(page)[0]!, 'it is newer');
    },
  ),
  decision(
    decided,
    'nextPage is an absolute URL of the same operation, without a createdAtGt of its own',
    async (world) => {
      const page = await exportPage(world, { pageSize: '1' });
      if (page.nextPage === null) skip('the audit log has a single entry');
      expectThat(page.exchange, URL.canParse(page.nextPage), 'nextPage is not an absolute URL');
      expectEqual(page.exchange, pathOfPage(page.nextPage), pathOfPage(page.exchange.url), 'its path');
      expectThat(
        page.exchange,
        !new URL(page.nextPage).searchParams.has('createdAtGt'),
        'it has a createdAtGt',
      );
    },
  ),
  decision(decided, 'nextPage carries createdAtGt when the request had it', async (world) => {
    const range = await auditRange(world);
    const query = {
      createdAtGt: formatMicros(range.afterMicros, 330),
      createdAtLt: range.before,
      pageSize: '1',
    };
    const first = await exportPage(world, query);
    const pages = await walkPages(first, async (url) => pageOf(await world.client.get(url), 'auditLogs'));
    for (const page of pages.slice(0, -1)) {
      expectThat(page.exchange, new URL(page.nextPage!).searchParams.has('createdAtGt'), 'it has none');
    }
    expectEqual(first.exchange, ids(pages), range.ids, 'the entries of the range');
  }),
  ...[1, 2, 3].map((size) =>
    decision(
      decided,
      `pages of ${size} hold each entry of the range once, as one big page does`,
      async (world) => {
        const range = await auditRange(world);
        const pages = await walkRange(world, range, size);
        const difference = walkDifference(ids(pages), range.ids);
        expectThat(pages[0]!.exchange, difference === null, `the walk is wrong: ${difference}`);
        for (const page of pages)
          expectThat(page.exchange, page.items.length > 0, 'an empty page was served');
      },
    ),
  ),
  decision(decided, 'the last page has metadata with nextPage null, also when it is full', async (world) => {
    const range = await auditRange(world);
    for (const size of [range.ids.length, range.ids.length + 1]) {
      const page = await exportPage(world, {
        createdAtGt: range.after,
        createdAtLt: range.before,
        pageSize: String(size),
      });
      expectEqual(page.exchange, bodyOf(page.exchange).metadata, { nextPage: null }, 'metadata');
    }
    const nearly = {
      createdAtGt: range.after,
      createdAtLt: range.before,
      pageSize: String(range.ids.length - 1),
    };
    const page = await exportPage(world, nearly);
    expectThat(page.exchange, page.nextPage !== null, 'nextPage is null although an entry is left');
  }),
];

export const auditExportChecks: Check[] = [
  ...shapeChecks,
  ...filterChecks,
  ...auditRefusalChecks,
  ...pagingChecks,
  ...auditTrailChecks,
];
