import type { Trunk } from './trunk-words.ts';

/** What the form of a trunk edits: numbers as text, as fields have them. */
export interface TrunkDraft {
  name: string;
  host: string;
  port: number | string;
  transport: Trunk['transport'];
  username: string;
  password: string;
  register: boolean;
  /** One a line or by commas; empty: what the host resolves to. */
  allowedAddresses: string;
  maxCallsPerSecond: number | string;
  maxConcurrentCalls: number | string;
  /** In the order of preference. */
  codecs: Trunk['codecs'];
  mediaEncryption: Trunk['mediaEncryption'];
  optionsIntervalSeconds: number | string;
  acceptTransfers: boolean;
  /** The dial plan: a country of two letters, or empty; prefixes by commas. */
  dialCountry: string;
  exitCodes: string;
  linePrefixes: string;
}

/** The form's fields as the trunk has them, or as a new one would. */
export function draftOf(trunk: Trunk | null): TrunkDraft {
  return {
    name: trunk?.name ?? '',
    host: trunk?.host ?? '',
    port: trunk?.port ?? '',
    transport: trunk?.transport ?? 'udp',
    username: trunk?.username ?? '',
    password: '',
    register: trunk?.register ?? false,
    allowedAddresses: trunk?.allowedAddresses?.join('\n') ?? '',
    maxCallsPerSecond: trunk?.maxCallsPerSecond ?? '',
    maxConcurrentCalls: trunk?.maxConcurrentCalls ?? '',
    codecs: trunk?.codecs ?? ['PCMU', 'PCMA'],
    mediaEncryption: trunk?.mediaEncryption ?? 'off',
    optionsIntervalSeconds: trunk === null ? 30 : (trunk.optionsIntervalSeconds ?? ''),
    acceptTransfers: trunk?.acceptTransfers ?? false,
    dialCountry: trunk?.dialPlan.country ?? '',
    exitCodes: trunk?.dialPlan.exitCodes.join(', ') ?? '',
    linePrefixes: trunk?.dialPlan.linePrefixes.join(', ') ?? '',
  };
}

/** As the API takes it; an empty password leaves the one that is stored. */
export function bodyOf(draft: TrunkDraft) {
  const { password, dialCountry, exitCodes, linePrefixes, ...rest } = draft;
  const list = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');
  const addresses = list(draft.allowedAddresses);
  const amount = (value: number | string) => (value === '' ? null : Number(value));
  return {
    ...rest,
    port: amount(draft.port),
    username: draft.username.trim() || null,
    allowedAddresses: addresses.length === 0 ? null : addresses,
    maxCallsPerSecond: amount(draft.maxCallsPerSecond),
    maxConcurrentCalls: amount(draft.maxConcurrentCalls),
    optionsIntervalSeconds: amount(draft.optionsIntervalSeconds),
    dialPlan: {
      country: dialCountry.trim() || null,
      exitCodes: list(exitCodes),
      linePrefixes: list(linePrefixes),
    },
    ...(password === '' ? {} : { password }),
  };
}
