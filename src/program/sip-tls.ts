import { readFile } from 'node:fs/promises';
import { toError } from '../platform/kernel/index.ts';
import type { TlsOptions, WebSocketOptions } from '../telephony/sip/index.ts';
import type { Settings } from './settings.ts';

/** The settings of SIP over TLS. */
export type SipTlsSettings = Pick<
  Settings,
  'sipTlsPort' | 'sipTlsCert' | 'sipTlsKey' | 'sipTlsCa' | 'sipTlsVerify'
>;

/** The settings of SIP over WebSocket. */
export type SipWebSocketSettings = Pick<
  Settings,
  'sipWsPort' | 'sipTlsCert' | 'sipTlsKey' | 'trustedProxies'
>;

/** Reads the files of the settings. Rejects with an error that names the wrong or missing setting. */
export async function readSipTls(settings: SipTlsSettings): Promise<TlsOptions> {
  const { sipTlsPort: port, sipTlsVerify: verify } = settings;
  const ca = settings.sipTlsCa === null ? undefined : await read('PARLEY_SIP_TLS_CA', settings.sipTlsCa);
  if (port === null) return { ca, verify };
  const certificate = await read('PARLEY_SIP_TLS_CERT', settings.sipTlsCert);
  const key = await read('PARLEY_SIP_TLS_KEY', settings.sipTlsKey);
  return { ca, verify, server: { port, certificate, key } };
}

/**
 * Returns where web phones connect, with the certificate of SIP over TLS if there is one; `undefined` when they may not. Rejects
 * with an error that names the wrong or missing setting.
 */
export async function readSipWebSocket(
  settings: SipWebSocketSettings,
): Promise<WebSocketOptions | undefined> {
  const { sipWsPort: port, sipTlsCert, sipTlsKey, trustedProxies } = settings;
  if (port === null) return undefined;
  if (sipTlsCert === null && sipTlsKey === null) return { port, trustedProxies };
  const certificate = await read('PARLEY_SIP_TLS_CERT', sipTlsCert, 'PARLEY_SIP_TLS_KEY');
  const key = await read('PARLEY_SIP_TLS_KEY', sipTlsKey, 'PARLEY_SIP_TLS_CERT');
  return { port, trustedProxies, certificate: { certificate, key } };
}

async function read(name: string, path: string | null, because = 'PARLEY_SIP_TLS_PORT'): Promise<string> {
  if (path === null) throw new Error(`${name} must be set, because ${because} is`);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${name}: ${toError(error).message}`);
  }
}
