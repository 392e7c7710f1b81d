const comments = /--.*$/gm;
const functionBodies = /(create\s+(?:or\s+replace\s+)?function[^;]*?)\$(\w*)\$[\s\S]*?\$\2\$/gi;
/** What takes away, in any statement. Without an index, a limit or a default every program goes on. */
const takesAway =
  /\b(?:drop\s+(?!index\b|constraint\b|default\b|not\s+null\b|trigger\b)|rename\b|truncate\b|set\s+not\s+null\b|alter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b)/i;
/** What refuses rows that older programs write. */
const limits = /\b(?:add\s+(?:constraint|check|unique|foreign|primary|exclude)\b|create\s+unique\s+index\b)/i;

/**
 * Returns the first part of a migration that breaks programs which do not know of it; null when it only adds. It does not
 * judge the bodies of functions, nor the further arguments of one that is dropped and made again: these need defaults.
 */
export function breakingPart(sql: string): string | null {
  const text = sql.replaceAll(comments, '').replaceAll(functionBodies, '$1');
  const made = [...text.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(
    ([, name]) => name!,
  );
  const madeAgain = new Set(
    [...text.matchAll(/\bcreate\s+(?:or\s+replace\s+)?function\s+(\w+)/gi)].map(([, name]) => name),
  );
  for (const statement of text.split(';')) {
    if (madeAgain.has(/^\s*drop\s+function\s+(\w+)/i.exec(statement)?.[1])) continue;
    const [, table] = /\b(?:alter\s+table|on)\s+(?:if\s+exists\s+|only\s+)*(\w+)/i.exec(statement) ?? [];
    if (table !== undefined && made.includes(table)) continue;
    const found = takesAway.exec(statement) ?? limits.exec(statement);
    if (found) return found[0];
    const demand = actionsOf(statement).find(demandsValue);
    if (demand !== undefined) return demand;
  }
  return null;
}

/** Returns the actions of an ALTER TABLE: its parts between commas outside of parentheses. */
function actionsOf(statement: string): string[] {
  if (!/\balter\s+table\b/i.test(statement)) return [];
  let depth = 0;
  const parts = [''];
  for (const letter of statement) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

function demandsValue(action: string): boolean {
  return /\badd\b[\s\S]*\bnot\s+null\b/i.test(action) && !/\b(?:default|generated)\b/i.test(action);
}
