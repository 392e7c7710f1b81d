/** How deeply objects and arrays of others may be nested: what goes through them goes down as far. */
export const nestingMax = 64;

/** Whether JSON text has objects and lists more than `nestingMax` deep in each other; told in one pass, without parsing it. */
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

/** Whether a value has objects and lists more than `nestingMax` deep in each other. */
export function isNestedDeeper(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth >= nestingMax || Object.values(value).some((inner) => isNestedDeeper(inner, depth + 1));
}
