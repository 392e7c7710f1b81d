import type { AudioCodec } from '../telephony/media/index.ts';
import type { NegotiatedAudio } from '../telephony/sip/index.ts';

/** Returns the negotiated codec by its name in media. */
export function codecOf({ codec }: Pick<NegotiatedAudio, 'codec'>): AudioCodec {
  const names = { PCMU: 'pcmu', PCMA: 'pcma', G722: 'g722', opus: 'opus' } as const;
  return names[codec];
}
