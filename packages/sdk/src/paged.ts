/** The fields of every page beside its items. */
export interface PageMetadata {
  metadata: { nextPage: string | null };
}

/** A paged list. Iterating returns item after item, and requests the next page only when the current one is used up. */
export class Paged<Page extends PageMetadata, Item> implements AsyncIterable<Item> {
  readonly #read: (search: string) => Promise<Page>;
  readonly #search: string;
  readonly #items: keyof Page;

  /** `read` requests the page of a query string. `items` names the page's list. */
  constructor(read: (search: string) => Promise<Page>, search: string, items: string) {
    this.#read = read;
    this.#search = search;
    this.#items = items as keyof Page;
  }

  /** Returns the first page. */
  page(): Promise<Page> {
    return this.#read(this.#search);
  }

  /** Iterates over the pages. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let search: string | null = this.#search; search !== null; ) {
      const page: Page = await this.#read(search);
      yield page;
      const { nextPage } = page.metadata;
      // Only the query is used, because the service's own address may differ from `baseUrl`.
      search = nextPage === null ? null : new URL(nextPage).search;
    }
  }

  /** Returns all items, at most `max`. Use it for short lists. */
  async all(max = 10_000): Promise<Item[]> {
    const items: Item[] = [];
    if (max > 0)
      for await (const item of this) {
        items.push(item);
        if (items.length >= max) break;
      }
    return items;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page[this.#items] as Item[];
  }
}
