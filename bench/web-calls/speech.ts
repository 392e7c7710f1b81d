import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeG711 } from '../../src/telephony/media/index.ts';

const folder = join(import.meta.dirname, '..', '..', 'test', 'audio', 'human');

export const speechRateHz = 8000;
/** The words of a round of the speech, as test/audio/human has them. */
export const roundWords =
  'he was not an ill disposed young man he might even have been made amiable himself'.split(' ');
const pauseMs = 700;

/** Returns both sentences with pauses after them, `rounds` times. */
export async function personSpeaks(rounds: number): Promise<Int16Array> {
  const sentences = await Promise.all(
    ['young-man.ul', 'amiable.ul'].map(async (name) =>
      decodeG711('pcmu', await readFile(join(folder, name))),
    ),
  );
  const pause = new Int16Array((pauseMs * speechRateHz) / 1000);
  const round = sentences.flatMap((sentence) => [sentence, pause]);
  const pieces = Array.from({ length: rounds }, () => round).flat();
  const pcm = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    pcm.set(piece, at);
    at += piece.length;
  }
  return pcm;
}
