/** The fields of every page beside its items. */
export interface PageMetadata {
  metadata: { nextPage: string | null };
}

/**
 * A list that comes in pages. Iterating gives item after item and asks for the next page when the last is used up;
 * nothing is asked for before.
 */
export class Paged<Page extends PageMetadata, Item> implements AsyncIterable<Item> {
  readonly #read: (search: string) => Promise<Page>;
  readonly #search: string;
  readonly #items: keyof Page;

  /** `read` gives the page of a query string; `items` names the list in it. */
  constructor(read: (search: string) => Promise<Page>, search: string, items: string) {
    this.#read = read;
    this.#search = search;
    this.#items = items as keyof Page;
  }

  /** The first page alone. */
  page(): Promise<Page> {
    return this.#read(this.#search);
  }

  /** Page after page. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let search: string | null = this.#search; search !== null; ) {
      const page: Page = await this.#read(search);
      yield page;
      const { nextPage } = page.metadata;
      // Only the query: where the service believes that it is reached need not be where we reach it.
      search = nextPage === null ? null : new URL(nextPage).search;
    }
  }

  /** All items, `max` at most: for lists that are known to be short. */
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
