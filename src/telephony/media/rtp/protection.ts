import type { SrtpParameters } from './srtp-keys.ts';
import { SrtpReceiver } from './srtp-receiver.ts';
import { SrtpSender } from './srtp-sender.ts';

/**
 * Protects the packets of a session in both directions. Renegotiation with an unchanged key keeps the SRTP state.
 * Restarting the packet index would reuse the key stream (RFC 3711 §9.1).
 */
export class Protection {
  sender: SrtpSender | null = null;
  receiver: SrtpReceiver | null = null;
  #agreed: SrtpParameters | null = null;

  /** Takes the negotiated keys; `null` for plain RTP. */
  configure(srtp: SrtpParameters | null): void {
    const before = this.#agreed;
    const isSame = (key: 'localKey' | 'remoteKey') =>
      srtp !== null && before?.suite === srtp.suite && Buffer.compare(before[key], srtp[key]) === 0;
    if (!isSame('localKey')) this.sender = srtp && new SrtpSender(srtp.suite, srtp.localKey);
    const isSameMki = (before?.remoteMkiBytes ?? 0) === (srtp?.remoteMkiBytes ?? 0);
    if (!isSame('remoteKey') || !isSameMki)
      this.receiver = srtp && new SrtpReceiver(srtp.suite, srtp.remoteKey, srtp.remoteMkiBytes);
    this.#agreed = srtp;
  }
}
