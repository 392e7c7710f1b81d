/** Advice for each reason of a trunk's health; the first pattern that fits counts. Reasons hold the carrier's SIP code. */
const advice: readonly [pattern: RegExp, toDo: string][] = [
  [
    /answered (401|403|407)/,
    'The carrier refuses the user or this machine. Check username and password, or have the address of this machine allowed.',
  ],
  [/answered 404/, 'The carrier does not know the user. Check the username.'],
  [/answered 5\d\d/, 'The carrier is reached, and has a problem of its own. It is checked again.'],
  [
    /certificate|TLS/,
    "The connection cannot be encrypted. Enter the host as the carrier's certificate names it, and check the transport.",
  ],
  [/host name not found/, 'The host has no address. Check how it is written.'],
  [/addresses only/, 'This machine and the carrier have no kind of address in common.'],
  [/refused/, 'Nothing listens at this port. Check port and transport.'],
  [/unreachable|not permitted/, 'This machine has no way to the address. Check host and network.'],
  [
    /no response|timed out|no answer|reset/,
    'Nothing comes back. Check host, port and transport, and the firewalls on both sides. Some carriers answer only addresses that they know.',
  ],
];

/** Returns what to do about a trunk that is down; null when nothing is to be done or known. */
export function adviceOn({ status, reason }: { status: string; reason: string | null }): string | null {
  if (status !== 'down' || reason === null) return null;
  return advice.find(([pattern]) => pattern.test(reason))?.[1] ?? null;
}
