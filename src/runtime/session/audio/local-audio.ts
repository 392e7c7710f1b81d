import { telephoneRateHz } from '../../../telephony/media/index.ts';
import { type AudioCodec, type LocalAudio, newSrtpKeys } from '../../../telephony/sip/index.ts';

/** What a trunk says of the audio of its calls. */
export interface TrunkAudio {
  /** By the names that the trunk's setting has for them, which are in upper case. */
  codecs: readonly string[];
  mediaEncryption: 'off' | 'optional' | 'required';
}

/** The rate of all calls over the trunk; null where it depends on what the other side can. */
export function rateOfTrunk({ codecs }: Pick<TrunkAudio, 'codecs'>): number | null {
  return codecs.some((codec) => codec !== 'PCMU' && codec !== 'PCMA') ? null : telephoneRateHz;
}

/** The part of our side of the audio that the trunk decides, with keys of its own for every call. */
export function audioOfTrunk(trunk: TrunkAudio): Pick<LocalAudio, 'codecs' | 'encryption'> {
  const codecs = trunk.codecs.map((codec) => (codec === 'OPUS' ? 'opus' : codec)) as AudioCodec[];
  const mode = trunk.mediaEncryption;
  return mode === 'off' ? { codecs } : { codecs, encryption: { mode, keys: newSrtpKeys() } };
}
