/** A provider that may serve a wish, with the fact that puts it there. */
import type { KeyedProvider } from '../catalog.ts';

/** A stored key, without its secret. */
export interface PresetKey {
  provider: KeyedProvider;
  name: string | null;
  baseUrl: string | null;
  region: string | null;
}

export interface Candidate {
  provider: KeyedProvider;
  /** The settings of the part. An empty `model` stands for a model that only the organization's server knows. */
  settings: Readonly<Record<string, string>>;
  fact: string;
  source: string | null;
  checkedOn: string | null;
  /** Primary language subtags; absent: many, or unknown. The default voices of some providers are English. */
  languages?: readonly string[];
  /** Whether a key serves the wish; absent: any key does. */
  suits?: (key: PresetKey) => boolean;
}

export interface Parts {
  model: readonly Candidate[];
  voice: readonly Candidate[];
  transcriber: readonly Candidate[];
}

export const english = ['en'];
export const fluxLanguages = ['de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'nl', 'pt', 'ru'];
export const streamingLanguages = ['en', 'es', 'pt', 'de', 'fr', 'it'];

export type Fact = [text: string, source: string, checkedOn: string];

export const candidate = (
  provider: KeyedProvider,
  settings: Candidate['settings'],
  [fact, source, checkedOn]: Fact,
  more: Pick<Candidate, 'languages' | 'suits'> = {},
): Candidate => ({ provider, settings, fact, source: `https://${source}`, checkedOn, ...more });

export const readToday = '2026-11-26';
