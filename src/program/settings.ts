import { isIP } from 'node:net';
import { resolve } from 'node:path';
import {
  type LogLevel,
  logLevels,
  parsePort,
  type SettingValues,
  setting,
} from '../platform/kernel/index.ts';
import { oidcSettings } from './oidc-settings.ts';

/** The parts that a process may run. */
const processRoles = ['api', 'calls', 'dialer', 'workflows'] as const;
type ProcessRole = (typeof processRoles)[number];

const isHost = (text: string) => isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text);

/** Every setting of the environment. The page docs/configuration.md is generated from this. */
export const settings = {
  httpPort: setting({
    env: 'PARLEY_HTTP_PORT',
    doc: 'The port of the API and its reference.',
    accepts: 'a port from 0 to 65535 (0: any free one)',
    default: '8080',
    parse: parsePort,
  }),
  httpHost: setting({
    env: 'PARLEY_HTTP_HOST',
    doc: 'The address that the API listens on: loopback by default, `0.0.0.0` for all.',
    accepts: 'an IP address or a host name',
    default: '127.0.0.1',
    parse: (text) => (text !== null && isHost(text) ? text : undefined),
  }),
  publicUrl: setting({
    env: 'PARLEY_PUBLIC_URL',
    doc: 'The base of absolute URLs that the API returns.',
    accepts: 'an http or https URL without a query, such as https://parley.example.com',
    default: null,
    defaultWords: 'derived from each request',
    parse: parsePublicUrl,
  }),
  console: setting({
    env: 'PARLEY_CONSOLE',
    doc: 'Whether the service serves the console at `/`. The console is built once, after the start, unless it was built ahead.',
    accepts: 'on or off',
    default: 'on',
    parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  }),
  dataDir: setting({
    env: 'PARLEY_DATA_DIR',
    doc: 'Everything that the program keeps outside an external database: the embedded database, recordings, keys.',
    accepts: 'a path',
    default: './data',
    parse: (text) => (text === null || text.includes('\0') ? undefined : resolve(text)),
  }),
  databaseUrl: setting<string | null>({
    env: 'DATABASE_URL',
    doc: 'An external PostgreSQL (15 or newer) instead of the embedded one. Parley uses session-level features, so a transaction pooler in between does not work.',
    accepts: 'a URL such as postgres://user:password@host:5432/database',
    default: null,
    defaultWords: 'the embedded database',
    secret: true,
    parse: (text) => (text === null || /^postgres(ql)?:\/\/\S+$/.test(text) ? text : undefined),
  }),
  secretKey: setting<string | null>({
    env: 'PARLEY_SECRET_KEY',
    doc: 'The key that encrypts stored secrets and signs API keys. All machines on one database need the same key. A start whose key does not match the database is refused.',
    accepts: 'at least 32 characters',
    default: null,
    defaultWords: 'made at the first start and kept in `<data dir>/secret.key`',
    secret: true,
    parse: (text) => (text === null || text.length >= 32 ? text : undefined),
  }),
  trustedProxies: setting({
    env: 'PARLEY_TRUSTED_PROXIES',
    doc: 'CIDRs of the reverse proxies in front of the API, separated by commas. From them, Parley takes the client’s address from X-Forwarded-For (limits by address use it), and the requested address from X-Forwarded-Proto and X-Forwarded-Host. From all others it ignores these headers.',
    accepts: 'a list of CIDRs such as 10.1.0.0/16,127.0.0.1/32',
    default: null,
    defaultWords: 'none',
    parse: parseCidrs,
  }),
  egressAllow: setting({
    env: 'PARLEY_EGRESS_ALLOW',
    doc: 'Private or loopback CIDRs that user-configured URLs may reach, separated by commas.',
    accepts: 'a list of CIDRs such as 10.1.0.0/16,127.0.0.1/32',
    default: null,
    defaultWords: 'none',
    parse: parseCidrs,
  }),
  ...oidcSettings,
  recordingsS3Endpoint: setting<string | null>({
    env: 'PARLEY_RECORDINGS_S3_ENDPOINT',
    doc: 'The URL, without the bucket, of an S3-compatible store to which the recordings of ended calls are moved. Set all five PARLEY_RECORDINGS_S3 settings, or none.',
    accepts: 'an http or https URL without a query, such as https://s3.eu-central-1.amazonaws.com',
    default: null,
    defaultWords: 'recordings stay in `<data dir>/recordings`',
    parse: parsePublicUrl,
  }),
  recordingsS3Bucket: setting<string | null>({
    env: 'PARLEY_RECORDINGS_S3_BUCKET',
    doc: 'The bucket of the store for recordings. It must exist, and is addressed by path.',
    accepts: '3 to 63 lower-case letters, digits, dots and hyphens',
    default: null,
    defaultWords: 'none',
    parse: (text) => (text === null || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : undefined),
  }),
  recordingsS3Region: setting<string | null>({
    env: 'PARLEY_RECORDINGS_S3_REGION',
    doc: 'The region for which requests to the store for recordings are signed.',
    accepts: 'letters, digits and hyphens, such as us-east-1',
    default: null,
    defaultWords: 'none',
    parse: (text) => (text === null || /^[a-z0-9-]{1,64}$/i.test(text) ? text : undefined),
  }),
  recordingsS3AccessKeyId: setting<string | null>({
    env: 'PARLEY_RECORDINGS_S3_ACCESS_KEY_ID',
    doc: 'The access key that signs requests to the store for recordings. It must be allowed to read, write and look up objects of the bucket.',
    accepts: 'text without spaces',
    default: null,
    defaultWords: 'none',
    parse: (text) => (text === null || /^\S+$/.test(text) ? text : undefined),
  }),
  recordingsS3SecretAccessKey: setting<string | null>({
    env: 'PARLEY_RECORDINGS_S3_SECRET_ACCESS_KEY',
    doc: 'The secret of PARLEY_RECORDINGS_S3_ACCESS_KEY_ID.',
    accepts: 'text without spaces',
    default: null,
    defaultWords: 'none',
    secret: true,
    parse: (text) => (text === null || /^\S+$/.test(text) ? text : undefined),
  }),
  recordingsReserveMb: setting<number | null>({
    env: 'PARLEY_RECORDINGS_RESERVE_MB',
    doc: 'How many megabytes (of 1,000,000 bytes) recordings leave free on the disk of `<data dir>/recordings`, which the embedded database may need. With less free space no recording starts and running recordings end; the calls go on. 0 leaves nothing free.',
    accepts: 'a whole number from 0 to 100000000',
    default: null,
    defaultWords: '1000, or 5 % of the disk if that is less',
    parse: (text) => (text === null ? null : parseWhole(text, 0, 100_000_000)),
  }),
  metricsPort: setting({
    env: 'PARLEY_METRICS_PORT',
    doc: 'The loopback port of `GET /metrics` (Prometheus text).',
    accepts: 'a port from 0 to 65535 (0: any free one)',
    default: '9464',
    parse: parsePort,
  }),
  otlpEndpoint: setting<string | null>({
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    doc: 'An OpenTelemetry collector that takes OTLP over HTTP. It receives a trace of every answered call, without what was said.',
    accepts: 'an http or https URL without a query, such as http://localhost:4318',
    default: null,
    defaultWords: 'no traces',
    parse: parsePublicUrl,
  }),
  logLevel: setting<LogLevel>({
    env: 'PARLEY_LOG_LEVEL',
    doc: 'The log level. Changes and failures are logged at `info`, reads at `debug`.',
    accepts: `one of ${logLevels.join(', ')}`,
    default: 'info',
    parse: (text) => logLevels.find((level) => level === text),
  }),
  sipPort: setting({
    env: 'PARLEY_SIP_PORT',
    doc: 'The SIP port, for UDP and TCP.',
    accepts: 'a port from 0 to 65535 (0: any free one)',
    default: '5060',
    parse: parsePort,
  }),
  sipTlsPort: setting<number | null>({
    env: 'PARLEY_SIP_TLS_PORT',
    doc: 'The port of SIP over TLS, for trunks that send calls over TLS. Needs PARLEY_SIP_TLS_CERT and PARLEY_SIP_TLS_KEY.',
    accepts: 'a port from 0 to 65535 (0: any free one)',
    default: null,
    defaultWords: 'no inbound TLS; calls over TLS can still be placed',
    parse: (text) => (text === null ? null : parsePort(text)),
  }),
  sipTlsCert: setting<string | null>({
    env: 'PARLEY_SIP_TLS_CERT',
    doc: 'The certificate, with its chain, that SIP peers see over TLS. It is read once, at the start.',
    accepts: 'the path of a PEM file',
    default: null,
    defaultWords: 'none',
    parse: parsePath,
  }),
  sipTlsKey: setting<string | null>({
    env: 'PARLEY_SIP_TLS_KEY',
    doc: 'The key of PARLEY_SIP_TLS_CERT. It is read once, at the start.',
    accepts: 'the path of a PEM file',
    default: null,
    defaultWords: 'none',
    parse: parsePath,
  }),
  sipTlsCa: setting<string | null>({
    env: 'PARLEY_SIP_TLS_CA',
    doc: 'The authorities that may sign the certificates of trunks, instead of the public ones.',
    accepts: 'the path of a PEM file',
    default: null,
    defaultWords: 'the public authorities',
    parse: parsePath,
  }),
  sipTlsVerify: setting({
    env: 'PARLEY_SIP_TLS_VERIFY',
    doc: 'Whether a trunk’s certificate must be for its host and signed by a trusted authority. With `false`, anyone on the network path can take over its calls.',
    accepts: '`true` or `false`',
    default: 'true',
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  }),
  sipHost: setting({
    env: 'PARLEY_SIP_HOST',
    doc: 'The address to which SIP and RTP sockets are bound.',
    accepts: 'an IP address',
    default: '127.0.0.1',
    parse: (text) => (text !== null && isIP(text) !== 0 ? text : undefined),
  }),
  publicAddress: setting<string | null>({
    env: 'PARLEY_PUBLIC_ADDRESS',
    doc: 'The address that Parley gives to SIP peers. Needed if PARLEY_SIP_HOST is a wildcard, or behind NAT.',
    accepts: 'an IP address',
    default: null,
    defaultWords: 'PARLEY_SIP_HOST',
    parse: (text) => (text === null || isIP(text) !== 0 ? text : undefined),
  }),
  rtpPorts: setting({
    env: 'PARLEY_RTP_PORTS',
    doc: 'The UDP ports of audio. Each call takes an even port for RTP and the next one for RTCP.',
    accepts: 'a range such as 16384-32767, at least four ports wide and within 1024-65535',
    default: '16384-32767',
    parse: parsePortRange,
  }),
  callsMax: setting({
    env: 'PARLEY_CALLS_MAX',
    doc: 'The maximum of live calls in one process. Beyond it, an inbound call is refused with 503 and a queued call waits. The default is about what one media thread carries. Each call needs a pair of PARLEY_RTP_PORTS.',
    accepts: 'a whole number from 1 to 10000',
    default: '250',
    parse: (text) => parseWhole(text, 1, 10_000),
  }),
  mediaTimeoutSeconds: setting({
    env: 'PARLEY_MEDIA_TIMEOUT_SECONDS',
    doc: 'An answered call ends when neither audio (RTP) nor a report (RTCP) has come from the other side for this many seconds. A call on hold does not end by this.',
    accepts: 'a whole number from 5 to 3600',
    default: '60',
    parse: parseSeconds,
  }),
  holdTimeoutSeconds: setting({
    env: 'PARLEY_HOLD_TIMEOUT_SECONDS',
    doc: 'A call that the other side has put on hold ends after this many seconds.',
    accepts: 'a whole number from 5 to 3600',
    default: '600',
    parse: parseSeconds,
  }),
  stopSeconds: setting({
    env: 'PARLEY_STOP_SECONDS',
    doc: 'How many seconds live calls may continue after SIGTERM. Calls that are live after that end as `worker-lost`. The service manager must wait 30 s longer than this before it kills the program.',
    accepts: 'a whole number from 0 to 86400',
    default: '30',
    parse: (text) => parseWhole(text, 0, 86_400),
  }),
  roles: setting({
    env: 'PARLEY_ROLES',
    doc: 'The parts that this process runs, separated by commas. `dialer` needs `calls`, because the process that claims a call sends its INVITE.',
    accepts: `a list of ${processRoles.join(', ')}; dialer only together with calls`,
    default: processRoles.join(','),
    parse: parseRoles,
  }),
};

