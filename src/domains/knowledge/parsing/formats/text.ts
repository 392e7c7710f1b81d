import { type ParsedFile, UnreadableError } from '../jobs.ts';
import { cleanText, decodeText } from './decode.ts';

/** Returns a Markdown or plain text as it is. */
export function parseText(bytes: Uint8Array, charset: string | null): ParsedFile {
  // A binary file without zero bytes would become a document of signs.
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-')
    throw new UnreadableError('is a PDF file; let its name end in .pdf');
  const text = decodeText(bytes, charset);
  if (text.includes('\0')) throw new UnreadableError('is no text');
  const title = /^# +(.+)$/m.exec(text)?.[1]?.trim() ?? null;
  return { title, text: cleanText(text), language: null };
}
