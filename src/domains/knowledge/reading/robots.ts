import robots from 'robots-parser';
import { UnreadableError } from '../parsing/jobs.ts';
import { type Fetching, fetchAddress } from './fetch-address.ts';

/** The name by which robots.txt addresses the reader. */
export const robotName = 'ParleyBot';
/** The package is a function, which its types declare as its default export. */
const robotsParser = robots as unknown as typeof robots.default;
const delayMsMax = 10_000;
const normalDelayMs = 100;
const bytesMax = 524_288;

/** What a site permits (RFC 9309). */
export interface Robots {
  permits(address: string): boolean;
  /** The addresses of its sitemaps. */
  sitemaps: string[];
  /** The pause between two pages. */
  delayMs: number;
}

/**
 * Reads the robots.txt of a site. A site without one permits everything. Throws an UnreadableError for one that cannot be
 * read, because it may forbid everything (RFC 9309 §2.3.1.4).
 */
export async function readRobots(fetching: Fetching, origin: string): Promise<Robots> {
  const address = new URL('/robots.txt', origin).href;
  const answer = await fetchAddress(fetching, address, { bytesMax, acceptsAnyType: true });
  if (answer.kind === 'failed' && (answer.status === null || answer.status >= 500 || answer.status === 429))
    throw new UnreadableError(`the robots.txt of its site cannot be read: ${answer.problem}`);
  const text = answer.kind === 'read' ? Buffer.from(answer.bytes).toString('utf8') : '';
  const parsed = robotsParser(address, text);
  return {
    permits: (page) => parsed.isAllowed(page, robotName) !== false,
    sitemaps: parsed.getSitemaps(),
    delayMs: Math.min(delayMsMax, Math.max(normalDelayMs, 1000 * (parsed.getCrawlDelay(robotName) ?? 0))),
  };
}
