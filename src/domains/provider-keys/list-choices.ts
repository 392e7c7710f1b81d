import { isKeyless, kindsOf, type Provider, providerLabels } from '../../conversation/providers/catalog.ts';
import type { Lists, ProviderList } from '../../conversation/providers/lists/index.ts';
import type { ProviderLists } from '../../conversation/providers/registry.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { nextPageUrl, pageRequest } from '../../platform/http/index.ts';
import { invalid } from '../../platform/kernel/index.ts';
import { fieldOf } from './list-providers.ts';
import { findProviderCredentials } from './read.ts';
import type { ModelQuery, ProviderModelPage, ProviderVoicePage, VoiceQuery } from './schemas.ts';

/** Where a list is asked from. */
interface Where {
  db: Queryable;
  secret: SecretKey;
  organizationId: string;
  baseUrl: string;
  path: string;
  open(): Promise<ProviderLists>;
  /** Throws 429 when the organization has asked vendors too often. */
  admit(): void;
}

/** Lists the models of a provider, as the vendor orders them. */
export async function listModels(
  where: Where,
  provider: Provider,
  query: ModelQuery,
): Promise<ProviderModelPage> {
  const list = await listOf('models', where, provider, query.key);
  const models = list.items
    .map(({ id, name, kinds, languages }) => ({
      ...{ model: id, name, languages: mutable(languages) },
      kinds: kinds.filter((kind) => kindsOf(provider).includes(kind)).map((kind) => fieldOf[kind]),
    }))
    .filter(({ kinds }) => (query.kind === undefined ? kinds.length > 0 : kinds.includes(query.kind)))
    .filter(({ model, name }) => isNamed(query.search, model, name));
  const { page, metadata } = pageOf(models, where, query);
  return { models: page, ...factsOf(list), metadata };
}

/** Lists the voices of a provider, as the vendor orders them. */
export async function listVoices(
  where: Where,
  provider: Provider,
  query: VoiceQuery,
): Promise<ProviderVoicePage> {
  const { search, language, model, gender } = query;
  const list = await listOf('voices', where, provider, query.key);
  const voices = list.items
    .filter(({ languages }) => language === undefined || speaks(languages, language))
    .filter(({ models }) => model === undefined || models === null || models.includes(model))
    .filter((voice) => gender === undefined || voice.gender === gender)
    .filter(({ id, name, detail }) => isNamed(search, id, name, detail))
    .map(({ id, name, detail, gender, languages, models }) => ({
      ...{ voice: id, name, detail, gender, languages: mutable(languages), models: mutable(models) },
    }));
  const { page, metadata } = pageOf(voices, where, query);
  return { voices: page, ...factsOf(list), metadata };
}

async function listOf<What extends keyof Lists>(
  what: What,
  { db, secret, organizationId, open, admit }: Where,
  provider: Provider,
  name: string | undefined,
): Promise<ProviderList<Lists[What]>> {
  const key = isKeyless(provider)
    ? null
    : await findProviderCredentials(db, secret, organizationId, provider, name ?? null);
  const lists = await open();
  if (!lists.isKnown(what, provider, key)) admit();
  const list = await lists.of(what, provider, key);
  if (list.problem?.reason !== 'no-key' || name === undefined) return list;
  const message = `Your organization has no key of ${providerLabels[provider]} with the name “${name}”.`;
  return { ...list, problem: { ...list.problem, message } };
}

const mutable = (texts: readonly string[] | null) => texts && [...texts];

function factsOf({ askedAt, knownOn, truncatedAt, problem }: ProviderList<unknown>) {
  return { askedAt: askedAt?.toISOString() ?? null, knownOn, truncatedAt, problem };
}

function isNamed(search: string | undefined, ...texts: (string | null)[]): boolean {
  const wanted = search?.toLowerCase() ?? '';
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}

const primaryOf = (tag: string) => tag.split(/[-_]/, 1)[0]!.toLowerCase();

function speaks(languages: readonly string[] | null, language: string): boolean {
  return languages === null || languages.some((tag) => primaryOf(tag) === primaryOf(language));
}

/** The epoch: the items of a list have no times, and the token of a page needs one. */
const anyTime = '1970-01-01T00:00:00.000Z';

function positionIn(id: string): number {
  const digits = /^item_(\d{26})$/.exec(id)?.[1];
  if (digits === undefined) throw invalid('pageToken', 'is not a token that this list issued');
  return Number(digits);
}

/** Returns a page. Its token has the number of items before the next one, so a list that changes may repeat some. */
function pageOf<Item>(items: readonly Item[], { baseUrl, path }: Where, query: ModelQuery | VoiceQuery) {
  const { size, after } = pageRequest(query);
  const from = after === null ? 0 : positionIn(after.id);
  const to = from + size;
  const next = to < items.length ? { createdAt: anyTime, id: `item_${String(to).padStart(26, '0')}` } : null;
  return { page: items.slice(from, to), metadata: { nextPage: nextPageUrl(baseUrl, path, query, next) } };
}
