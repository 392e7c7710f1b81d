import { Marked, type Tokens } from 'marked';
import { escapeHtml } from './escape.ts';
import { highlight } from './highlight.ts';
import { siteAddress } from './links.ts';

export interface Heading {
  depth: number;
  /** The text without markup. */
  text: string;
  /** The anchor, unique in its page. */
  id: string;
}

interface RenderedText {
  html: string;
  headings: Heading[];
}

/** Returns the anchor of a heading, as repository hosts form it. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/**
 * Renders a Markdown file of the repository. `source` is the base of its links. Comments are omitted, and raw HTML is
 * shown as written.
 */
export function renderMarkdown(markdown: string, source: string): RenderedText {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = unique(anchorOf(text), headings);
        headings.push({ depth, text, id });
        return depth === 1
          ? `<h1 id="${id}">${html}</h1>\n`
          : `<h${depth} id="${id}"><a class="anchor" href="#${id}">${html}</a></h${depth}>\n`;
      },
      code: ({ text, lang }: Tokens.Code) => codeBlock(text, lang?.split(' ')[0] ?? ''),
      link({ href, tokens }: Tokens.Link) {
        const address = siteAddress(source, href);
        const text = this.parser.parseInline(tokens);
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const address = siteAddress(source, href);
        return address === null
          ? escapeHtml(text)
          : `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
    },
  });
  const html = marked
    .parse(markdown, { async: false })
    .replaceAll('<table>', `${scrolling('Table')}<table>`)
    .replaceAll('</table>', '</table></div>');
  return { html, headings };
}

/** Returns a block of code, with the element in which the script puts a copy button. */
export function codeBlock(code: string, language: string): string {
  return `<div class="code"><pre tabindex="0"><code>${highlight(code, language)}</code></pre></div>\n`;
}

/** Returns the start of an element that scrolls horizontally. */
function scrolling(label: string): string {
  return `<div class="scrolling" role="region" aria-label="${escapeHtml(label)}" tabindex="0">`;
}

function unique(id: string, headings: readonly Heading[]): string {
  const taken = new Set(headings.map((heading) => heading.id));
  if (!taken.has(id)) return id;
  let count = 1;
  while (taken.has(`${id}-${count}`)) count++;
  return `${id}-${count}`;
}

const inline = new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } });

/** Renders one line of Markdown without a paragraph. Raw HTML is shown as written. */
export function inlineMarkdown(text: string): string {
  return inline.parseInline(text, { async: false });
}
