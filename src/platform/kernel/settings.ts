/** One setting of the environment: what it is for, what it accepts, how its text is read. */
export interface Setting<Value> {
  env: string;
  /** For the configuration page: one or two sentences. */
  doc: string;
  /** What is accepted, as it completes "must be …". */
  accepts: string;
  /** The text that is read when the variable is not set; null: `parse` is given null. */
  default: string | null;
  /** What the page shows as the default where that is not the text itself. */
  defaultWords?: string;
  /** True for what must not be repeated in an error. */
  secret?: boolean;
  /** The value, or undefined when the text is not acceptable. */
  parse: (text: string | null) => Value | undefined;
}

export type SettingValues<Settings extends Record<string, Setting<unknown>>> = {
  [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never;
};

/** Settings that were not acceptable: one line for each, naming it and what it accepts. */
export class SettingsError extends Error {
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}

/** Keeps the value's type while settings are gathered into one object. */
export function setting<Value>(definition: Setting<Value>): Setting<Value> {
  return definition;
}

/** Reads every setting, or throws a SettingsError that names each one that is wrong. An empty text is not set. */
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

/** Reads a port number; 0 takes any free one. */
export function parsePort(text: string | null): number | undefined {
  const port = text !== null && /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}
