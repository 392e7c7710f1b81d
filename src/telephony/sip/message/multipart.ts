/**
 * Returns the first part of a media type in a multipart body (RFC 2046 §5.1); `null` when there is none
 * without a content encoding.
 */
export function partOf(body: string, contentType: string, type: string): string | null {
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return null;
  // The preamble before the first delimiter and the epilogue after the last carry no part.
  const [, ...rest] = `\r\n${body}`.split(`\r\n--${boundary}`);
  for (const piece of rest) {
    if (piece.startsWith('--')) return null;
    const headEnd = piece.indexOf('\r\n\r\n');
    if (headEnd === -1) continue;
    const head = piece.slice(0, headEnd + 2);
    const isPlain = !/^content-(transfer-)?encoding:[ \t]*(?![ \t]|identity|7bit|8bit|binary)/im.test(head);
    const partType = /^(?:content-type|c):\s*([^\s;]+)/im.exec(head)?.[1]?.toLowerCase();
    if (isPlain && partType === type) return piece.slice(headEnd + 4);
  }
  return null;
}
