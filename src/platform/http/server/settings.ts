import { parseBaseUrl, parseCidrs, parseHost, parsePort, setting } from '../../kernel/index.ts';

/** The settings of the HTTP server. */
export const httpSettings = {
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
    parse: parseHost,
  }),
  publicUrl: setting({
    env: 'PARLEY_PUBLIC_URL',
    doc: 'The base of absolute URLs that the API returns.',
    accepts: 'an http or https URL without a query, such as https://parley.example.com',
    default: null,
    defaultWords: 'derived from each request',
    parse: parseBaseUrl,
  }),
  trustedProxies: setting({
    env: 'PARLEY_TRUSTED_PROXIES',
    doc: 'CIDRs of the reverse proxies in front of the API and of PARLEY_SIP_WS_PORT, separated by commas. Parley believes the X-Forwarded-For, -Proto and -Host headers of these proxies only. The client’s address decides limits by address.',
    accepts: 'a list of CIDRs such as 10.1.0.0/16,127.0.0.1/32',
    default: null,
    defaultWords: 'none',
    parse: parseCidrs,
  }),
};
