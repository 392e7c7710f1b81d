/** The items of a provider's list, and the reader of a vendor's answer. */
import type { Gender, ProviderKind } from '../catalog.ts';
import { asArray, asObject, asText, type VendorOptions } from '../kit/index.ts';
import type { VendorRequest, VendorRequestOf } from '../vendor-requests.ts';

export interface ListedModel {
  /** As an agent names it. */
  id: string;
  /** The vendor's name for people. */
  name: string | null;
  kinds: readonly ProviderKind[];
  /** BCP 47; `null` when the vendor does not say. */
  languages: readonly string[] | null;
}

export interface ListedVoice extends Omit<ListedModel, 'kinds'> {
  /** The gender, the accent or a description. */
  detail: string | null;
  /** How the voice sounds; `null` when the vendor does not say. */
  gender: Gender | null;
  /** The models that speak it; `null` when the vendor does not say. */
  models: readonly string[] | null;
}

/** A page of a vendor's list. `next` asks for the following one. `isCut`: the vendor has more, for which there is no request. */
interface ListPage<Item> {
  items: Item[];
  next: string | null;
  isCut?: boolean;
}

/** A list of a vendor: the request of a page, and the reading of its answer. */
export interface ListSource<Item> {
  /** Returns the request; `null` when the address of the key has no such list. */
  request(options: VendorOptions, next: string | null): ReturnType<VendorRequestOf>;
  read(body: unknown): ListPage<Item>;
}

/** Longer texts are cut. */
const textMax = 200;
/** The longest id of a model that an agent may name. A longer one is left out. */
const idMax = 200;

/** Returns a text for people; `null` when it is empty. */
export function textOf(value: unknown): string | null {
  const text = asText(value).replace(/\s+/g, ' ').trim();
  return text === '' ? null : text.slice(0, textMax);
}

/** A voice of Azure has some ninety. */
const languagesMax = 150;

/** Returns the language tags as BCP 47, once each: `eng` becomes `en`. `null` when there are none. */
export function languagesOf(...values: unknown[]): string[] | null {
  const tags = values.flat().flatMap((value) => {
    try {
      return Intl.getCanonicalLocales(asText(value).replaceAll('_', '-'));
    } catch {
      return [];
    }
  });
  return tags.length === 0 ? null : [...new Set(tags)].slice(0, languagesMax);
}

/** Returns several facts as one text; `null` without any. */
export function detailOf(...values: unknown[]): string | null {
  const facts = values.map(textOf).filter((fact) => fact !== null);
  return textOf([...new Set(facts)].join(', '));
}

/** Returns the first gender that the vendor's words name; `null` for none. */
export function genderOf(...values: unknown[]): Gender | null {
  for (const value of values) {
    const text = asText(value).toLowerCase();
    if (/^(?:female|feminine|woman)$/.test(text)) return 'female';
    if (/^(?:male|masculine|man)$/.test(text)) return 'male';
    if (/^(?:neutral|gender[ _-]?neutral|non-?binary|androgynous)$/.test(text)) return 'neutral';
  }
  return null;
}

/** Returns the objects of a list. Anything else in it is left out. */
export function rowsOf(value: unknown): Record<string, unknown>[] {
  return asArray(value).filter((row) => typeof row === 'object' && row !== null) as Record<string, unknown>[];
}

/** Keeps the items whose id an agent may name. */
export function usable<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return items.filter(({ id }) => id !== '' && id.length <= idMax);
}

/** A list that the vendor answers at once, or of which only the beginning is wanted. */
export function whole<Item>(
  request: VendorRequestOf,
  read: (body: Record<string, unknown>) => Item[],
  isCut: (body: Record<string, unknown>) => boolean = () => false,
): ListSource<Item> {
  return {
    request: (options) => request(options),
    read: (body) => ({ items: read(asObject(body)), next: null, isCut: isCut(asObject(body)) }),
  };
}

/** A list of pages. `next` is a query parameter with a text from the page before. */
export function paged<Item>(
  request: VendorRequestOf,
  parameter: string,
  read: (body: Record<string, unknown>) => Item[],
  nextOf: (body: Record<string, unknown>) => unknown,
): ListSource<Item> {
  return {
    async request(options, next) {
      const first = await request(options);
      return first === null || next === null ? first : withParameter(first, parameter, next);
    },
    read(body) {
      const page = asObject(body);
      const next = nextOf(page);
      return { items: read(page), next: typeof next === 'number' ? String(next) : asText(next) || null };
    },
  };
}

function withParameter({ url, headers }: VendorRequest, name: string, value: string): VendorRequest {
  const next = new URL(url);
  next.searchParams.set(name, value);
  return { url: next, headers };
}
