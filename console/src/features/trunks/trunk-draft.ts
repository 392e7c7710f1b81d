/** The fields of the form. Numbers are text. */
export interface TrunkDraft {
  name: string;
  host: string;
  port: number | string;
  transport: 'udp' | 'tcp' | 'tls';
  username: string;
  password: string;
  register: boolean;
  /** Separated by lines or commas. Empty uses the addresses of the host. */
  allowedAddresses: string;
  maxCallsPerSecond: number | string;
  maxConcurrentCalls: number | string;
  /** In order of preference. */
  codecs: ('PCMU' | 'PCMA' | 'G722' | 'OPUS')[];
  mediaEncryption: 'off' | 'optional' | 'required';
  optionsIntervalSeconds: number | string;
  acceptTransfers: boolean;
  /** The dial plan: a country of two letters, or empty; prefixes by commas. */
  dialCountry: string;
  exitCodes: string;
  linePrefixes: string;
}

/** The fields of a trunk that the form reads, as the API returns them. */
interface StoredTrunk
  extends Pick<
    TrunkDraft,
    'name' | 'host' | 'transport' | 'register' | 'codecs' | 'mediaEncryption' | 'acceptTransfers'
  > {
  port: number | null;
  username: string | null;
  allowedAddresses: string[] | null;
  maxCallsPerSecond: number | null;
  maxConcurrentCalls: number | null;
  optionsIntervalSeconds: number | null;
  dialPlan: { country: string | null; exitCodes: string[]; linePrefixes: string[] };
}

/** Returns the form's fields of a trunk, or of a new one. */
export function draftOf(trunk: StoredTrunk | null): TrunkDraft {
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

/** Returns the API's input. An empty password keeps the stored one. */
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
