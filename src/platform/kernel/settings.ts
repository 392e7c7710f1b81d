import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** A setting in the environment. */
export interface Setting<Value> {
  env: string;
  /** One or two sentences for the configuration page. */
  doc: string;
  /** The accepted values, as the end of the sentence "must be …". */
  accepts: string;
  /** The text to parse when the variable is not set. `null`: `parse` receives null. */
  default: string | null;
  /** The default on the configuration page, when it differs from the text. */
  defaultWords?: string;
  /** Whether errors must not repeat the value. */
  secret?: boolean;
  /** Returns the value, or undefined for an unacceptable text. */
  parse: (text: string | null) => Value | undefined;
}

export type SettingValues<Settings extends Record<string, Setting<unknown>>> = {
  [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never;
};

/** Unacceptable settings: one line for each, with its name and its accepted values. */
export class SettingsError extends Error {
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}

/** Keeps the type of the value when settings are gathered into one object. */
export function setting<Value>(definition: Setting<Value>): Setting<Value> {
  return definition;
}

/** Reads every setting. Throws a SettingsError that names each wrong one. An empty text counts as not set. */
export function readSettings<Settings extends Record<string, Setting<unknown>>>(
  settings: Settings,
  environment: Record<string, string | undefined>,
): SettingValues<Settings> {
  const errors: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { env, accepts, default: fallback, secret, parse }] of Object.entries(settings)) {
    const given = environment[env]?.trim() || null;
    const value = parse(given ?? fallback);
    if (value !== undefined) values[name] = value;
    else
      errors.push(
        `${env} must be ${accepts}${secret || given === null ? '' : `; it is ${JSON.stringify(given)}`}.`,
      );
  }
  if (errors.length > 0) throw new SettingsError(errors);
  return values as SettingValues<Settings>;
}

/** Parses the address that a server listens on: an IP address or a host name. */
export function parseHost(text: string | null): string | undefined {
  if (text === null) return undefined;
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) ? text : undefined;
}

/** Parses a port number. 0 means any free port. */
export function parsePort(text: string | null): number | undefined {
  const port = text !== null && /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}

/** Reads a whole number within bounds. */
export function parseWhole(text: string | null, min: number, max: number): number | undefined {
  const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

/** Reads a timeout of 5 to 3600 seconds. */
export function parseSeconds(text: string | null): number | undefined {
  return parseWhole(text, 5, 3600);
}

/** Reads the base of URLs, without its last slashes. */
export function parseBaseUrl(text: string | null): string | null | undefined {
  if (text === null) return null;
  if (!URL.canParse(text)) return undefined;
  const { protocol, search, hash, href } = new URL(text);
  const isBase = /^https?:$/.test(protocol) && search === '' && hash === '';
  return isBase ? href.replace(/\/+$/, '') : undefined;
}

/** Reads a path, relative to the working directory. */
export function parseFilePath(text: string | null): string | null | undefined {
  return text === null ? null : text.includes('\0') ? undefined : resolve(text);
}

/** Reads CIDRs that are separated by commas. */
export function parseCidrs(text: string | null): string[] | undefined {
  const cidrs = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return cidrs.every(isCidr) ? cidrs : undefined;
}

function isCidr(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bitsMax = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
  return rest.length === 0 && prefix !== undefined && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bitsMax;
}
