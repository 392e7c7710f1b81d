import { type AudioCodec, type LocalAudio, newSrtpKeys } from '../sip/index.ts';

/** What a trunk says of the audio of its calls. */
export interface TrunkAudio {
  codecs: readonly string[];
  mediaEncryption: 'off' | 'optional' | 'required';
}

/** The part of our side of the audio that the trunk decides, with keys of its own for every call. */
export function audioOfTrunk(trunk: TrunkAudio): Pick<LocalAudio, 'codecs' | 'encryption'> {
  const codecs = trunk.codecs as readonly AudioCodec[];
  const mode = trunk.mediaEncryption;
  return mode === 'off' ? { codecs } : { codecs, encryption: { mode, keys: newSrtpKeys() } };
}
