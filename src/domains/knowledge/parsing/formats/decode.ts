import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/**
 * Returns the text of bytes: by their byte order mark, in the encoding that is named, in UTF-8 if they are that, and
 * otherwise in Windows-1252, as browsers do.
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  return new TextDecoder(knownCharset(charset)).decode(bytes);
}

function knownCharset(charset: string | null): string {
  try {
    return new TextDecoder(charset ?? 'windows-1252').encoding;
  } catch {
    return 'windows-1252';
  }
}

/** Returns a text without characters that the database refuses or that show nothing. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u200b\ufeff]/g, '')
    .replaceAll('\u00a0', ' ')
    .toWellFormed();
}
