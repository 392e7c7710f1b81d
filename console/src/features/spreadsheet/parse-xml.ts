/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen';
import { WorkbookError } from './workbook-error.ts';

/** Returns the value of an attribute of the element, or undefined. Prefixes count as absent. */
export type Attribute = (name: string) => string | undefined;

/** Receives the elements of an XML part in the order of the document. Their names have no prefix. */
export interface XmlHandler {
  open?(name: string, attribute: Attribute): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The bytes that are decoded at a time. */
const sliceBytes = 1_048_576;

/** Parses an XML part (UTF-8) from start to end. Throws what the handler throws, and a WorkbookError for other faults. */
export function parseXml(bytes: Uint8Array, handler: XmlHandler): void {
  let thrown: unknown = null;
  const guarded = (work: () => void) => {
    try {
      work();
    } catch (error) {
      thrown ??= error;
      throw error;
    }
  };
  const parser = new Parser()
    .on('openTag', (name, attributes) => guarded(() => handler.open?.(bare(name), attributeOf(attributes))))
    .on('closeTag', (name) => guarded(() => handler.close?.(bare(name))))
    .on('text', (text) => guarded(() => handler.text?.(decoded(text))))
    .on('cdata', (text) => guarded(() => handler.text?.(text)));
  const decoder = new TextDecoder();
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes)
      parser.write(decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true }));
    parser.write(decoder.decode());
    parser.end();
  } catch {
    throw (
      thrown ?? new WorkbookError('The file is damaged: a part of it cannot be read. Save it again in Excel.')
    );
  }
}

function attributeOf(attributes: () => Record<string, string>): Attribute {
  let all: Record<string, string> | undefined;
  return (name) => {
    all ??= attributes();
    const key = Object.keys(all).find((known) => bare(known) === name);
    return key === undefined ? undefined : decoded(all[key]!);
  };
}

function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const entities: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/** Replaces entities. The decoder of saxen cuts characters above U+FFFF off. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
