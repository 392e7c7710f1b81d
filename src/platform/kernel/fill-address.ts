/** Encloses what was put in until it has been looked at; a code point that is no character, and that encoding never leaves. */
const mark = '\uffff';

/** An address that was filled, or why it is none that may be asked. */
type FilledAddress = { url: string } | { problem: string };

/**
 * Fills an address so that what is put in stays in its place: `fill` puts each value in through the function that it is
 * given, which encodes it (RFC 3986 §2.1). A segment of the path that a value makes `.` or `..` is a problem: whoever
 * reads the address would go up by it, also where it is encoded (URL Standard, double-dot URL path segment).
 */
export function fillAddress(fill: (encode: (value: string) => string) => string): FilledAddress {
  const marked = fill((value) => `${mark}${encodeURIComponent(value.toWellFormed())}`);
  const path = /^[^?#]*/.exec(marked)![0];
  const goesUp = path.split(/[/\\]/).some((segment) => segment.includes(mark) && isDots(segment));
  if (goesUp) return { problem: 'a value in its path is . or .., by which another address would be asked' };
  return { url: marked.replaceAll(mark, '') };
}

function isDots(segment: string): boolean {
  // Spaces and control characters are dropped at the ends of an address, some of them everywhere.
  const read = [...segment].filter((character) => character > ' ' && character !== mark).join('');
  return /^(?:\.|%2e){1,2}$/i.test(read);
}
