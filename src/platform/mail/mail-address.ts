import type { MailServerAddress } from './mail-server.ts';

/** Reads the URL of a mail server. Returns undefined for anything else. */
export function readMailServer(text: string): MailServerAddress | undefined {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined;
  if ((url.username === '') !== (url.password === '')) return undefined;
  const isTls = url.protocol === 'smtps:';
  try {
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
      isTls,
      user: decodeURIComponent(url.username) || null,
      password: decodeURIComponent(url.password) || null,
    };
  } catch {
    return undefined;
  }
}
