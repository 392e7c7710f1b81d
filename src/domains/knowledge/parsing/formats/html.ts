import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { type ParsedFile, UnreadableError } from '../jobs.ts';
import { cleanText, decodeText } from './decode.ts';
import { type MarkdownNode, markdownOf } from './html-markdown.ts';

/** What is on a page besides its content. */
const besides =
  'script,style,noscript,template,nav,header,footer,aside,form,iframe,svg,button,dialog,[hidden],[aria-hidden=true],[role=navigation],[role=banner],[role=contentinfo],[role=search]';
/** What is found without a mark is the content only if it has so much text. */
const contentCharactersMin = 200;
/** Elements that a page marks as its content if it has only one of them, with the text that they need. */
const marks: readonly [selector: string, charactersMin: number][] = [
  ['main', 1],
  ['[role=main]', 1],
  ['article', contentCharactersMin],
];

/** Returns the content of an HTML page as Markdown, without its navigation. */
export function parseHtml(bytes: Uint8Array, charset: string | null): ParsedFile {
  const declared = /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(
    Buffer.from(bytes.subarray(0, 2048)).toString('latin1'),
  );
  const given = decodeText(bytes, charset ?? declared?.[1] ?? null);
  const { document } = parseHTML(/<html[\s>]/i.test(given) ? given : wholePage(given));
  const language = document.documentElement?.getAttribute('lang')?.trim() || null;
  const titled = cleanText(document.querySelector('title')?.textContent ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const content = contentOf(document);
  const text = content && markdownOf(content);
  if (!text) throw new UnreadableError('has no text outside of its navigation; it may need JavaScript');
  const heading = /^# +(.+)$/m.exec(text)?.[1]?.trim();
  return { title: heading || titled || null, text, language };
}

/** Returns a piece of HTML as Markdown. */
export function markdownOfHtml(html: string): string {
  const { document } = parseHTML(wholePage(html));
  return markdownOf(document.body as unknown as MarkdownNode);
}

function wholePage(html: string): string {
  return `<!doctype html><html><body>${html}</body></html>`;
}

type Document = ReturnType<typeof parseHTML>['document'];

/**
 * Returns the element with the content: the one that the page marks as its main part, otherwise the one that Readability
 * finds, otherwise all that is not marked as something else.
 */
function contentOf(document: Document): MarkdownNode | null {
  for (const [selector, charactersMin] of marks) {
    const [element, second] = document.querySelectorAll(selector) as unknown as MarkdownNode[];
    if (element === undefined || second !== undefined) continue;
    for (const other of element.querySelectorAll(besides)) other.remove();
    if (hasText(element, charactersMin)) return element;
  }
  const copy = document.cloneNode(true) as unknown as ConstructorParameters<typeof Readability>[0];
  const article = new Readability(copy, { serializer: (node) => node }).parse();
  const readable = article?.content as unknown as MarkdownNode | undefined;
  if (readable && hasText(readable, contentCharactersMin)) return readable;
  const body = document.body as unknown as MarkdownNode | null;
  for (const other of body?.querySelectorAll(besides) ?? []) other.remove();
  return body;
}

function hasText(element: MarkdownNode, charactersMin: number): boolean {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim().length >= charactersMin;
}
