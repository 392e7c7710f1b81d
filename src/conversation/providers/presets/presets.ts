/**
 * Presets: a transcriber, a voice and a model for a common wish, chosen among the providers whose keys an organization has
 * stored. Each choice carries the fact behind it, with its page and day. The facts are the vendors' own words or prices:
 * Parley has measured none of these services.
 */
import type { KeyedProvider } from '../catalog.ts';
import type { Candidate, Parts, PresetKey } from './candidate.ts';
import { cheapest } from './cheapest.ts';
import { isOwnServer, onlyEu, ownServers } from './places.ts';
import { bestQuality, lowestLatency } from './speed-and-quality.ts';

export const wishes = {
  'lowest-latency': 'Lowest latency',
  'best-quality': 'Best quality',
  cheapest: 'Cheapest',
  'only-eu': 'Only in the European Union',
  'own-servers': 'Only our own servers',
} as const;
export type Wish = keyof typeof wishes;

/** The providers of each wish, best first. */
export const candidates: Record<Wish, Parts> = {
  'lowest-latency': lowestLatency,
  'best-quality': bestQuality,
  cheapest,
  'only-eu': onlyEu,
  'own-servers': ownServers,
};

export const presetParts = ['model', 'voice', 'transcriber'] as const;
export type PresetPart = (typeof presetParts)[number];

/** The settings of a part, as an agent holds them. */
type PartSettings = { provider: string } & Record<string, unknown>;

interface PresetChoice {
  part: PresetPart;
  provider: string;
  /** Why this provider was chosen. */
  fact: string;
  /** The page of the fact, and the day on which it was checked. `null` for a fact about Parley. */
  source: string | null;
  checkedOn: string | null;
}

interface MissingKey {
  part: PresetPart;
  /** Any of these serves the wish. */
  providers: KeyedProvider[];
  /** What the key must be like, or what works meanwhile. */
  message: string;
}

export interface Preset {
  wish: Wish;
  label: string;
  configuration: Record<PresetPart, PartSettings | null>;
  choices: PresetChoice[];
  missing: MissingKey[];
}

interface Facts {
  /** The organization's keys, newest first. */
  keys: readonly PresetKey[];
  /** BCP 47. */
  language: string;
  /** A model of a server of the organization, which only that server knows. */
  ownModel: { key: string | null; model: string } | null;
  /** Why the server of the organization has no such model, for people; `null` without such a server. */
  ownProblem: string | null;
  /** Whether the embedded transcriber is installed. */
  hasPocketSphinx: boolean;
}

/** Returns every preset with these keys. */
export function presetsOf(facts: Facts): Preset[] {
  return (Object.keys(wishes) as Wish[]).map((wish) => presetOf(wish, facts));
}

/** Returns the preset for a wish. Parts without a key are embedded ones where these work, and otherwise `null`. */
export function presetOf(wish: Wish, facts: Facts): Preset {
  const preset: Preset = {
    ...{ wish, label: wishes[wish] },
    ...{ configuration: { model: null, voice: null, transcriber: null }, choices: [], missing: [] },
  };
  for (const part of presetParts) choose(preset, part, facts);
  addEmbedded(preset, facts);
  return preset;
}

function choose(preset: Preset, part: PresetPart, facts: Facts): void {
  const { language, keys, ownModel, ownProblem } = facts;
  const all = candidates[preset.wish][part].filter((one) => speaks(one.languages, language));
  for (const candidate of all) {
    const key = keyFor(candidate, keys);
    if (key === null) continue;
    const isOwn = candidate.settings.model === '';
    if (isOwn && ownModel === null) continue;
    const settings = isOwn ? { model: ownModel!.model } : candidate.settings;
    const named = isOwn ? ownModel!.key : key.name;
    const { provider, fact, source, checkedOn } = candidate;
    preset.configuration[part] = { provider, ...settings, ...(named !== null && { key: named }) };
    preset.choices.push({ part, provider, fact, source, checkedOn });
    return;
  }
  preset.missing.push({
    part,
    providers: [...new Set(all.map(({ provider }) => provider))],
    message:
      preset.wish === 'own-servers' && part === 'model'
        ? (ownProblem ?? needs[preset.wish])
        : needs[preset.wish],
  });
}

const oneKey = 'Store a key of one provider for each part.';
const needs: Record<Wish, string> = {
  'lowest-latency': oneKey,
  'best-quality': oneKey,
  cheapest: oneKey,
  'only-eu':
    'Store a key of one provider for each part. Its region or base URL must be in the European Union.',
  'own-servers': 'Store a key with the address of your server.',
};

/**
 * Returns the key that an agent would use: `name` names it, and `null` is the newest one of the provider. A condition may
 * rule out the newest key, so a suitable older one must have a name.
 */
function keyFor(candidate: Candidate, keys: readonly PresetKey[]): { name: string | null } | null {
  const ofProvider = keys.filter(({ provider }) => provider === candidate.provider);
  const suits = candidate.suits ?? ((key: PresetKey) => !isOwnServer(key));
  for (const [at, key] of ofProvider.entries()) {
    if (!suits(key)) continue;
    if (at === 0 && (candidate.suits === undefined || key.name === null)) return { name: null };
    // A name stands for the newest key that has it.
    if (key.name !== null && at === ofProvider.findIndex(({ name }) => name === key.name)) {
      return { name: key.name };
    }
  }
  return null;
}

/** Returns the key of a model server of the organization, as an agent would name it; `null` without such a server. */
export function ownServerKey(keys: readonly PresetKey[]): { name: string | null } | null {
  return keyFor(ownServers.model[0]!, keys);
}

const primaryOf = (tag: string) => tag.split('-', 1)[0]!.toLowerCase();

function speaks(languages: readonly string[] | undefined, language: string): boolean {
  return languages === undefined || languages.includes(primaryOf(language));
}

/** A dialogue that works with the embedded transcriber and with keys, to be edited. */
const firstDialogue = {
  start: 'ask',
  nodes: {
    ask: {
      say: 'Hello. This agent follows a script. Can you hear me? Say yes or no, or press one or two.',
      listen: {
        options: [
          { keys: ['1'], phrases: ['yes'], goto: 'yes' },
          { keys: ['2'], phrases: ['no'], goto: 'no' },
        ],
      },
    },
    yes: { say: 'Good. Everything works. Goodbye.', end: true },
    no: { say: 'Then please turn up the volume. Goodbye.', end: true },
  },
};

/** Fills what is missing with the embedded providers, so that an English agent can be called at once. */
function addEmbedded(preset: Preset, { language, hasPocketSphinx }: Facts): void {
  const { configuration, choices } = preset;
  const add = (part: PresetPart, settings: PartSettings, fact: string) => {
    configuration[part] = settings;
    choices.push({ part, provider: settings.provider, fact, source: null, checkedOn: null });
  };
  const isEnglish = primaryOf(language) === 'en';
  if (configuration.model === null) {
    const settings = { provider: 'scripted', dialogue: firstDialogue };
    add('model', settings, 'Part of Parley. It follows a dialogue instead of the prompt, and needs no key.');
  }
  if (configuration.voice === null && isEnglish) {
    add('voice', { provider: 'flite' }, 'Part of Parley, and needs no key. It speaks English only.');
  }
  const isScripted = configuration.model?.provider === 'scripted';
  if (configuration.transcriber === null && isEnglish && isScripted && hasPocketSphinx) {
    const fact =
      'Part of Parley, and needs no key. It understands the English phrases that a dialogue expects.';
    add('transcriber', { provider: 'pocketsphinx' }, fact);
  }
}
