import { expect, test } from 'vitest';
import { workbookToCsv } from '../../console/src/features/spreadsheet/workbook-to-csv.ts';
import { workbookOf, zipOf } from './write-workbook.ts';

const csvOf = (bytes: Uint8Array, sheet: string | null = null, locale = 'en-GB') => {
  const { pieces, ...read } = workbookToCsv(new Uint8Array(bytes), { sheet, locale });
  return { lines: pieces.join('').split('\n'), ...read };
};

const strings = (...texts: string[]) => texts.map((text) => `<si><t>${text}</t></si>`).join('');

test('reads a file as Excel writes it', () => {
  const bytes = workbookOf({
    sheets: [
      {
        name: 'Customers',
        rows: `
<row r="1" spans="1:7" x14ac:dyDescent="0.25"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c>
<c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>4</v></c><c r="F1" t="s"><v>5</v></c><c r="G1" t="s"><v>6</v></c></row>
<row r="2" spans="1:7"><c r="A2"><v>4915123456789</v></c><c r="B2" t="s"><v>7</v></c><c r="C2" s="1"><v>46370</v></c>
<c r="D2" s="2"><v>46370.604166666664</v></c><c r="E2" s="3"><v>1234.5</v></c><c r="F2" s="4"><v>0.15</v></c><c r="G2" t="b"><v>1</v></c></row>
<row r="4" spans="1:7" hidden="1"><c r="A4" s="5"><v>4.915123456789E+12</v></c><c r="B4" t="s"><v>8</v></c>
<c r="C4" s="1"/><c r="D4" s="6"><v>46370</v></c><c r="E4"><v>3.1415926535897931</v></c><c r="F4" s="7"><v>1067</v></c>
<c r="G4" t="e"><v>#N/A</v></c></row>
<row r="5" spans="1:9"><c r="A5" t="s"><v>9</v></c><c r="B5" t="str"><f>A1&amp;"x"</f><v>Ren&#233;e &#x1F600;</v></c><c r="I5"><v>5</v></c></row>
<row r="6"><c r="A6" s="5"/></row>`,
      },
      { name: 'Archive', rows: '<row r="1"><c r="A1"><v>1</v></c></row>' },
    ],
    sharedStrings: `${strings('Phone', 'First name', 'Visit', 'At', 'Amount', 'Discount', 'Known')}
<si><r><rPr><b/></rPr><t>Ada</t></r><r><t xml:space="preserve"> &amp; Co, "Ltd"</t></r><rPh sb="0" eb="1"><t>eda</t></rPh></si>
<si><t>two_x000D_
lines</t></si><si><t>+44 20 7946 0018</t></si>`,
    styles: `<numFmts count="4"><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/><numFmt numFmtId="165" formatCode="dddd\\ d\\ mmmm"/>
<numFmt numFmtId="166" formatCode="00000"/></numFmts><cellStyleXfs count="1"><xf numFmtId="9"/></cellStyleXfs>
<cellXfs count="8"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="11"/>
<xf numFmtId="165"/><xf numFmtId="166"/></cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs>`,
  });
  expect(csvOf(bytes)).toEqual({
    lines: [
      'Phone,First name,Visit,At,Amount,Discount,Known',
      '4915123456789,"Ada & Co, ""Ltd""",14/12/2026,14/12/2026 14:30,"1,234.50 €",15%,TRUE',
      '',
      '4915123456789,two lines,,Monday 14 December,3.141592654,01067,',
      '+44 20 7946 0018,Renée 😀,,,,,',
      '',
    ],
    ...{ rows: 3, hiddenRows: 1, sheets: ['Customers', 'Archive'], sheet: 'Customers' },
  });
  const german = csvOf(bytes, null, 'de-DE');
  expect(german.lines[1]).toBe(
    '4915123456789,"Ada & Co, ""Ltd""",14.12.2026,14.12.2026 14:30,"1.234,50 €",15%,TRUE',
  );
  expect(csvOf(bytes, 'Archive')).toMatchObject({ lines: ['1', ''], rows: 0, sheet: 'Archive' });
  expect(csvOf(bytes, 'None')).toMatchObject({ sheet: 'Customers' });
});

