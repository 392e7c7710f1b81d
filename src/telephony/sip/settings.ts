import { isIP } from 'node:net';
import { parseFilePath, parsePort, setting } from '../../platform/kernel/index.ts';

/** The settings of SIP. */
export const sipSettings = {
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
  sipWsPort: setting<number | null>({
    env: 'PARLEY_SIP_WS_PORT',
    doc: 'The port of SIP over WebSocket, for [web phones](teams.md#a-web-phone-in-a-page-of-yours) of members. It speaks TLS (`wss`) if PARLEY_SIP_TLS_CERT and PARLEY_SIP_TLS_KEY are set. Without them it needs a reverse proxy that does.',
    accepts: 'a port from 0 to 65535 (0: any free one)',
    default: null,
    defaultWords: 'no web phones',
    parse: (text) => (text === null ? null : parsePort(text)),
  }),
  sipWsUrl: setting<string | null>({
    env: 'PARLEY_SIP_WS_URL',
    doc: 'The URL at which web phones reach PARLEY_SIP_WS_PORT, as the console shows it. Needed behind a reverse proxy, and where the certificate is for a name.',
    accepts: 'a wss or ws URL, such as wss://parley.example.com/sip',
    default: null,
    defaultWords: 'made from PARLEY_PUBLIC_ADDRESS and PARLEY_SIP_WS_PORT',
    parse: parseSocketUrl,
  }),
  sipTlsCert: setting<string | null>({
    env: 'PARLEY_SIP_TLS_CERT',
    doc: 'The certificate, with its chain, that SIP peers see over TLS. It is read once, at the start.',
    accepts: 'the path of a PEM file',
    default: null,
    defaultWords: 'none',
    parse: parseFilePath,
  }),
  sipTlsKey: setting<string | null>({
    env: 'PARLEY_SIP_TLS_KEY',
    doc: 'The key of PARLEY_SIP_TLS_CERT. It is read once, at the start.',
    accepts: 'the path of a PEM file',
    default: null,
    defaultWords: 'none',
    parse: parseFilePath,
  }),
  sipTlsCa: setting<string | null>({
    env: 'PARLEY_SIP_TLS_CA',
    doc: 'The authorities that may sign the certificates of trunks, instead of the public ones.',
    accepts: 'the path of a PEM file',
    default: null,
    defaultWords: 'the public authorities',
    parse: parseFilePath,
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
};

function parseSocketUrl(text: string | null): string | null | undefined {
  if (text === null) return null;
  return URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol) ? text : undefined;
}
