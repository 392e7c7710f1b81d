/** Advice for each reason of a trunk's health; the first pattern that fits counts. Reasons hold the carrier's SIP code. */
const advice: readonly [pattern: RegExp, toDo: string][] = [
  [
    /answered (401|403|407)/,
    'The carrier refuses the user or this machine. Check username and password, or have the address of this machine allowed there.',
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

/** Returns what to do about the reason of a trunk's health; null when nothing is to be done or known. */
export function adviceOn({ reason }: { reason: string | null }): string | null {
  if (reason === null) return null;
  return advice.find(([pattern]) => pattern.test(reason))?.[1] ?? null;
}

/** The parts of a trunk that say which audio it has in common with its carrier. */
interface TrunkAudio {
  codecs: readonly string[];
  mediaEncryption: 'off' | 'optional' | 'required';
  health: { peerCodecs: readonly string[] | null; audioProblem: string | null };
}

const ours: readonly string[] = ['PCMU', 'PCMA', 'G722', 'OPUS'];

/** Returns whether calls over a trunk have no audio in common with the carrier, as far as is known. */
export function isWithoutAudio({ codecs, health: { peerCodecs, audioProblem } }: TrunkAudio): boolean {
  return (
    audioProblem !== null || (peerCodecs !== null && !peerCodecs.some((codec) => codecs.includes(codec)))
  );
}

/** Returns which codecs both sides have and what to do about it. */
export function audioAdvice(trunk: TrunkAudio): string {
  const { codecs, mediaEncryption, health } = trunk;
  const { peerCodecs, audioProblem } = health;
  const offered = `This trunk offers ${listed(codecs, 'and')}`;
  const listing = peerCodecs === null ? '' : `The carrier lists ${listed(peerCodecs, 'and')}. `;
  if (!isWithoutAudio(trunk)) {
    const common = codecs.filter((codec) => peerCodecs?.includes(codec));
    if (peerCodecs !== null) return `${listing}Calls use ${listed(common, 'or')}.`;
    return `The carrier lists no codecs. Only a call shows whether it takes ${listed(codecs, 'or')}.`;
  }
  const common = peerCodecs?.some((codec) => codecs.includes(codec)) ?? false;
  const usable = peerCodecs?.filter((codec) => ours.includes(codec) && !codecs.includes(codec)) ?? [];
  const choose =
    usable.length > 0 && !common ? `Choose ${listed(usable, 'or')} in this trunk, or have` : 'Have';
  const allow = `${choose} the carrier allow ${listed(codecs, 'or')}.`;
  const encryption =
    audioProblem === null
      ? ''
      : ` Encrypted audio is ${mediaEncryption} here: the carrier must accept that too.`;
  return `${listing}${offered}. ${allow}${encryption}`;
}

function listed(names: readonly string[], word: 'and' | 'or'): string {
  const last = names.at(-1) ?? 'none';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}
