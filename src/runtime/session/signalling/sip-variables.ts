import type { HeaderList, IncomingCall } from '../../../telephony/sip/index.ts';

/** Bounds of the X- headers that go out with a call. */
const headersMax = 20;
const valueCharactersMax = 256;
const nameCharactersMax = 64;
const nameWordsMax = 16;

/** Returns the variable of an X- header: `X-Customer-Name` is `sipXCustomerName`. The peer's case does not matter. */
export function variableOfHeader(name: string): string {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  return `sip${words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}`;
}

/** Returns the variables of an inbound call: its X- headers, and `divertedFrom` when it was diverted to us. */
export function variablesOfCall(
  call: Pick<IncomingCall, 'extensionHeaders' | 'divertedFrom'>,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of call.extensionHeaders()) variables[variableOfHeader(name)] ??= value;
  const from = call.divertedFrom?.uri;
  if (from) variables.divertedFrom = (from.user ?? from.text).slice(0, valueCharactersMax);
  return variables;
}

/** Linear in the length of the name, because clients choose the names of variables. */
function isOfHeader(name: string): boolean {
  if (name.length > nameCharactersMax || !/^sipX[A-Z0-9][A-Za-z0-9]*$/.test(name)) return false;
  return name.slice('sipX'.length).replace(/[^A-Z]/g, '').length <= nameWordsMax;
}

/**
 * Returns the X- headers of an outbound call from its variables: `sipXCustomerName` becomes `X-Customer-Name`. Takes texts
 * and numbers, and leaves out what a header cannot carry.
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
