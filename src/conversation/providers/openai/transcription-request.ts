import { randomHex } from '../../../platform/kernel/index.ts';
import { writeWav } from '../../../telephony/media/index.ts';

/** Returns the form for the transcription endpoint (RFC 7578), with the audio as a WAV file. */
export function transcriptionForm(
  pcm: Int16Array,
  sampleRateHz: number,
  fields: Record<string, string>,
): { contentType: string; body: Buffer } {
  const boundary = `parley-${randomHex(16)}`;
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields)) {
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
  }
  parts.push(
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="utterance.wav"\r\n` +
        'content-type: audio/wav\r\n\r\n',
    ),
    writeWav({ sampleRateHz, channels: [pcm] }),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  );
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}
