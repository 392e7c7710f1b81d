import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docsPages } from './catalog.ts';
import { anchorOf } from './markdown.ts';

/** Something that can be found: a page, a part of one, or an operation. */
export interface SearchEntry {
  title: string;
  /** The page that it is in, or what else tells it from others of its name. */
  place: string;
  address: string;
}

const foundMax = 20;
const wordsMax = 8;

/** Titles, headings and operations, found by the beginnings of their words. */
export class SearchIndex {
  readonly #entries: readonly { entry: SearchEntry; title: string; all: string }[];

  constructor(entries: readonly SearchEntry[]) {
    this.#entries = entries.map((entry) => {
      const title = fold(entry.title);
      return { entry, title: ` ${title}`, all: ` ${title} ${fold(entry.place)}` };
    });
  }

  /** Entries with a word that begins as each of the query's does, the best first: those whose title has all of them. */
  find(query: string): SearchEntry[] {
    const words = fold(query.slice(0, 100)).split(' ').filter(Boolean).slice(0, wordsMax);
    if (words.length === 0) return [];
    const found = this.#entries.filter(({ all }) => words.every((word) => all.includes(` ${word}`)));
    const rank = ({ title }: { title: string }) =>
      words.every((word) => title.includes(` ${word}`)) ? (title.startsWith(` ${words[0]}`) ? 0 : 1) : 2;
    return found
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, foundMax)
      .map(({ entry }) => entry);
  }
}

/** Words of small letters and digits with one space between them. */
function fold(text: string): string {
  return text
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The titles and headings of all pages, read without rendering them. */
export async function readSearchEntries(root: string): Promise<SearchEntry[]> {
  const lists = await Promise.all(
    docsPages.map(async ({ slug, title, source }) => {
      const address = slug === '' ? '/docs' : `/docs/${slug}`;
      const text = await readFile(join(root, source), 'utf8').catch(() => '');
      const headings = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^(#{1,4}) (.+)$/gm)];
      const parts = headings
        .map(([, , heading = '']) => heading.replaceAll(/[`*]|\]\([^)]*\)|\[/g, ''))
        .map((heading, index) => ({
          title: heading,
          place: title,
          address: index === 0 ? address : `${address}#${anchorOf(heading)}`,
        }));
      return [...(parts[0]?.title === title ? [] : [{ title, place: 'Page', address }]), ...parts];
    }),
  );
  return lists.flat();
}
