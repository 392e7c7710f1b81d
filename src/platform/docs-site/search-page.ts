import { escapeHtml } from './escape.ts';
import type { PageContent } from './layout.ts';
import type { SearchEntry } from './search.ts';

/** What was found, for those whose browser runs no script, and for Enter. */
export function searchPage(query: string, found: readonly SearchEntry[]): PageContent {
  const items = found.map(
    ({ title, place, address }) =>
      `<li><a href="${escapeHtml(address)}">${escapeHtml(title)}</a> <span class="dim">${escapeHtml(place)}</span></li>`,
  );
  const said =
    query.trim() === ''
      ? '<p>Type what you look for into the field above: words of titles, headings and operations.</p>'
      : items.length === 0
        ? `<p>No title, heading or operation has words that begin so. Fewer words find more.</p>`
        : `<ul class="found">${items.join('\n')}</ul>`;
  const heading = query.trim() === '' ? 'Search' : `Search: ${escapeHtml(query.slice(0, 100))}`;
  return { title: 'Search', address: '', html: `<h1>${heading}</h1>\n${said}`, headings: [] };
}
