import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnreadableError } from '../parsing/jobs.ts';
import type { Parser } from '../parsing/parser.ts';
import { pagesMax } from '../schemas.ts';
import { type Fetching, fetchAddress } from './fetch-address.ts';
import type { Robots } from './robots.ts';

/** The most sitemaps that are read for one site. */
const sitemapsMax = 100;
/** The most addresses of sitemaps that are considered. */
const listedMax = 20_000;

/** The pages of a site. */
export interface SitePages {
  addresses: string[];
  /** How many more the sitemaps list than are read. */
  leftOut: number;
  /** The sitemaps that could not be read, each with its problem. The pages that they list are unknown. */
  unread: string[];
}

/**
 * Returns the pages that the sitemaps of a site list, below the path of its address. The sitemaps are the address itself
 * where it is one, those that robots.txt names, or /sitemap.xml. Throws an UnreadableError when there is none.
 */
export async function findPages(
  fetching: Fetching,
  parser: Parser,
  address: string,
  robots: Robots,
): Promise<SitePages> {
  const site = new URL(address);
  const isSitemap = /\.(?:xml|xml\.gz|txt)$/.test(site.pathname);
  const named = robots.sitemaps.filter((one) => URL.parse(one)?.origin === site.origin);
  const first = isSitemap ? [address] : named.length > 0 ? named : [new URL('/sitemap.xml', site).href];
  const below = isSitemap ? '/' : site.pathname.replace(/[^/]*$/, '');
  const pages = new Set<string>();
  const sitemaps = new Set(first);
  const problems: string[] = [];
  for (const sitemap of sitemaps) {
    const found = await readSitemap(fetching, parser, sitemap);
    if (typeof found === 'string') problems.push(`${sitemap}: ${found}`);
    else {
      for (const page of found.pages)
        if (pages.size < listedMax && belongs(page, site.origin, below)) pages.add(page);
      for (const further of found.sitemaps)
        if (sitemaps.size < sitemapsMax && URL.parse(further)?.origin === site.origin) sitemaps.add(further);
    }
  }
  if (pages.size === 0) throw new UnreadableError(noPages(problems, below));
  const permitted = await permittedOf(pages, robots);
  if (permitted.length === 0) throw new UnreadableError('its robots.txt permits none of its pages');
  const leftOut = Math.max(0, permitted.length - pagesMax);
  return { addresses: permitted.slice(0, pagesMax), leftOut, unread: problems };
}

/** Returns the pages that robots.txt permits. A long robots.txt takes time, in which others have their turns. */
async function permittedOf(pages: Iterable<string>, robots: Robots): Promise<string[]> {
  const permitted: string[] = [];
  for (const page of pages) {
    if (robots.permits(page)) permitted.push(page);
    await nextTurn();
  }
  return permitted;
}

async function readSitemap(fetching: Fetching, parser: Parser, sitemap: string) {
  const answer = await fetchAddress(fetching, sitemap, { acceptsAnyType: true });
  if (answer.kind !== 'read') return answer.kind === 'failed' ? answer.problem : 'nothing was sent';
  return parser.parseSitemap(answer.bytes, sitemap).catch((error: unknown) => {
    if (error instanceof UnreadableError) return error.message;
    throw error;
  });
}

function belongs(page: string, origin: string, below: string): boolean {
  const url = new URL(page);
  return url.origin === origin && url.pathname.startsWith(below);
}

function noPages(problems: readonly string[], below: string): string {
  if (problems.length > 0)
    return `it has no sitemap that can be read (${problems[0]!.slice(0, 300)}); give the address of its sitemap, or add its pages one by one`;
  return `its sitemaps list no page below ${below}`;
}
