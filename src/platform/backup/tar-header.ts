/** A tar archive consists of blocks of this size (POSIX.1-1988, ustar). */
export const blockBytes = 512;

/** The facts of a header about its entry. */
export interface TarEntryHead {
  /** The whole path. */
  name: string;
  size: number;
  kind: 'file' | 'folder';
}

const prefix = { at: 345, bytes: 155 };
/** Sizes from here on do not fit into eleven octal digits. */
const octalMax = 8 ** 11;

/** Returns the header of a file of mode 0600. `name` has at most 100 bytes. */
export function tarHeader({ name, size, mtimeMs }: { name: string; size: number; mtimeMs: number }): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a backup`);
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (size < octalMax) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  else {
    // As in GNU tar and PostgreSQL: the highest bit is set, and the number follows in binary.
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write(
    `${Math.floor(mtimeMs / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  );
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  return withChecksum(header);
}

/** Returns the header with its entry moved into `folder`. Throws when its `prefix` field is in use. */
export function movedInto(folder: string, header: Buffer): Buffer {
  if (header[prefix.at] !== 0) throw new Error('an entry has a prefix already');
  const moved = Buffer.from(header);
  moved.write(folder, prefix.at, prefix.bytes);
  return withChecksum(moved);
}

/** Parses a header. Returns `null` for the block of zeros that ends an archive, and throws for any other block. */
export function readTarHeader(header: Buffer): TarEntryHead | null {
  if (header.every((byte) => byte === 0)) return null;
  const checksum = Number.parseInt(text(header, 148, 8), 8);
  if (checksum !== checksumOf(header))
    throw new Error('it is not a tar archive, or a header in it is damaged');
  const folder = text(header, prefix.at, prefix.bytes);
  const name = folder === '' ? text(header, 0, 100) : `${folder}/${text(header, 0, 100)}`;
  const type = header[156] === 0 ? '0' : String.fromCharCode(header[156]!);
  if (type === '5') return { name: name.replace(/\/$/, ''), size: 0, kind: 'folder' };
  if (type !== '0') throw new Error(`${name} is neither a file nor a folder`);
  const size =
    header[124]! & 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(header, 124, 12), 8);
  return { name, size, kind: 'file' };
}

/** Returns the padding after an entry's content, so that the next header begins a block. */
export function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

function withChecksum(header: Buffer): Buffer {
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Returns the sum of all bytes, with those of the sum itself counted as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
  return sum;
}

function text(header: Buffer, at: number, bytes: number): string {
  const field = header.subarray(at, at + bytes);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? bytes : end).trim();
}
