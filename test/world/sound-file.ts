import { writeWav } from '../../src/telephony/media/index.ts';
import { tone } from '../audio/signals.ts';

/** A WAV file of one second that the API takes as a sound. */
export const soundFile = writeWav({ sampleRateHz: 8000, channels: [tone(440, 1000, 6000)] });
/** The options of a request that uploads it. */
export const soundUpload = { body: soundFile, headers: { 'content-type': 'audio/wav' } };