export type Settings = SettingValues<typeof settings>;

function parsePublicUrl(text: string | null): string | null | undefined {
  if (text === null) return null;
  if (!URL.canParse(text)) return undefined;
  const { protocol, search, hash, href } = new URL(text);
  const isBase = /^https?:$/.test(protocol) && search === '' && hash === '';
  return isBase ? href.replace(/\/+$/, '') : undefined;
}

function parsePath(text: string | null): string | null | undefined {
  return text === null ? null : text.includes('\0') ? undefined : resolve(text);
}

function parseCidrs(text: string | null): string[] | undefined {
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

function parseSeconds(text: string | null): number | undefined {
  return parseWhole(text, 5, 3600);
}

function parseWhole(text: string | null, min: number, max: number): number | undefined {
  const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

function parsePortRange(text: string | null): { min: number; max: number } | undefined {
  const match = /^(\d{1,5})-(\d{1,5})$/.exec(text ?? '');
  if (!match) return undefined;
  const [min, max] = [Number(match[1]), Number(match[2])];
  return min >= 1024 && max <= 65_535 && max - min >= 3 ? { min, max } : undefined;
}

function parseRoles(text: string | null): ReadonlySet<ProcessRole> | undefined {
  const names = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const known = processRoles.filter((role) => names.includes(role));
  if (known.length !== new Set(names).size || known.length === 0) return undefined;
  if (known.includes('dialer') && !known.includes('calls')) return undefined;
  return new Set(known);
}
