import { isSoftphone, type TrunkAddress } from '../softphones/index.ts';

/** Advice for each reason of a trunk's health; the first pattern that fits counts. Reasons hold the SIP code of the other side. */
type Advice = readonly [pattern: RegExp, toDo: string];

/** Reasons about the way to the other side, whatever it is. */
const ofNetwork: readonly Advice[] = [
  [/host name not found/, 'The host has no address. Check how it is written.'],
  [/addresses only/, 'This machine and the other side have no kind of address in common.'],
  [/unreachable|not permitted/, 'This machine has no way to the address. Check host and network.'],
];

const ofCarrier: readonly Advice[] = [
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
  [/refused/, 'Nothing listens at this port. Check port and transport.'],
  [
    /no response|timed out|no answer|reset/,
    'Nothing comes back. Check host, port and transport, and the firewalls on both sides. Some carriers answer only addresses that they know.',
  ],
];

const ofTelephone: readonly Advice[] = [
  [
    /answered (401|403|407)/,
    'The telephone refuses this machine. Let it take calls at its own address, without an account.',
  ],
  [/answered \d\d\d/, 'The telephone is reached, and takes no calls now. It is checked again.'],
  [
    /certificate|TLS/,
    'The connection cannot be encrypted. Choose UDP in this trunk, which every telephone takes.',
  ],
  [
    /refused/,
    'No telephone listens at this port. Start it, and compare its SIP port with that of this trunk. Calls go on by themselves when it listens.',
  ],
  [
    /no response|timed out|no answer|reset/,
    'Nothing comes back. Check that the telephone runs, its address, port and transport, and the firewall of its machine.',
  ],
];

/** Returns the word for the other side of a trunk in texts. */
export function peerOf(trunk: TrunkAddress): 'carrier' | 'telephone' {
  return isSoftphone(trunk) ? 'telephone' : 'carrier';
}

/** Returns what to do about the reason of a trunk's health; null when nothing is to be done or known. */
export function adviceOn(trunk: TrunkAddress & { health: { reason: string | null } }): string | null {
  const { reason } = trunk.health;
  if (reason === null) return null;
  const advice = [...(isSoftphone(trunk) ? ofTelephone : ofCarrier), ...ofNetwork];
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
export function audioAdvice(trunk: TrunkAudio & TrunkAddress): string {
  const { codecs, mediaEncryption, health } = trunk;
  const { peerCodecs, audioProblem } = health;
  const peer = peerOf(trunk);
  const offered = `This trunk offers ${listed(codecs, 'and')}`;
  const listing = peerCodecs === null ? '' : `The ${peer} lists ${listed(peerCodecs, 'and')}. `;
  if (!isWithoutAudio(trunk)) {
    const common = codecs.filter((codec) => peerCodecs?.includes(codec));
    if (peerCodecs !== null) return `${listing}Calls use ${listed(common, 'or')}.`;
    return `The ${peer} lists no codecs. Only a call shows whether it takes ${listed(codecs, 'or')}.`;
  }
  const common = peerCodecs?.some((codec) => codecs.includes(codec)) ?? false;
  const usable = peerCodecs?.filter((codec) => ours.includes(codec) && !codecs.includes(codec)) ?? [];
  const choose =
    usable.length > 0 && !common ? `Choose ${listed(usable, 'or')} in this trunk, or have` : 'Have';
  const allow = `${choose} the ${peer} allow ${listed(codecs, 'or')}.`;
  const encryption =
    audioProblem === null
      ? ''
      : ` Encrypted audio is ${mediaEncryption} here: the ${peer} must accept that too.`;
  return `${listing}${offered}. ${allow}${encryption}`;
}

function listed(names: readonly string[], word: 'and' | 'or'): string {
  const last = names.at(-1) ?? 'none';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}
