import type { Archive } from './archive.ts';
import { parseXml } from './parse-xml.ts';
import { WorkbookError } from './workbook-error.ts';

/** A sheet of cells that people can see. */
interface SheetPart {
  name: string;
  path: string;
}

/** The parts of a workbook by their paths. */
export interface WorkbookParts {
  /** In the order of their tabs. */
  sheets: SheetPart[];
  sharedStrings: string | null;
  styles: string | null;
  /** True when dates count from 1904 in place of 1900. */
  is1904: boolean;
}

interface Relation {
  id: string;
  /** The last part of the type, such as `worksheet`. */
  type: string;
  path: string;
}

/** Finds the parts of a workbook (ECMA-376 part 1, §12.3). Throws a WorkbookError when it has no sheet of cells. */
export function workbookParts(archive: Archive): WorkbookParts {
  const main = relationsOf(archive, '').find(({ type }) => type === 'officeDocument');
  const path = main?.path ?? 'xl/workbook.xml';
  const bytes = archive.read(path);
  if (bytes === null || /\.bin$/i.test(path)) throw noWorkbook(archive, path);
  const relations = relationsOf(archive, path);
  const sheets: SheetPart[] = [];
  let is1904 = false;
  parseXml(bytes, {
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '');
      if (name !== 'sheet' || (attribute('state') ?? 'visible') !== 'visible') return;
      const relation = relations.find(({ id }) => id === attribute('id'));
      if (relation?.type === 'worksheet') sheets.push({ name: attribute('name') ?? '', path: relation.path });
    },
  });
  if (sheets.length === 0) throw new WorkbookError('The file has no sheet with cells.');
  const pathOf = (type: string) => relations.find((relation) => relation.type === type)?.path ?? null;
  return { sheets, sharedStrings: pathOf('sharedStrings'), styles: pathOf('styles'), is1904 };
}

/** Returns the relations of a part (ECMA-376 part 2, §9.3); '' is the archive itself. */
function relationsOf(archive: Archive, path: string): Relation[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const bytes = archive.read(`${folder}_rels/${path.slice(folder.length)}.rels`);
  const relations: Relation[] = [];
  if (bytes === null) return relations;
  parseXml(bytes, {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      const target = attribute('Target') ?? '';
      // The base counts for relative targets alone, and `..` is resolved.
      const { pathname } = new URL(target, `file:///${folder}`);
      const type = (attribute('Type') ?? '').split('/').at(-1)!;
      relations.push({ id: attribute('Id') ?? '', type, path: decodeURI(pathname).slice(1) });
    },
  });
  return relations;
}

function noWorkbook(archive: Archive, path: string): WorkbookError {
  if (archive.has('content.xml'))
    return new WorkbookError('This is an OpenDocument file. Save it as .xlsx or CSV, and choose that file.');
  if (/\.bin$/i.test(path))
    return new WorkbookError('This is an .xlsb file. Save it as .xlsx or CSV, and choose that file.');
  return new WorkbookError('This is no Excel file. Choose an .xlsx or CSV file.');
}
