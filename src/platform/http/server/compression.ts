import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { encodingFor } from '../negotiation.ts';
import type { Answer } from './served-request.ts';

/** Smaller answers are sent as they are: packing them costs more than it saves. */
const bytesMin = 4_096;

/** The encodings of answers, the least processor time per saved byte first. */
const encodings = ['zstd', 'br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

const pack: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Buffer>>> = {
  zstd: promisify<Uint8Array, Buffer>(zstdCompress),
  br: (body) => promisedBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: promisify<Uint8Array, Buffer>(gzip),
};
const promisedBrotli = promisify(brotliCompress);

/**
 * Compresses a large JSON answer in an encoding that the client accepts, outside the main thread. Streams, which must be
 * sent as they arrive, and other types, such as recordings, are returned unchanged.
 */
export async function compressed(answer: Answer, accepted: string | undefined): Promise<Answer> {
  const { headers, body } = answer;
  if (!isLargeJson(answer)) return answer;
  const varying = { ...headers, vary: 'accept-encoding' };
  const encoding = accepted === undefined ? null : encodingFor(accepted, encodings);
  if (encoding === null) return { ...answer, headers: varying };
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body as Uint8Array);
  return {
    ...answer,
    headers: { ...varying, 'content-encoding': encoding },
    body: await pack[encoding](bytes),
  };
}

function isLargeJson({ headers, body }: Answer): boolean {
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  return (
    isWhole && body.length >= bytesMin && /^application\/json\b/.test(String(headers['content-type'] ?? ''))
  );
}
