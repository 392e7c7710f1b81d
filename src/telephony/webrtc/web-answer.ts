import { randomBytes, randomInt } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { WebOffer } from './web-offer.ts';

/** Our side of a call with a browser. */
export interface WebAnswer {
  /** The address at which browsers reach the port. */
  address: string;
  port: number;
  ufrag: string;
  password: string;
  /** The SHA-256 of our certificate, as hexadecimal octets between colons. */
  fingerprint: string;
}

/** Returns a user name and a password for ICE: 24 and 144 random bits, more than RFC 8445 §5.3 asks for. */
export function newIceCredentials(): { ufrag: string; password: string } {
  return { ufrag: randomBytes(6).toString('base64'), password: randomBytes(18).toString('base64') };
}

/**
 * Returns the answer to an offer: the lite side of ICE with one candidate (RFC 8445 §2.5), the passive side of DTLS, and Opus
 * with forward error correction.
 */
export function webAnswer(
  offer: WebOffer,
  { address, port, ufrag, password, fingerprint }: WebAnswer,
): string {
  const { mid, opusPayloadType: opus, dtmfPayloadType: dtmf } = offer;
  const family = isIPv6(address) ? 'IP6' : 'IP4';
  const lines = [
    'v=0',
    `o=- ${randomInt(2 ** 31)} 1 IN ${family} ${address}`,
    's=-',
    't=0 0',
    'a=ice-lite',
    `a=group:BUNDLE ${mid}`,
    `m=audio ${port} UDP/TLS/RTP/SAVPF ${[opus, dtmf].filter((type) => type !== null).join(' ')}`,
    `c=IN ${family} ${address}`,
    `a=mid:${mid}`,
    'a=sendrecv',
    'a=msid:parley parley-audio',
    'a=rtcp-mux',
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:sha-256 ${fingerprint}`,
    'a=setup:passive',
    `a=rtpmap:${opus} opus/48000/2`,
    `a=fmtp:${opus} minptime=20;useinbandfec=1;stereo=0`,
    ...(dtmf === null ? [] : [`a=rtpmap:${dtmf} telephone-event/48000`, `a=fmtp:${dtmf} 0-15`]),
    'a=ptime:20',
    'a=maxptime:60',
    `a=candidate:1 1 udp 2130706431 ${address} ${port} typ host`,
    'a=end-of-candidates',
  ];
  return `${lines.join('\r\n')}\r\n`;
}
