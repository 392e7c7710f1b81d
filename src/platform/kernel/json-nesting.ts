/** The deepest accepted nesting of objects and arrays. Code that walks them recurses to the same depth. */
export const nestingMax = 64;

/** Whether JSON text nests objects and lists more than `nestingMax` deep. Reads it in one pass, without parsing. */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > nestingMax) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}

/** Whether a value nests objects and lists more than `nestingMax` deep. */
export function isNestedDeeper(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth >= nestingMax || Object.values(value).some((inner) => isNestedDeeper(inner, depth + 1));
}
