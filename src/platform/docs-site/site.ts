import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { OpenApiDocument } from '../http/index.ts';
import { decisions, docsPages, startPage } from './catalog.ts';
import { escapeHtml } from './escape.ts';
import { type PageContent, pageHtml } from './layout.ts';
import { servedFile } from './links.ts';
import { renderMarkdown } from './markdown.ts';
import { Reference } from './reference/reference.ts';
import { readSearchEntries, type SearchEntry, SearchIndex } from './search.ts';

export interface DocsOptions {
  /** The folder of the package, which contains `docs`. */
  root: string;
  /** Returns the document for the API reference. Called once, with the first page. */
  document: () => OpenApiDocument;
}

/** The answer to an address. */
export interface DocsAnswer {
  type: string;
  /** The entity tag of the uncompressed content, without quotes. */
  etag: string;
  /** The compressed content, so that all pages together take little memory. */
  gzipped: Buffer;
}

const htmlType = 'text/html; charset=utf-8';
const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
};
const assets: ReadonlySet<string> = new Set(['/assets/site.css', '/assets/site.js', '/assets/icon.svg']);

/**
 * The documentation. Each page is rendered when it is first requested, and kept. There are as many pages as files in
 * the folder and operations in the document, so memory is bounded.
 */
export class DocsSite {
  readonly #root: string;
  readonly #reference: Reference;
  readonly #answers = new Map<string, Promise<DocsAnswer>>();
  #index: Promise<SearchIndex> | undefined;

  constructor({ root, document }: DocsOptions) {
    this.#root = root;
    this.#reference = new Reference(document());
  }

  /** Returns the answer to a path behind `/docs` (empty for the first page), or `null`. `query` is the search text. */
  async answer(path: string, query = ''): Promise<DocsAnswer | null> {
    if (path === '/search') return pack(pageHtml(searchPage(query, await this.#search(query))), htmlType);
    if (path === '/search.json') return pack(JSON.stringify(await this.#search(query)), types.json!);
    const known = this.#answers.get(path);
    if (known) return known;
    const make = await this.#makerOf(path);
    if (make === null) return null;
    const making = make();
    this.#answers.set(path, making);
    making.catch(() => this.#answers.delete(path));
    return making;
  }

  /** Returns the page for unknown addresses. */
  notFound(): Promise<DocsAnswer> {
    const html =
      '<h1>No such page</h1>\n<p>Look for it above, or begin at <a href="/docs">the first page</a>.</p>';
    return pack(pageHtml({ title: 'No such page', address: '', html, headings: [] }), htmlType);
  }

  /** Returns the address of every page, for tests and for readers of everything. */
  async addresses(): Promise<string[]> {
    const names = await this.#decisionNames();
    return [
      ...docsPages.map(({ slug }) => (slug === '' ? '/docs' : `/docs/${slug}`)),
      `/docs/${decisions.slug}`,
      ...names.map((name) => `/docs/${decisions.slug}/${name}`),
      ...this.#reference.addresses(),
    ];
  }

  async #search(query: string) {
    this.#index ??= readSearchEntries(this.#root).then(
      (entries) => new SearchIndex([...entries, ...this.#reference.searchEntries()]),
    );
    return (await this.#index).find(query);
  }

  /** Returns the function that renders a path, or `null`. */
  async #makerOf(path: string): Promise<(() => Promise<DocsAnswer>) | null> {
    if (assets.has(path)) return () => this.#file(join(import.meta.dirname, path));
    const page = docsPages.find(({ slug }) => (slug === '' ? '' : `/${slug}`) === path);
    if (page && existsSync(join(this.#root, page.source))) return () => this.#page(page.source, path);
    if (servedFile.test(`docs${path}`) && existsSync(join(this.#root, 'docs', path)))
      return () => this.#file(join(this.#root, 'docs', path));
    if (path === `/${decisions.slug}`) return () => this.#listOfDecisions();
    const name = path.startsWith(`/${decisions.slug}/`) ? path.slice(decisions.slug.length + 2) : null;
    if (name !== null && (await this.#decisionNames()).includes(name))
      return () => this.#page(`${decisions.folder}/${name}.md`, path);
    const content = this.#reference.page(path);
    return content === null ? null : () => pack(pageHtml(content), htmlType);
  }

  async #page(source: string, path: string): Promise<DocsAnswer> {
    const text = await readFile(join(this.#root, source), 'utf8');
    const { html, headings } = renderMarkdown(text, source);
    const title = headings[0]?.text ?? startPage.title;
    return pack(pageHtml({ title, address: `/docs${path}`, html, headings }), htmlType);
  }

  async #listOfDecisions(): Promise<DocsAnswer> {
    const items = (await this.#decisionNames()).map((name) => {
      const [date, words] = [name.slice(0, 10), name.slice(11).replaceAll('-', ' ')];
      return `<li><a href="/docs/${decisions.slug}/${name}">${escapeHtml(words)}</a> <span class="dim">${date}</span></li>`;
    });
    const content: PageContent = {
      title: 'Decisions',
      address: `/docs/${decisions.slug}`,
      html: `<h1>Decisions</h1>\n<p>Why the house is built as it is, by the day on which it was decided.</p>\n<ul>${items.join('\n')}</ul>`,
      headings: [],
    };
    return pack(pageHtml(content), htmlType);
  }

  async #decisionNames(): Promise<string[]> {
    const names = await readdir(join(this.#root, decisions.folder)).catch(() => []);
    return names
      .filter((name) => /^[\w-]+\.md$/.test(name))
      .map((name) => name.slice(0, -3))
      .sort();
  }

  async #file(path: string): Promise<DocsAnswer> {
    return pack(await readFile(path), types[path.split('.').at(-1)!]!);
  }
}

async function pack(content: string | Buffer, type: string): Promise<DocsAnswer> {
  const etag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { type, etag, gzipped: await promisify(gzip)(content, { level: 9 }) };
}

/** Returns the page of search results, for browsers without script and for Enter. */
function searchPage(query: string, found: readonly SearchEntry[]): PageContent {
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
