import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docsPages } from './catalog.ts';
import { anchorOf } from './markdown.ts';

/** A search result: a page, a part of one, or an operation. */
export interface SearchEntry {
  title: string;
  /** The page that contains it, or what else distinguishes it from others of its name. */
  place: string;
  address: string;
}

/** An entry with the text beneath its title, which is searched as well. */
interface SearchableEntry extends SearchEntry {
  text?: string;
}

interface IndexedEntry {
  entry: SearchEntry;
  title: string;
  named: string;
  all: string;
}

const foundMax = 20;
const wordsMax = 8;

/** Finds titles, headings, operations and the text beneath them by the beginnings of words. */
export class SearchIndex {
  readonly #entries: readonly IndexedEntry[];

  constructor(entries: readonly SearchableEntry[]) {
    this.#entries = entries.map(({ text = '', ...entry }) => {
      const title = ` ${fold(entry.title)}`;
      const named = `${title} ${fold(entry.place)}`;
      return { entry, title, named, all: `${named} ${fold(text)}` };
    });
  }

  /**
   * Returns entries in which a word begins with each word of the query, best first: those whose title has all of them.
   */
  find(query: string): SearchEntry[] {
    const words = fold(query.slice(0, 100)).split(' ').filter(Boolean).slice(0, wordsMax);
    if (words.length === 0) return [];
    return this.#entries
      .filter(({ all }) => hasAll(all, words))
      .map((found) => ({ found, rank: rankOf(found, words) }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, foundMax)
      .map(({ found }) => found.entry);
  }
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(` ${word}`));
}

/** Ranks titles before names, and those before texts with the words in sequence, then anywhere. */
function rankOf({ title, named, all }: IndexedEntry, words: readonly string[]): number {
  if (hasAll(title, words)) return title.startsWith(` ${words[0]}`) ? 0 : 1;
  if (hasAll(named, words)) return 2;
  return all.includes(` ${words.join(' ')}`) ? 3 : 4;
}

/** Reduces text to lower-case words and digits, separated by one space. */
function fold(text: string): string {
  return text
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns the titles, headings and texts of all pages, without rendering them. */
export async function readSearchEntries(root: string): Promise<SearchableEntry[]> {
  const lists = await Promise.all(
    docsPages.map(async ({ slug, title, source }) => {
      const address = slug === '' ? '/docs' : `/docs/${slug}`;
      const text = await readFile(join(root, source), 'utf8').catch(() => '');
      const parts = partsOf(text).map((part, index) => ({
        title: part.heading,
        text: part.text,
        place: title,
        address: index === 0 ? address : `${address}#${anchorOf(part.heading)}`,
      }));
      return [...(parts[0]?.title === title ? [] : [{ title, place: 'Page', address }]), ...parts];
    }),
  );
  return lists.flat();
}

/** Returns the text beneath each heading, code and tables included. */
function partsOf(markdown: string): { heading: string; text: string }[] {
  const parts: { heading: string; text: string }[] = [];
  let isCode = false;
  for (const line of markdown.replaceAll(/<!--[\s\S]*?-->/g, '').split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const heading = isCode ? null : /^#{1,4} (.+)$/.exec(line);
    const last = parts.at(-1);
    if (heading) parts.push({ heading: withoutMarkup(heading[1]!), text: '' });
    else if (last && !line.startsWith('```')) last.text += `${withoutMarkup(line)}\n`;
  }
  return parts;
}

function withoutMarkup(text: string): string {
  return text.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '');
}
