import { isObject } from '../../json-text/index.ts';

/** The fields of a dialogue whose keys are names of slots. */
const bySlot = new Set(['slots', 'set', 'result']);

/** Returns a part of a dialogue with another name for a slot or variable. `field` is the name of the part's field. */
export function renamedInDialogue(part: unknown, from: string, to: string, field = ''): unknown {
  if (typeof part === 'string') {
    if (field === 'slot' || field === 'name') return part === from ? to : part;
    const inText = part.replaceAll(new RegExp(`\\{\\{\\s*${from}\\s*\\}\\}`, 'g'), `{{${to}}}`);
    return field === 'phrases' ? inText.replaceAll(`{${from}}`, `{${to}}`) : inText;
  }
  if (Array.isArray(part)) return part.map((one) => renamedInDialogue(one, from, to, field));
  if (!isObject(part)) return part;
  const entries = Object.entries(part).map(([key, value]) => {
    const name = bySlot.has(field) && key === from ? to : key;
    // Arguments, values and types have fields of their own.
    const isOpaque = field === 'arguments' || bySlot.has(field);
    return [name, renamedInDialogue(value, from, to, isOpaque ? 'arguments' : key)];
  });
  return Object.fromEntries(entries);
}
