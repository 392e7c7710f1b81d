import type { HeaderList, IncomingCall } from '../../../telephony/sip/index.ts';

/** How many X- headers go out with a call, and how long a value may be. */
const headersMax = 20;
const valueCharactersMax = 256;
const nameCharactersMax = 64;
const nameWordsMax = 16;

/**
 * The variable that an X- header becomes: `sip`, then its words, each with a capital: `X-Customer-Name` is
 * `sipXCustomerName`. Header names know no upper and lower case, so that of the peer does not matter.
 */
export function variableOfHeader(name: string): string {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  return `sip${words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}`;
}

/** The variables that an inbound call brings: its X- headers, and `divertedFrom` where it was sent on to us. */
export function variablesOfCall(
  call: Pick<IncomingCall, 'extensionHeaders' | 'divertedFrom'>,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of call.extensionHeaders()) variables[variableOfHeader(name)] ??= value;
  const from = call.divertedFrom?.uri;
  if (from) variables.divertedFrom = (from.user ?? from.text).slice(0, valueCharactersMax);
  return variables;
}

/** Variables' names are the callers': what looks at them takes one look at each character and no more. */
function isOfHeader(name: string): boolean {
  if (name.length > nameCharactersMax || !/^sipX[A-Z0-9][A-Za-z0-9]*$/.test(name)) return false;
  return name.slice('sipX'.length).replace(/[^A-Z]/g, '').length <= nameWordsMax;
}

/**
 * The X- headers that an outbound call takes along: those variables that such a header would have become, of text or
 * number, `sipXCustomerName` as `X-Customer-Name`. What cannot stand in a header is left out.
 */
export function headersOfVariables(variables: Readonly<Record<string, unknown>>): HeaderList {
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(variables)) {
    if (!isOfHeader(name)) continue;
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value);
    if (text.length > valueCharactersMax || /\p{Cc}/u.test(text) || headers.length >= headersMax) continue;
    headers.push([name.slice('sip'.length).replace(/(?!^)(?=[A-Z])/g, '-'), text]);
  }
  return headers;
}
