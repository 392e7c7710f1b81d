import { isIP } from 'node:net';
import { setting } from '../../platform/kernel/index.ts';

const turnUrl = /^turns?:[^\s,]+$/;

/** The settings of calls from web pages. */
export const webCallSettings = {
  webCallsAddress: setting<string | null>({
    env: 'PARLEY_WEB_CALLS_ADDRESS',
    doc: 'The address at which browsers reach PARLEY_RTP_PORTS, for [calls from web pages](web-calls.md). It differs from PARLEY_PUBLIC_ADDRESS where trunks are in a private network.',
    accepts: 'an IP address',
    default: null,
    defaultWords: 'PARLEY_PUBLIC_ADDRESS',
    parse: (text) => (text === null || isIP(text) !== 0 ? text : undefined),
  }),
  turnUrls: setting<readonly string[]>({
    env: 'PARLEY_TURN_URLS',
    doc: 'The TURN servers that browsers may use for calls from web pages, where their network lets no UDP through.',
    accepts: 'URLs such as turns:turn.example.com:443?transport=tcp, separated by commas',
    default: '',
    defaultWords: 'none',
    parse: parseTurnUrls,
  }),
  turnSecret: setting<string | null>({
    env: 'PARLEY_TURN_SECRET',
    doc: 'The secret that these servers share with Parley (`static-auth-secret` of coturn). Browsers get a password from it that is good for an hour.',
    accepts: 'a text of at least 16 characters',
    default: null,
    defaultWords: 'none: the servers ask for no password',
    parse: (text) => (text === null || text.length >= 16 ? text : undefined),
  }),
};

function parseTurnUrls(text: string | null): readonly string[] | undefined {
  const urls = (text ?? '').split(',').flatMap((part) => part.trim() || []);
  return urls.every((url) => turnUrl.test(url)) ? urls : undefined;
}
