import { parseXml } from './parse-xml.ts';

/** Returns the texts of the shared string table (ECMA-376 part 1, §18.4.8) by their place. */
export function sharedStringsOf(bytes: Uint8Array | null): string[] {
  const texts: string[] = [];
  if (bytes === null) return texts;
  let [item, isText, isPhonetic] = ['', false, false];
  parseXml(bytes, {
    open(name) {
      if (name === 'si') item = '';
      else if (name === 't') isText = true;
      // The pronunciation of East Asian text, which the cell does not show.
      else if (name === 'rPh') isPhonetic = true;
    },
    text(text) {
      if (isText && !isPhonetic) item += text;
    },
    close(name) {
      if (name === 'si') texts.push(unescaped(item));
      else if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
  });
  return texts;
}

/** Replaces `_x000D_`, as characters are written that XML cannot hold (ST_Xstring, ECMA-376 part 1, §22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
