import type { OpenApiDocument } from '../../http/index.ts';
import { escapeHtml } from '../escape.ts';
import type { PageContent } from '../layout.ts';
import { type Heading, renderMarkdown } from '../markdown.ts';
import type { SearchEntry } from '../search.ts';
import { ReadDocument, type Section } from './document.ts';
import { fieldsHtml } from './fields.ts';
import { operationHtml } from './operation.ts';

const start = '/docs/api';
const eventsSlug = 'webhook-events';

/** The API reference: a page for each tag and each named schema of the OpenAPI document. */
export class Reference {
  readonly #document: ReadDocument;

  constructor(document: OpenApiDocument) {
    this.#document = new ReadDocument(document);
  }

  /** Returns the page at a path behind `/docs`, or `null`. */
  page(path: string): PageContent | null {
    if (path === '/api') return this.#overview();
    if (path === `/api/${eventsSlug}`) return this.#events();
    const section = this.#document.sections.find(({ slug }) => path === `/api/${slug}`);
    if (section) return this.#section(section);
    const name = path.startsWith('/api/schemas/') ? path.slice('/api/schemas/'.length) : '';
    return Object.hasOwn(this.#document.schemas, name) ? this.#schema(name) : null;
  }

  addresses(): string[] {
    const { sections, schemas } = this.#document;
    return [
      start,
      ...sections.map(({ slug }) => `${start}/${slug}`),
      `${start}/${eventsSlug}`,
      ...Object.keys(schemas).map((name) => `${start}/schemas/${name}`),
    ];
  }

  searchEntries(): SearchEntry[] {
    const { sections, events } = this.#document;
    return [
      ...sections.flatMap(({ title, slug, operations }) => [
        { title, place: 'API reference', address: `${start}/${slug}` },
        ...operations.map(({ summary, operationId, method, path }) => ({
          title: summary,
          place: `${method.toUpperCase()} ${path} ${operationId}`,
          address: `${start}/${slug}#${operationId}`,
        })),
      ]),
      ...events.map(({ name, summary }) => ({
        title: name,
        place: summary,
        address: `${start}/${eventsSlug}#${name}`,
      })),
    ];
  }

  #frame(title: string, address: string, html: string, headings: Heading[]): PageContent {
    const referenceLinks = [
      ...this.#document.sections.map(({ title, slug }) => ({ title, address: `${start}/${slug}` })),
      { title: 'Webhook events', address: `${start}/${eventsSlug}` },
    ];
    return { title, address, html, headings, referenceLinks };
  }

  #overview(): PageContent {
    const { description, sections } = this.#document;
    const lists = sections.map(({ title, slug, operations }) => {
      const rows = operations.map(
        ({ method, path, summary, operationId }) =>
          `<li><a href="${start}/${slug}#${operationId}">${escapeHtml(summary)}</a> <span class="address"><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></span></li>`,
      );
      return `<h2 id="${slug}"><a href="${start}/${slug}">${escapeHtml(title)}</a></h2><ul class="operations">${rows.join('')}</ul>`;
    });
    const html = `<h1>API reference</h1>
${renderMarkdown(description, 'docs/README.md').html}
<p>All of it as one document, for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1), with an example of each body
and answer and with samples for curl, TypeScript and Python. <code>/openapi.json?samples=false</code> leaves these out. From TypeScript:
<a href="/docs/sdk">the SDK</a>. What is sent to you: <a href="${start}/${eventsSlug}">webhook events</a>.</p>
${lists.join('\n')}`;
    const headings = sections.map(({ title, slug }) => ({ depth: 2, text: title, id: slug }));
    return this.#frame('API reference', start, html, headings);
  }

  #section({ title, slug, operations }: Section): PageContent {
    const parts = operations.map((operation) => operationHtml(this.#document, operation));
    const headings = operations.map(({ summary, operationId }) => ({
      depth: 2,
      text: summary,
      id: operationId,
    }));
    return this.#frame(
      title,
      `${start}/${slug}`,
      `<h1>${escapeHtml(title)}</h1>\n${parts.join('')}`,
      headings,
    );
  }

  #events(): PageContent {
    const { events } = this.#document;
    const parts = events.map(
      ({ name, summary, schema }) =>
        `<section class="operation" aria-labelledby="${name}"><h2 id="${name}"><a class="anchor" href="#${name}">${name}</a></h2><p>${escapeHtml(summary)}</p>${fieldsHtml(this.#document, schema)}</section>`,
    );
    const html = `<h1>Webhook events</h1>
<p>The bodies that are sent to webhook endpoints and returned by <code>GET /api/events</code>;
<a href="/docs/webhooks">Events and webhooks</a> describes how they are delivered and how to verify them.</p>
${parts.join('\n')}`;
    const headings = events.map(({ name }) => ({ depth: 2, text: name, id: name }));
    return this.#frame('Webhook events', `${start}/${eventsSlug}`, html, headings);
  }

  #schema(name: string): PageContent {
    const { description } = this.#document.schemas[name]!;
    const said = description ? renderMarkdown(description, 'docs/README.md').html : '';
    const html = `<p class="dim"><a href="${start}">API reference</a></p>\n<h1>${name}</h1>\n${said}${fieldsHtml(this.#document, { $ref: name })}`;
    return this.#frame(name, `${start}/schemas/${name}`, html, []);
  }
}
