import type { Database } from '../../../platform/db/index.ts';
import { delay } from '../../../platform/kernel/index.ts';
import { UnreadableError } from '../parsing/jobs.ts';
import type { Parser } from '../parsing/parser.ts';
import type { ClaimedSource } from '../store/claim-store.ts';
import { type StoredPage, selectPagesOf } from '../store/page-store.ts';
import { type Fetching, fetchAddress } from './fetch-address.ts';
import { type Robots, readRobots } from './robots.ts';
import { findPages } from './site-pages.ts';
import { keepPage, removePages, storePage } from './store-page.ts';

/** What a reading needs. */
export interface Reading extends Fetching {
  db: Database;
  parser: Parser;
  source: ClaimedSource;
}

/** The most failed pages that the problem of a source names. */
const namedMax = 3;
/** After so many pages in a row without an answer, a site is given up: each of them holds the reader for 30 s. */
const unansweredMax = 5;

/** Reads a page, or the pages of a site that have changed. Returns what was left out, or null. Throws an UnreadableError. */
export async function readPages(reading: Reading): Promise<string | null> {
  const { db, parser, source } = reading;
  const address = source.address!;
  const robots = await readRobots(reading, new URL(address).origin);
  const { addresses, leftOut, unread } =
    source.kind === 'site'
      ? await findPages(reading, parser, address, robots)
      : { addresses: [address], leftOut: 0, unread: [] };
  const stored = await selectPagesOf(db, source.organizationId, source.sourceId, source.readingSince);
  const known = new Map(stored.map((page) => [page.address, page]));
  const problems: string[] = [];
  let isFirst = true;
  let unanswered = 0;
  for (const page of addresses) {
    const before = known.get(page) ?? null;
    if (before?.isRead) continue;
    if (!isFirst) await delay(robots.delayMs, reading.signal);
    isFirst = false;
    reading.signal.throwIfAborted();
    const { problem, isUnanswered } = await readPage(reading, robots, page, before);
    if (problem !== null) problems.push(`${page}: ${problem}`);
    unanswered = isUnanswered ? unanswered + 1 : 0;
    if (unanswered === unansweredMax)
      throw new UnreadableError(
        `the reading ended early, because ${unansweredMax} pages in a row got no answer. ${named(problems, addresses.length)}`,
      );
  }
  if (problems.length === addresses.length && addresses.length > 0)
    throw new UnreadableError(
      source.kind === 'page' ? withoutAddress(problems[0]!) : named(problems, addresses.length),
    );
  const listed = new Set(addresses);
  const gone = stored.filter((page) => !listed.has(page.address ?? ''));
  if (unread.length > 0)
    return [named(problems, addresses.length, leftOut), ofSitemaps(unread)].join(' ').trim();
  await removePages(reading, gone);
  return named(problems, addresses.length, leftOut) || null;
}

interface PageRead {
  /** In plain words; null for none. */
  problem: string | null;
  /** The server did not answer in time. */
  isUnanswered: boolean;
}

async function readPage(
  reading: Reading,
  robots: Robots,
  address: string,
  before: StoredPage | null,
): Promise<PageRead> {
  const kept = async (problem: string | null, isUnanswered = false) => {
    await keepPage(reading, before, problem);
    return { problem, isUnanswered };
  };
  if (!robots.permits(address)) return kept('the robots.txt of the site does not permit it');
  const validators = before?.problem === null ? before : {};
  const answer = await fetchAddress(reading, address, validators);
  if (answer.kind === 'unchanged') return kept(null);
  if (answer.kind === 'failed') return kept(answer.problem, answer.isUnanswered);
  try {
    const { bytes, format, charset } = answer;
    const parsed = await reading.parser.parse({ bytes, format, charset, address });
    await storePage(reading, { ...answer, address }, parsed, before);
    return { problem: null, isUnanswered: false };
  } catch (error) {
    if (error instanceof UnreadableError) return kept(`it ${error.message}`);
    throw error;
  }
}

function named(problems: readonly string[], total: number, leftOut = 0): string {
  const sentences: string[] = [];
  if (problems.length > 0) {
    const more = problems.length > namedMax ? ` and ${problems.length - namedMax} more` : '';
    const list = problems
      .slice(0, namedMax)
      .map((one) => one.slice(0, 300))
      .join('; ');
    sentences.push(`${problems.length} of ${total} pages could not be read: ${list}${more}.`);
  }
  if (leftOut > 0)
    sentences.push(`${leftOut} more pages were left out, because a source has at most ${total}.`);
  return sentences.join(' ');
}

function ofSitemaps(unread: readonly string[]): string {
  const what = unread.length === 1 ? 'a sitemap' : `${unread.length} sitemaps`;
  return `No page was removed, because ${what} could not be read: ${unread[0]!.slice(0, 300)}.`;
}

function withoutAddress(problem: string): string {
  return problem.slice(problem.indexOf(': ') + 2);
}
