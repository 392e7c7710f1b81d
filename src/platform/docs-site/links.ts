import { posix } from 'node:path';
import { decisions, docsPages } from './catalog.ts';

const addresses: ReadonlyMap<string, string> = new Map(
  docsPages.map(({ slug, source }) => [source, slug === '' ? '/docs' : `/docs/${slug}`]),
);

/** Files beside the pages that the site serves unchanged. */
export const servedFile = /^docs\/(?:images\/[\w-]+\.png|[\w-]+\.schema\.json)$/;

/**
 * Returns the address on the site for a link in a Markdown file: a page for another file of the repository, an anchor,
 * or an external address. `null` for files that the site does not have, such as sources, which are named and not
 * linked.
 */
export function siteAddress(source: string, href: string): string | null {
  if (href.startsWith('#')) return href;
  if (/^(?:https?|mailto):/.test(href) || href.startsWith('/')) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(source), path);
  const address = addressOf(target);
  return address === null ? null : `${address}${anchor === undefined ? '' : `#${anchor}`}`;
}

function addressOf(target: string): string | null {
  const known = addresses.get(target);
  if (known !== undefined) return known;
  if (target.replace(/\/$/, '') === decisions.folder) return `/docs/${decisions.slug}`;
  if (target.startsWith(`${decisions.folder}/`) && target.endsWith('.md'))
    return `/docs/${decisions.slug}/${posix.basename(target, '.md')}`;
  return servedFile.test(target) ? `/${target}` : null;
}
