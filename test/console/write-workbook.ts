import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive. */
interface Part {
  name: string;
  text: string;
  /** The unpacked size that the archive claims, where it is a false one. */
  claimedBytes?: number;
}

/** How a program writes archives. */
interface Archiving {
  /** Sizes follow the data of a part, as Google Sheets writes them (APPNOTE 4.3.9). */
  hasDescriptors?: boolean;
}

/** Returns a ZIP archive (APPNOTE 6.3). */
export function zipOf(parts: readonly Part[], { hasDescriptors = false }: Archiving = {}): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, claimedBytes } of parts) {
    const data = Buffer.from(text);
    const packed = deflateRawSync(data);
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(crc32(data), 0);
    sums.writeUInt32LE(packed.length, 4);
    sums.writeUInt32LE(claimedBytes ?? data.length, 8);
    const own = Buffer.from(name);
    const flags = hasDescriptors ? 0x0808 : 0x0800;
    // Version 2.0, flags, deflated, no time, then checksum and sizes, and the length of the name.
    const head = (before: number[], given: Buffer) =>
      Buffer.concat([words(...before, 20, flags, 8, 0, 0x21), given, words(own.length, 0)]);
    const local = [
      ...[Buffer.from('PK\x03\x04'), head([], hasDescriptors ? Buffer.alloc(12) : sums), own, packed],
      ...(hasDescriptors ? [Buffer.from('PK\x07\x08'), sums] : []),
    ];
    const place = Buffer.alloc(4);
    place.writeUInt32LE(at);
    directory.push(Buffer.from('PK\x01\x02'), head([20], sums), words(0, 0, 0, 0, 0), place, own);
    chunks.push(...local);
    at += Buffer.concat(local).length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(listed.length, 0);
  end.writeUInt32LE(at, 4);
  const counts = words(0, 0, parts.length, parts.length);
  return Buffer.concat([...chunks, listed, Buffer.from('PK\x05\x06'), counts, end, words(0)]);
}

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, place) => {
    buffer.writeUInt16LE(value, place * 2);
  });
  return buffer;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';

const relationsOf = (list: [id: string, type: string, target: string][]) =>
  `${declaration}<Relationships xmlns="${packages}">${list
    .map(
      ([id, type, target]) => `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

interface Sheet {
  name: string;
  /** The content of `sheetData`. */
  rows: string;
  state?: 'hidden' | 'visible';
}

interface Workbook extends Archiving {
  sheets: Sheet[];
  /** The content of `sst`. */
  sharedStrings?: string;
  /** The content of `styleSheet`. */
  styles?: string;
  /** Attributes of `workbookPr`. */
  properties?: string;
  /** Before the targets of relations, such as `/xl/`. */
  base?: string;
  /** The prefix of the main namespace, as the Open XML SDK writes it: `x:`. */
  prefix?: string;
}

/** Returns an .xlsx file (ECMA-376) that has the given XML in its parts. */
export function workbookOf({ sheets, sharedStrings, styles, properties = '', ...how }: Workbook): Buffer {
  const { base = '', prefix = '', ...archiving } = how;
  const xmlns = prefix === '' ? `xmlns="${main}"` : `xmlns:${prefix.slice(0, -1)}="${main}"`;
  const root = (name: string, content: string) =>
    `${declaration}<${prefix}${name} ${xmlns} xmlns:r="${relationships}">${content}</${prefix}${name}>`;
  const tabs = sheets.map(
    ({ name, state }, i) =>
      `<${prefix}sheet name="${name}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
  );
  const list: [string, string, string][] = sheets.map(
    (_, i) =>
      [...[`rId${i + 1}`, 'worksheet', `${base}worksheets/sheet${i + 1}.xml`]] as [string, string, string],
  );
  if (sharedStrings !== undefined) list.push(['rId90', 'sharedStrings', `${base}sharedStrings.xml`]);
  if (styles !== undefined) list.push(['rId91', 'styles', `${base}styles.xml`]);
  const parts: Part[] = [
    { name: '_rels/.rels', text: relationsOf([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      text: root(
        'workbook',
        `<${prefix}workbookPr ${properties}/><${prefix}sheets>${tabs.join('')}</${prefix}sheets>`,
      ),
    },
    { name: 'xl/_rels/workbook.xml.rels', text: relationsOf(list) },
    ...sheets.map(({ rows }, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      text: root('worksheet', `<${prefix}sheetData>${rows}</${prefix}sheetData>`),
    })),
  ];
  if (sharedStrings !== undefined)
    parts.push({ name: 'xl/sharedStrings.xml', text: root('sst', sharedStrings) });
  if (styles !== undefined) parts.push({ name: 'xl/styles.xml', text: root('styleSheet', styles) });
  return zipOf(parts, archiving);
}
