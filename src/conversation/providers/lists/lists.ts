/** Asks vendors for their lists of models and voices, and remembers the answers for a while. */
import { setImmediate } from 'node:timers/promises';
import { type KeyedProvider, kindNames, kindsOf, type Provider, providerLabels } from '../catalog.ts';
import { ProviderError, type VendorOptions } from '../kit/index.ts';
import { requestText } from '../network/index.ts';
import { type ListedModel, type ListedVoice, type ListSource, usable } from './items.ts';
import { knownModels, knownOn, knownVoices } from './known.ts';
import { modelSources } from './models.ts';
import { voiceSources } from './voices.ts';

export interface Lists {
  models: ListedModel;
  voices: ListedVoice;
}

export interface ProviderList<Item> {
  items: readonly Item[];
  /** When the vendor was asked. `null` for a list of Parley's own. */
  askedAt: Date | null;
  /** The day of Parley's own list; `null` for a vendor's. */
  knownOn: string | null;
  /** The number of items that were read of a longer list; `null` for a whole list. */
  truncatedAt: number | null;
  /** Why the vendor was not asked, or did not answer; `null` when it answered, or when there is nothing to ask. */
  problem: ListProblem | null;
}

export interface ListProblem {
  reason: 'no-key' | 'no-list' | 'failed';
  /** A sentence for people. It has the vendor's words, and never the key. */
  message: string;
}

const known = { models: knownModels, voices: knownVoices };
const sources = { models: modelSources, voices: voiceSources };

/** A key of the organization. Its id is never used again, and the key never changes. */
interface ListKey extends VendorOptions {
  providerKeyId: string;
}

/** Vendors add models some times a week, and voices when a customer makes one. */
const freshMs = 600_000;
/** A vendor that failed is asked again soon, but not for each letter that is typed. */
const failureMs = 20_000;
const listsMax = 200;
/** Of one list. */
const itemsMax = 3_000;
/** Of all lists together: some 20 MB. */
const rememberedMax = 60_000;
const pagesMax = 20;
const pageBytesMax = 4_000_000;
const answerTimeoutMs = 5_000;
const totalTimeoutMs = 15_000;

interface Remembered {
  list: Promise<ProviderList<unknown>>;
  untilMs: number;
  /** 0 until the vendor has answered. */
  items: number;
}

/**
 * The lists that this process has asked for. Each process asks for itself: the lists only help people to choose, so
 * processes need not agree.
 */
export class ListCache {
  readonly #lists = new Map<string, Remembered>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns whether a list would be answered without a question to the vendor. */
  isKnown(what: keyof Lists, provider: Provider, key: { providerKeyId: string } | null): boolean {
    return !hasSource(what, provider) || key === null || this.#remembered(what, key.providerKeyId) !== null;
  }

  /** Returns the vendor's list with Parley's own before it. Without a key, or when the vendor fails, it has a problem. */
  async of<What extends keyof Lists>(
    what: What,
    provider: Provider,
    key: ListKey | null,
  ): Promise<ProviderList<Lists[What]>> {
    if (!hasSource(what, provider)) return own(what, provider, noList(what, provider));
    if (key === null) return own(what, provider, noKey(what, provider));
    const remembered = this.#remembered(what, key.providerKeyId);
    const { list } = remembered ?? this.#ask(what, provider as KeyedProvider, key);
    return (await list) as ProviderList<Lists[What]>;
  }

  #remembered(what: keyof Lists, providerKeyId: string): Remembered | null {
    const found = this.#lists.get(`${what} ${providerKeyId}`);
    return found && found.untilMs > this.#now() ? found : null;
  }

  #ask(what: keyof Lists, provider: KeyedProvider, key: ListKey): Remembered {
    const name = `${what} ${key.providerKeyId}`;
    const remembered: Remembered = {
      list: ask(what, provider, key),
      untilMs: this.#now() + freshMs,
      items: 0,
    };
    this.#lists.delete(name);
    this.#lists.set(name, remembered);
    const forgetSoon = () => {
      remembered.untilMs = this.#now() + failureMs;
    };
    remembered.list.then(({ items, problem }) => {
      if (problem) forgetSoon();
      remembered.items = items.length;
      this.#forgetOldest();
    }, forgetSoon);
    return remembered;
  }

  #forgetOldest(): void {
    let items = [...this.#lists.values()].reduce((sum, list) => sum + list.items, 0);
    for (const [name, list] of this.#lists) {
      if (this.#lists.size <= listsMax && items <= rememberedMax) return;
      items -= list.items;
      this.#lists.delete(name);
    }
  }
}

function hasSource(what: keyof Lists, provider: Provider): boolean {
  return (sources[what][provider as KeyedProvider] ?? []).length > 0;
}

