/** The kinds of conditions of an edge, by the name of their field. */
export const conditionKinds = ['when', 'choice', 'keys', 'silence', 'failure'] as const;
export type ConditionKind = (typeof conditionKinds)[number];

/** When a way out of a stage is taken. A dialogue decides by its nodes, in plain words. In a draft, the condition may be missing. */
export type Condition =
  | { kind: ConditionKind; value: string }
  | { kind: 'dialogue'; value: string }
  | { kind: 'none'; value: '' };

/** Returns the condition of an edge. Of several, the first counts. */
export function conditionOf(edge: Readonly<Record<string, unknown>>): Condition {
  const kind = conditionKinds.find((one) => edge[one] !== undefined);
  if (kind === undefined) return { kind: 'none', value: '' };
  return { kind, value: typeof edge[kind] === 'string' ? edge[kind] : '' };
}

/** Returns a condition in plain words: "if guests over 8", "key 1", "silence". */
export function conditionText({ kind, value }: Condition): string {
  switch (kind) {
    case 'when':
      return whenText(value);
    case 'choice':
      return value.trim() === '' ? 'a choice without words' : value.trim();
    case 'keys':
      return value.length > 1 ? `keys ${value}` : value === '' ? 'no key yet' : `key ${value}`;
    case 'silence':
      return 'silence';
    case 'failure':
      return 'failure';
    case 'dialogue':
      return value;
    case 'none':
      return 'no condition yet';
  }
}

/** Returns a CEL condition in plain words as far as it consists of simple comparisons. Others stay as they are. */
function whenText(condition: string): string {
  const all = condition.trim();
  if (all === '') return 'no condition yet';
  const either = split(all, '||');
  if (either.length > 1) return `if ${either.map((one) => part(one)).join(' or ')}`;
  const parts = split(all, '&&');
  const known = parts.map((one) => /^vars\.(\w+) ?!= ?null$/.exec(one)?.[1]);
  if (known.every((name) => name !== undefined))
    return `${listed((known as string[]).map(spacedName))} known`;
  return `if ${parts.map((one) => part(one)).join(' and ')}`;
}

const comparisons: Readonly<Record<string, string>> = {
  '>': 'over',
  '>=': 'at least',
  '<': 'under',
  '<=': 'at most',
  '==': 'is',
  '!=': 'is not',
};

/** A name, a comparison, and a plain value. */
const comparison = /^(?:vars|call)\.(\w+) ?(>=|<=|>|<|==|!=) ?("[^"]*"|'[^']*'|-?[\d.]+|true|false|null)$/;

function part(text: string): string {
  const [, name, sign, value] = comparison.exec(text) ?? [];
  if (name !== undefined) {
    if (value === 'null') return `${spacedName(name)} ${sign === '!=' ? 'known' : 'unknown'}`;
    return `${spacedName(name)} ${comparisons[sign!]} ${value!.replace(/^["']|["']$/g, '')}`;
  }
  const [, not, alone] = /^(!?)(?:vars|call)\.(\w+)$/.exec(text) ?? [];
  if (alone !== undefined) return `${spacedName(alone)} is ${not === '!' ? 'false' : 'true'}`;
  return text.replaceAll(/\b(?:vars|call)\./g, '');
}

/** Splits at a sign outside of parentheses and quotation marks. */
function split(text: string, sign: '&&' | '||'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at]!;
    if (quote !== '') {
      if (one === '\\') at += 1;
      else if (one === quote) quote = '';
    } else if (one === '"' || one === "'") quote = one;
    else if ('([{'.includes(one)) depth += 1;
    else if (')]}'.includes(one)) depth -= 1;
    else if (depth === 0 && text.startsWith(sign, at)) {
      parts.push(text.slice(from, at).trim());
      from = at + sign.length;
      at = from - 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}

/** Returns the words of a name: "noMoreCalls" and "no_more_calls" are "no more calls". */
export function spacedName(name: string): string {
  return name
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`);
}

/** Returns the shortest words of a phrase without its marks: "[please] (call | ring) {name}" is "call [name]". */
export function plainPhrase(phrase: string): string {
  let words = phrase;
  for (let before = ''; before !== words; ) {
    before = words;
    words = words.replaceAll(/\[[^[\]()]*\]/g, ' ').replaceAll(/\(([^[\]()|]*)[^[\]()]*\)/g, ' $1 ');
  }
  const [first = ''] = words.split('|');
  const named = first
    .replaceAll('*', ' ')
    .replaceAll(/\{([\w-]+)\}/g, (_, name: string) => `[${spacedName(name)}]`);
  return named.replaceAll(/\s+/g, ' ').trim() || phrase;
}

/** Returns a text with its variables as they are written: "Hello {{ vars.first_name }}" is "Hello {{first_name}}". */
export function shownText(text: string): string {
  return text.replaceAll(/\{\{\s*(?:vars\.|call\.)?([\w.-]+)[^{}]*\}\}/g, (_, name: string) => `{{${name}}}`);
}

/** Returns names as a list in a sentence. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