test('reads a file as LibreOffice writes it', () => {
  const row =
    'customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false"';
  const bytes = workbookOf({
    sheets: [
      {
        name: 'Sheet1',
        rows: `<row r="3" ${row}><c r="A3" s="0" t="s"><v>0</v></c><c r="B3" s="0" t="s"><v>1</v></c></row>
<row r="4" ${row}><c r="A4" s="2" t="n"><v>4915123456789</v></c><c r="B4" s="1" t="n"><v>46370</v></c></row>
<row r="1048576" ${row}/>`,
      },
    ],
    sharedStrings: strings('Telefon', 'Termin'),
    styles: `<numFmts count="3"><numFmt numFmtId="164" formatCode="General"/><numFmt numFmtId="165" formatCode="[$-407]d/\\ mmmm\\ yyyy;@"/>
<numFmt numFmtId="166" formatCode="\\+0"/></numFmts><cellXfs count="3"><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>`,
    properties: 'backupFile="false" showObjects="all" date1904="false"',
  });
  expect(csvOf(bytes)).toMatchObject({
    lines: ['', '', 'Telefon,Termin', '+4915123456789,14/ Dezember 2026', ''],
    ...{ rows: 1, hiddenRows: 0 },
  });
});

test('reads a file as Google Sheets writes it', () => {
  const bytes = workbookOf({
    sheets: [
      { name: 'Hidden', state: 'hidden', rows: '<row r="1"><c r="A1"><v>7.0</v></c></row>' },
      {
        name: 'Sheet 1 &amp; more',
        state: 'visible',
        rows: `<row r="1"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c></row>
<row r="2"><c r="A2" s="1"><v>4.915123456789E12</v></c><c r="B2" s="2"><v>46370.0</v></c></row>
<row r="3"><c r="A3" s="1"><v>2.025550171E9</v></c><c r="B3" s="1" t="str"><f t="shared" ref="B3" si="0">1</f><v></v></c></row>`,
      },
    ],
    sharedStrings: strings('Phone', 'Date'),
    styles: `<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>
<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`,
    hasDescriptors: true,
  });
  expect(csvOf(bytes)).toMatchObject({
    lines: ['Phone,Date', '4915123456789,2026-12-14', '2025550171,', ''],
    ...{ sheets: ['Sheet 1 & more'], sheet: 'Sheet 1 & more' },
  });
});

test('reads inline texts, cells without addresses, prefixes, and dates that count from 1904', () => {
  const bytes = workbookOf({
    sheets: [
      {
        name: 'Export',
        rows: `<x:row><x:c t="inlineStr"><x:is><x:t>Phone</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>Day</x:t></x:is></x:c></x:row>
<x:row><x:c t="inlineStr"><x:is><x:t><![CDATA[+1 202 555 0171]]></x:t></x:is></x:c><x:c s="1"><x:v>44908</x:v></x:c></x:row>
<x:row><x:c/><x:c t="d" s="1"><x:v>2026-12-14T00:00:00</x:v></x:c></x:row>`,
      },
    ],
    styles: '<x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="15"/></x:cellXfs>',
    properties: 'date1904="1"',
    ...{ base: '/xl/', prefix: 'x:' },
  });
  expect(csvOf(bytes).lines).toEqual(['Phone,Day', '+1 202 555 0171,14-Dec-26', ',14-Dec-26', '']);
});

const parts = (...names: string[]) => names.map((name) => ({ name, text: '<a/>' }));
const sheet = (rows: string) => workbookOf({ sheets: [{ name: 'S', rows }] });
test.each<[string, Uint8Array, string]>([
  ['no workbook', zipOf(parts('word/document.xml')), 'This is no Excel file'],
  ['OpenDocument', zipOf(parts('mimetype', 'content.xml')), 'This is an OpenDocument file'],
  ['half a file', sheet('').subarray(0, 400), 'The file is damaged'],
  ['an open tag', sheet('<row><c>'), 'The file is damaged'],
  [
    'rows out of order',
    sheet('<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>'),
    'rows are not in order',
  ],
  ['a row beyond all rows', sheet('<row r="99999999"><c><v>1</v></c></row>'), 'rows are not in order'],
  [
    'only hidden sheets',
    workbookOf({ sheets: [{ name: 'S', state: 'hidden', rows: '' }] }),
    'no sheet with cells',
  ],
  [
    'parts of 2 GB',
    zipOf([{ name: 'xl/workbook.xml', text: '<workbook/>', claimedBytes: 2_000_000_000 }]),
    'too large',
  ],
])('refuses %s', (_what, bytes, problem) => {
  expect(() => csvOf(bytes)).toThrow(problem);
});

test('keeps the memory that the archive names, whatever is packed in it', () => {
  const rows = `<row><c t="inlineStr"><is><t>${'x'.repeat(5_000_000)}</t></is></c></row>`;
  const text = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  const relations =
    '<Relationships><Relationship Id="r1" Type="a/worksheet" Target="s.xml"/></Relationships>';
  const bytes = zipOf([
    { name: 'xl/workbook.xml', text: '<workbook><sheets><sheet name="S" id="r1"/></sheets></workbook>' },
    { name: 'xl/_rels/workbook.xml.rels', text: relations },
    { name: 'xl/s.xml', text, claimedBytes: 1000 },
  ]);
  expect(() => csvOf(bytes)).toThrow('The file is damaged');
});
