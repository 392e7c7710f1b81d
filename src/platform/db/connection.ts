import pg from 'pg';
import { toError } from '../kernel/index.ts';
import { hostUrls, splitUrls } from './host-urls.ts';

/** The longest time to connect to one host. */
const connectTimeoutMs = 5_000;
const probeTimeoutMs = 3_000;
/** How long the host that was found is used without asking again. */
const knownForMs = 500;

/**
 * Settings of every session. A machine that loses power, or a network that is cut, closes no connection: with these, the
 * server notices in some 11 s and frees locks and slots.
 */
const sessionSettings = {
  TimeZone: 'UTC',
  // Every statement is short. Compiling one took 60 to 100 ms when its tables had no statistics yet.
  jit: 'off',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '11000',
} as const;

interface ConnectionOptions {
  connectionString: string;
  applicationName: string;
  /** Further settings of the session, such as `statement_timeout`. */
  settings?: Record<string, string>;
}

/** Settings of the sessions in which statements of users are carried out. */
export const statementSettings = {
  statement_timeout: '30000',
  idle_in_transaction_session_timeout: '30000',
} as const;

/**
 * Returns what `Connection`, and a pool of them, is made from. Our side notices a dead server within some 15 s. It leads
 * through the pooler when there is one, which refuses settings: `storeSettings` has given them to the role.
 */
export function connectionConfig(options: ConnectionOptions) {
  const { url, directUrl } = splitUrls(options.connectionString);
  const settings = Object.entries({ ...sessionSettings, ...options.settings });
  return {
    connectionString: url,
    application_name: options.applicationName,
    keepAlive: true,
    // Node.js asks every second from then on, ten times.
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(directUrl === null && { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
  } satisfies pg.ClientConfig;
}

/** Returns the configuration of a connection that passes by the pooler, for LISTEN, session locks and migrations. */
export function directConfig(options: ConnectionOptions) {
  const { url, directUrl } = splitUrls(options.connectionString);
  return connectionConfig({ ...options, connectionString: directUrl ?? url });
}

/**
 * Stores the settings of sessions with the role, for connections through a pooler in transaction mode. Throws when a
 * connection through the pooler does not have them. `client` must hold a lock, because two such changes at once fail.
 */
export async function storeSettings(client: pg.Client, connectionString: string): Promise<void> {
  const { rows } = await client.query<{ database: string }>('select current_database() as database');
  const within = `alter role current_user in database ${pg.escapeIdentifier(rows[0]!.database)}`;
  for (const [name, value] of Object.entries({ ...sessionSettings, ...statementSettings }))
    await client.query(`${within} set ${name} = ${pg.escapeLiteral(value)}`);
  const pooled = new Connection(connectionConfig({ connectionString, applicationName: 'parley start' }));
  try {
    await pooled.connect();
    const shown = await pooled.query<{ TimeZone: string }>('show timezone');
    if (shown.rows[0]?.TimeZone !== 'UTC')
      throw new Error(
        'connections through the pooler of DATABASE_URL have no TimeZone of UTC yet: run RECONNECT in its console, and use the same role in DATABASE_URL and DATABASE_DIRECT_URL',
      );
  } finally {
    await pooled.end();
  }
}

/** Thrown when no host of a `DATABASE_URL` with several can be written to. */
export class NoPrimaryError extends Error {
  constructor(problems: readonly string[]) {
    super(`no host of DATABASE_URL is a primary: ${problems.join('; ')}`);
    this.name = 'NoPrimaryError';
  }
}

/**
 * A connection to the database. When its URL names several hosts, it connects to the first that answers and can be
 * written to.
 */
export class Connection extends pg.Client {
  readonly #urls: string[];

  constructor(config: pg.ClientConfig) {
    const urls = hostUrls(config.connectionString ?? '');
    super({ ...config, connectionString: urls[0] });
    this.#urls = urls;
    // An error of a connection without a statement is reported by `end` as well.
    this.on('error', () => undefined);
  }

  /** The process id of its server process. Null before it is connected. */
  get backendPid(): number | null {
    return (this as unknown as { processID: number | null }).processID;
  }

  override connect(): Promise<this>;
  override connect(done: (error: Error) => void): void;
  override connect(done?: (error: Error) => void): Promise<this> | void {
    const connected = this.#connect();
    if (!done) return connected.then(() => this);
    connected.then(
      () => (done as () => void)(),
      (thrown: unknown) => done(toError(thrown)),
    );
  }

  async #connect(): Promise<void> {
    if (this.#urls.length > 1) {
      const place = new pg.Client(await findPrimary(this.#urls));
      Object.assign(this, { host: place.host, port: place.port });
    }
    await super.connect();
  }
}

const found = new Map<string, Promise<string>>();

/** Connections that are opened together share one search. */
function findPrimary(urls: readonly string[]): Promise<string> {
  const key = urls.join(' ');
  let search = found.get(key);
  if (!search) {
    search = askAll(urls);
    found.set(key, search);
    const forget = () => setTimeout(() => found.delete(key), knownForMs).unref();
    search.then(forget, () => found.delete(key));
  }
  return search;
}

async function askAll(urls: readonly string[]): Promise<string> {
  try {
    return await Promise.any(urls.map(requirePrimary));
  } catch (thrown) {
    throw new NoPrimaryError((thrown as AggregateError).errors.map((error) => toError(error).message));
  }
}

/** Returns the URL when the host can be written to. */
async function requirePrimary(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'parley probe',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => undefined);
  const place = `${client.host}:${client.port}`;
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only === 'on') throw new Error('it is read-only (a standby)');
    return url;
  } catch (thrown) {
    throw new Error(`${place}: ${toError(thrown).message || 'it does not answer'}`);
  } finally {
    client.end().catch(() => undefined);
  }
}
