import { type ParsedFile, UnreadableError } from '../jobs.ts';
import { cleanText, decodeText } from './decode.ts';

/** Returns a Markdown or plain text as it is. */
export function parseText(bytes: Uint8Array, charset: string | null): ParsedFile {
  const text = decodeText(bytes, charset);
  if (text.includes('\0')) throw new UnreadableError('is no text');
  const title = /^# +(.+)$/m.exec(text)?.[1]?.trim() ?? null;
  return { title, text: cleanText(text), language: null };
}