function own<What extends keyof Lists>(
  what: What,
  provider: Provider,
  problem: ListProblem | null,
): ProviderList<Lists[What]> {
  const items = (known[what][provider] ?? []) as readonly Lists[What][];
  return { items, askedAt: null, knownOn: items.length > 0 ? knownOn : null, truncatedAt: null, problem };
}

const nothing = { items: [], askedAt: null, knownOn: null, truncatedAt: null, problem: null };

/** Asks for every list of a provider, page by page. Resolves for every answer of the vendor. */
async function ask<What extends keyof Lists>(
  what: What,
  provider: KeyedProvider,
  key: ListKey,
): Promise<ProviderList<Lists[What]>> {
  // A server with OpenAI's protocol has none of OpenAI's voices.
  const isElsewhere = provider === 'openai' && key.baseUrl !== undefined;
  const before = isElsewhere ? nothing : own(what, provider, null);
  const found = new Map(before.items.map((item) => [item.id, item]));
  const signal = AbortSignal.timeout(totalTimeoutMs);
  let [isAsked, isCut] = [false, false];
  try {
    for (const source of sources[what][provider] as readonly ListSource<Lists[What]>[]) {
      for await (const page of pagesOf(source, provider, key, signal)) {
        isAsked = true;
        for (const item of usable(page.items)) if (!found.has(item.id)) found.set(item.id, item);
        isCut ||= page.isCut || found.size > itemsMax || (found.size === itemsMax && !page.isLast);
        if (found.size >= itemsMax) break;
      }
    }
  } catch (error) {
    const problem = failure(error, provider, signal);
    return { ...before, items: [...found.values()], problem };
  }
  if (!isAsked) return { ...before, problem: noList(what, provider) };
  const items = [...found.values()].slice(0, itemsMax);
  const truncatedAt = isCut ? items.length : null;
  return { items, askedAt: new Date(), knownOn: null, truncatedAt, problem: null };
}

async function* pagesOf<Item>(
  source: ListSource<Item>,
  provider: KeyedProvider,
  key: ListKey,
  signal: AbortSignal,
): AsyncIterable<{ items: Item[]; isLast: boolean; isCut: boolean }> {
  let next: string | null = null;
  for (let page = 0; page < pagesMax; page++) {
    const request = await source.request(key, next);
    if (request === null) return;
    const text = await requestText(
      {
        ...{ ...request, provider, signal, dispatcher: key.dispatcher, method: 'GET', body: '' },
        secrets: key.apiKey === null ? [] : [key.apiKey],
        ...{ firstByteTimeoutMs: answerTimeoutMs, idleTimeoutMs: answerTimeoutMs },
      },
      pageBytesMax,
    );
    // A long list takes some milliseconds to parse. Other requests may run before each page.
    await setImmediate();
    const answer = source.read(parsed(provider, text));
    const isLast = answer.next === null;
    yield {
      ...{ items: answer.items, isLast },
      isCut: answer.isCut === true || (!isLast && page + 1 === pagesMax),
    };
    if (isLast) return;
    next = answer.next;
  }
}

function parsed(provider: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderError(provider, `${provider} answered with something that is not JSON`, {
      retryable: false,
    });
  }
}

function failure(error: unknown, provider: KeyedProvider, signal: AbortSignal): ListProblem {
  const label = providerLabels[provider];
  if (signal.aborted && error === signal.reason) {
    return {
      reason: 'failed',
      message: `${label} did not list everything within ${totalTimeoutMs / 1000} s.`,
    };
  }
  if (!(error instanceof ProviderError)) throw error;
  return { reason: 'failed', message: `${label} could not be asked: ${error.message}` };
}

function noKey(what: keyof Lists, provider: Provider): ListProblem {
  const message = `Your organization has no key of ${providerLabels[provider]}, with which its ${what} could be listed.`;
  return { reason: 'no-key', message };
}

/** Returns the problem of a provider without a list; `null` where Parley's own list is all there is. */
function noList(what: keyof Lists, provider: Provider): ListProblem | null {
  if (known[what][provider]) return null;
  const label = providerLabels[provider];
  if (what !== 'voices' || kindsOf(provider).includes('textToSpeech'))
    return { reason: 'no-list', message: `${label} does not list its ${what} for this key.` };
  const uses = kindsOf(provider).map((kind) => `${kindNames[kind]}s`);
  const path = '/api/providers';
  const hasModels = hasSource('models', provider) || known.models[provider] !== undefined;
  const models = hasModels ? `GET ${path}/${provider}/models lists its models, and ` : '';
  return {
    reason: 'no-list',
    message: `${label} has no voices to list: Parley uses it for ${uses.join(' and ')}. ${models}GET ${path} names the providers of voices.`,
  };
}
