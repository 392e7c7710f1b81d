import { escapeHtml } from './escape.ts';

/** The highlighted parts of code: comment, string, key, keyword, number or variable. */
type Kind = 'comment' | 'string' | 'key' | 'word' | 'value';

const string = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
const number = String.raw`(?<![\w.-])-?\d+(?:\.\d+)?\b`;
const words = [
  ...[
    'as',
    'async',
    'await',
    'break',
    'case',
    'catch',
    'class',
    'const',
    'continue',
    'default',
    'do',
    'else',
  ],
  ...['export', 'extends', 'false', 'finally', 'for', 'from', 'function', 'if', 'import', 'in', 'instanceof'],
  ...['interface', 'let', 'new', 'null', 'of', 'return', 'static', 'switch', 'this', 'throw', 'true', 'try'],
  ...['type', 'typeof', 'undefined', 'while', 'yield'],
].join('|');

const script: readonly [Kind, string][] = [
  ['comment', String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`],
  ['string', String.raw`${string}|\`(?:\\.|[^\`\\])*\``],
  ['word', String.raw`\b(?:${words})\b`],
  ['value', number],
];
const shell: readonly [Kind, string][] = [
  ['comment', String.raw`(?<=^|\s)#[^\n]*`],
  ['string', String.raw`"(?:\\.|[^"\\])*"|'[^']*'`],
  ['value', String.raw`\$(?:\w+|\{[^}]*\})`],
  ['word', String.raw`(?<=^[ ]*|[|(;&][ ]*)[a-z][\w.-]*(?=[ ]|$)`],
];
const python: readonly [Kind, string][] = [
  ['string', `f?(?:${string})`],
  ['word', String.raw`\b(?:import|from|as|with|for|in|if|else|True|False|None)\b`],
  ['value', number],
];
const settings: readonly [Kind, string][] = [
  ['comment', String.raw`(?<=^|\s)[#;][^\n]*`],
  ['word', String.raw`^\[[^\]\n]*\]`],
  ['key', String.raw`^[ ]*(?:- )?[\w$.-]+(?=[ ]*[:=])`],
  ['string', string],
];

/** Patterns by language. The first match counts. */
const languages: Readonly<Record<string, readonly [Kind, string][]>> = {
  sh: shell,
  json: [
    ['key', String.raw`"(?:\\.|[^"\\])*"(?=\s*:)`],
    ['string', string],
    ['value', String.raw`${number}|\b(?:true|false|null)\b`],
  ],
  yaml: settings,
  ini: settings,
  ts: script,
  tsx: script,
  js: script,
  py: python,
};

/** Returns code as HTML, highlighted when the language is known. */
export function highlight(code: string, language: string): string {
  const rules = languages[language];
  if (!rules) return escapeHtml(code);
  const pattern = new RegExp(rules.map(([kind, source]) => `(?<${kind}>${source})`).join('|'), 'gm');
  let html = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = rules.find(([name]) => match.groups?.[name] !== undefined)?.[0];
    html += `${escapeHtml(code.slice(end, match.index))}<span class="code-${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
