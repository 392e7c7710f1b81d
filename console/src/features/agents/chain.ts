import type { Configuration } from './configuration.ts';

/** The parts of an agent that have fallbacks. */
export type ChainPart = 'model' | 'voice' | 'transcriber';
/** Settings of any provider. The API knows which exist. */
export type Settings = Record<string, unknown> & { provider: string };

/** Services whose voices are no choice of models: each voice is one, or there is a single one. */
const voicesWithoutModels: ReadonlySet<string> = new Set(['azure-speech', 'google-cloud']);
const embedded: ReadonlySet<string> = new Set(['flite', 'pocketsphinx']);

/** Returns whether a provider has models to choose from. */
export function hasModels(part: ChainPart, provider: string): boolean {
  return !embedded.has(provider) && !(part === 'voice' && voicesWithoutModels.has(provider));
}

/** The most fallbacks of a part. */
export const fallbacksMax = 5;

/** Returns the fallbacks of a part, in order. */
export function fallbacksOf(value: Settings | null): Settings[] {
  return (value?.fallbacks as Settings[] | undefined) ?? [];
}

/** Returns a part's own settings, without its fallbacks. */
export function ownOf({ fallback: _one, fallbacks: _all, ...own }: Settings): Settings {
  return own as Settings;
}

/** Returns a part with these providers: the first one, followed by its fallbacks. A scripted dialogue has none. */
export function partOf<Part extends ChainPart>([first, ...fallbacks]: Settings[]): Configuration[Part] {
  const hasNone = first?.provider === 'scripted';
  const chain = hasNone ? {} : { fallback: fallbacks[0] ?? null, fallbacks };
  return { ...first, ...chain } as Configuration[Part];
}

/** Returns the providers of a part in the order of asking, without the fallbacks of each. */
export function chainOf(value: Settings | null): Settings[] {
  return value === null ? [] : [ownOf(value), ...fallbacksOf(value)];
}

/** Returns a list in which two neighbours have changed places. */
export function moved<One>(list: readonly One[], from: number, to: number): One[] {
  const next = [...list];
  [next[from], next[to]] = [next[to]!, next[from]!];
  return next;
}
