import { readFile } from 'node:fs/promises';
import { toError } from '../platform/kernel/index.ts';
import type { TlsOptions } from '../telephony/sip/index.ts';
import type { Settings } from './settings.ts';

/** The settings of SIP over TLS. */
export type SipTlsSettings = Pick<
  Settings,
  'sipTlsPort' | 'sipTlsCert' | 'sipTlsKey' | 'sipTlsCa' | 'sipTlsVerify'
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

async function read(name: string, path: string | null): Promise<string> {
  if (path === null) throw new Error(`${name} must be set, because PARLEY_SIP_TLS_PORT is`);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${name}: ${toError(error).message}`);
  }
}
