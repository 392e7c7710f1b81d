/** Encloses each inserted value until it has been checked. A noncharacter that encoding never produces. */
const mark = '\uffff';

/** A filled address, or the reason why it must not be requested. */
type FilledAddress = { url: string } | { problem: string };

/**
 * Fills an address so that no value changes another part of it. `fill` passes each value through the function that it
 * receives, which encodes the value (RFC 3986 §2.1). A value that turns a path segment into `.` or `..` is a problem,
 * also when encoded, because URL parsers resolve it to another folder (URL Standard, double-dot URL path segment).
 */
export function fillAddress(fill: (encode: (value: string) => string) => string): FilledAddress {
  const marked = fill((value) => `${mark}${encodeURIComponent(value.toWellFormed())}`);
  const path = /^[^?#]*/.exec(marked)![0];
  const goesUp = path.split(/[/\\]/).some((segment) => segment.includes(mark) && isDots(segment));
  if (goesUp) return { problem: 'a value in its path is . or .., by which another address would be asked' };
  return { url: marked.replaceAll(mark, '') };
}

function isDots(segment: string): boolean {
  // Readers drop spaces and control characters at the ends of an address, some of them everywhere.
  const read = [...segment].filter((character) => character > ' ' && character !== mark).join('');
  return /^(?:\.|%2e){1,2}$/i.test(read);
}
