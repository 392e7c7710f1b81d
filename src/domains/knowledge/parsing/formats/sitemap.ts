import { DOMParser } from 'linkedom';
import { type ParsedSitemap, UnreadableError } from '../jobs.ts';
import { decodeText } from './decode.ts';

/** Returns the addresses of a sitemap or of an index of sitemaps (sitemaps.org), or of a text with one in each line. */
export function parseSitemap(bytes: Uint8Array, address: string): ParsedSitemap {
  const text = decodeText(bytes, null).trim();
  if (!text.startsWith('<')) {
    const lines = text.split(/\s+/).filter((line) => /^https?:\/\//.test(line));
    if (lines.length === 0) throw new UnreadableError('has no addresses');
    return { pages: absolute(lines, address), sitemaps: [] };
  }
  const document = new DOMParser().parseFromString(text, 'text/xml');
  const locations = (parent: string) =>
    Array.from(
      document.querySelectorAll(`${parent} > loc`) as Iterable<Node>,
      (element) => element.textContent?.trim() ?? '',
    );
  const found = {
    pages: absolute(locations('url'), address),
    sitemaps: absolute(locations('sitemap'), address),
  };
  if (found.pages.length + found.sitemaps.length === 0) throw new UnreadableError('has no addresses');
  return found;
}

/** The part of an element that is read. */
interface Node {
  textContent: string | null;
}

function absolute(addresses: readonly string[], base: string): string[] {
  return addresses.flatMap((address) => {
    const url = URL.parse(address, base);
    if (!url) return [];
    url.hash = '';
    return [url.href];
  });
}
