import { cleanText } from './decode.ts';

/** The part of a DOM node that the conversion reads. */
export interface MarkdownNode {
  nodeType: number;
  localName?: string;
  textContent: string | null;
  childNodes: ArrayLike<MarkdownNode> & Iterable<MarkdownNode>;
  querySelectorAll(selector: string): Iterable<MarkdownNode>;
  remove(): void;
}

const blockNames = new Set(
  'address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form header hgroup hr li main nav ol p pre section summary table tr ul'.split(
    ' ',
  ),
);
const skipped = new Set('script style noscript template svg iframe head'.split(' '));
/** Elements, documents and fragments of documents (DOM §4.4). */
const containers = new Set([1, 9, 11]);
const headingName = /^h([1-6])$/;
/** Deeper elements are read as text, so that a hostile page does not exhaust the stack. */
const depthMax = 200;

/** Returns the text below a node as Markdown: headings, paragraphs, lists, tables and preformatted text. */
export function markdownOf(node: MarkdownNode): string {
  const writer = new Writer();
  write(node, writer, 0);
  return writer.end();
}

/** Collects blocks. Text goes into the open block until another begins. */
class Writer {
  readonly #blocks: string[] = [];
  #open = '';
  #prefix = '';

  text(text: string): void {
    this.#open += text;
  }

  /** Ends the open block. The next one begins with the prefix. */
  begin(prefix = ''): void {
    const text = this.#open
      .replace(/[ \t\n]+/g, ' ')
      .replaceAll('\v', '\n')
      .replace(/ *\n */g, '\n')
      .trim();
    if (text !== '') {
      this.#blocks.push(this.#prefix + text);
      this.#prefix = '';
    }
    this.#open = '';
    if (prefix !== '') this.#prefix = prefix;
  }

  whole(block: string): void {
    this.begin();
    if (block.trim() !== '') this.#blocks.push(block);
  }

  end(): string {
    this.begin();
    const text = this.#blocks.reduce((all, block, n) => {
      const isNextItem = /^\s*- /.test(block) && /^\s*- /.test(this.#blocks[n - 1] ?? '');
      return n === 0 ? block : `${all}${isNextItem ? '\n' : '\n\n'}${block}`;
    }, '');
    return cleanText(text).trim();
  }
}

function write(node: MarkdownNode, writer: Writer, depth: number, listDepth = 0): void {
  const name = node.localName?.toLowerCase() ?? '';
  const level = headingName.exec(name)?.[1];
  if (node.nodeType === 3) writer.text((node.textContent ?? '').replaceAll('\v', ' '));
  else if (!containers.has(node.nodeType) || skipped.has(name)) return;
  else if (depth > depthMax) writer.text(node.textContent ?? '');
  else if (level !== undefined) heading(node, writer, Number(level));
  else if (name === 'br') writer.text('\v');
  else if (name === 'pre') writer.whole(preformatted(node));
  else if (name === 'table' && isData(node)) writer.whole(tableOf(node));
  else writeChildren(node, name, writer, depth, listDepth);
}

function writeChildren(
  node: MarkdownNode,
  name: string,
  writer: Writer,
  depth: number,
  listDepth: number,
): void {
  const isBlock = blockNames.has(name);
  if (name === 'li') writer.begin(`${'  '.repeat(Math.max(0, listDepth - 1))}- `);
  else if (isBlock) writer.begin();
  else if (name === 'td' || name === 'th') writer.text(' ');
  const deeper = name === 'ul' || name === 'ol' ? listDepth + 1 : listDepth;
  for (const child of node.childNodes) write(child, writer, depth + 1, deeper);
  if (isBlock) writer.begin();
}

function preformatted(node: MarkdownNode): string {
  return `\`\`\`\n${(node.textContent ?? '').replaceAll('```', "'''").trimEnd()}\n\`\`\``;
}

function heading(node: MarkdownNode, writer: Writer, level: number): void {
  const words = inline(node);
  if (words !== '') writer.whole(`${'#'.repeat(level)} ${words}`);
}

function inline(node: MarkdownNode): string {
  return (node.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** Whether a table has data, and is not only there for the layout of the page. */
function isData(table: MarkdownNode): boolean {
  const cells = [...table.querySelectorAll('td, th')];
  const inside = [...table.querySelectorAll('table, h1, h2, h3, h4, ul, ol, p + p')];
  return cells.length > 2 && inside.length === 0;
}

function tableOf(table: MarkdownNode): string {
  const rows = Array.from(table.querySelectorAll('tr'), (row) =>
    Array.from(row.querySelectorAll('td, th'), (cell) => inline(cell).replaceAll('|', '\\|')),
  ).filter((cells) => cells.some((cell) => cell !== ''));
  const columns = Math.max(...rows.map((cells) => cells.length));
  const lineOf = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, n) => cells[n] ?? '').join(' | ')} |`;
  const [header = [], ...rest] = rows;
  return [lineOf(header), lineOf(Array.from({ length: columns }, () => '---')), ...rest.map(lineOf)].join(
    '\n',
  );
}
