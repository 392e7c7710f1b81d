import { EgressRefusal, EgressUnsent } from '../../platform/egress/index.ts';
import { ToolFailure } from '../tools/index.ts';
import type { ToolProblem } from './schemas.ts';

export interface Problem {
  problem: ToolProblem;
  message: string;
}

const unreachable: Readonly<Record<string, (host: string) => Problem>> = {
  ENOTFOUND: (host) => dns(host),
  EAI_AGAIN: (host) => dns(host),
  EAI_NODATA: (host) => dns(host),
  ECONNREFUSED: (host) => connection(`Nothing accepts connections at ${host}. Check the host and the port.`),
  EHOSTUNREACH: (host) => connection(`There is no route to ${host}. A firewall may be in the way.`),
  ENETUNREACH: (host) => connection(`There is no route to ${host}. A firewall may be in the way.`),
  ECONNRESET: (host) => connection(`${host} closed the connection without an answer.`),
  UND_ERR_SOCKET: (host) => connection(`${host} closed the connection without an answer.`),
};
const tlsCodes =
  /CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_INVALID_PROTOCOL|DEPTH_ZERO/;
const timeoutCodes = /TIMEOUT|^ETIMEDOUT$/;

const dns = (host: string): Problem => ({
  problem: 'dns',
  message: `The name ${host} was not found in the DNS. Check the host in the URL.`,
});
const connection = (message: string): Problem => ({ problem: 'connection', message });

/** Says in plain words why a request had no answer. */
export function problemOfError(error: unknown, url: URL | null, timeoutMs: number): Problem {
  const host = url === null ? 'the server' : url.host;
  const late: Problem = {
    problem: 'timeout',
    message: `${host} gave no answer within ${timeoutMs / 1000} s. A caller waits meanwhile. Make the server faster, or allow more time.`,
  };
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof EgressRefusal) return refused(at.message);
    if (at instanceof EgressUnsent || at.name === 'TimeoutError') return late;
    const code = codeOf(at);
    if (timeoutCodes.test(code)) return late;
    const known = unreachable[code];
    if (known) return known(code.startsWith('E') && url ? url.hostname : host);
    if (tlsCodes.test(code)) return tls(host, at.message);
  }
  if (error instanceof ToolFailure) {
    if (error.message.startsWith('the address:'))
      return { problem: 'address', message: `Some argument does not fit into ${error.message}.` };
    return { problem: 'schema', message: `${capitalized(error.message)}.` };
  }
  return { problem: 'other', message: error instanceof Error ? error.message : 'The request failed.' };
}

function refused(rule: string): Problem {
  return {
    problem: 'refused',
    message: `Parley sent nothing, because ${rule}. The operator can allow private addresses with PARLEY_EGRESS_ALLOW.`,
  };
}

function tls(host: string, words: string): Problem {
  return {
    problem: 'tls',
    message: `The certificate of ${host} is not accepted, or it speaks no TLS: ${words.slice(0, 200)}`,
  };
}

/** Says what a status outside 200 to 299 means; null for one inside. */
export function problemOfStatus(status: number): Problem | null {
  if (status >= 200 && status < 300) return null;
  const says = `The server answers ${status}`;
  if (status === 401 || status === 403)
    return {
      problem: 'unauthorized',
      message: `${says}: it does not accept the credentials. Check the secret headers.`,
    };
  if (status === 404 || status === 410)
    return {
      problem: 'notFound',
      message: `${says}: there is nothing at this address. Check the path and the sample arguments.`,
    };
  if (status === 429)
    return { problem: 'rateLimited', message: `${says}: too many requests. Try again later.` };
  if (status >= 500)
    return { problem: 'serverError', message: `${says}: it failed itself. Look at its log.` };
  return {
    problem: 'rejected',
    message: `${says}: it does not accept the request. Check the method, the headers and the arguments.`,
  };
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
