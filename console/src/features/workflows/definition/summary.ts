import { formatCount } from '../../../ui/format.ts';

const charactersMax = 80;

/** Summarizes a step by its fields in a few words. Empty while they are empty. */
export function summaryOf(type: string, fields: Readonly<Record<string, unknown>>): string {
  return oneLine(summarize(type, fields)).slice(0, charactersMax);
}

function summarize(type: string, fields: Readonly<Record<string, unknown>>): string {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  switch (type) {
    case 'set':
      return keysOf(fields.values).join(', ');
    case 'transform':
      return typeof fields.value === 'string' ? fields.value : keysOf(fields.value).join(', ');
    case 'condition':
      return text('if');
    case 'split':
      return formatCount(lengthOf(fields.cases), 'case');
    case 'parallel':
      return formatCount(lengthOf(fields.branches), 'branch', 'branches');
    case 'loop':
      return typeof fields.over === 'string'
        ? `of ${fields.over}`
        : `of ${formatCount(lengthOf(fields.over), 'element')}`;
    case 'delay':
      return delaySummary(fields);
    case 'http':
      return `${text('method') || 'GET'} ${addressOf(text('url'))}`;
    case 'queueCall':
    case 'placeCall':
      return textAt(fields.call, 'phoneNumber');
    case 'sendChatMessage':
      return text('content');
    case 'pushPersonalization':
      return text('phoneNumber');
    case 'languageModel':
      return textAt(fields.model, 'model');
    case 'searchKnowledge':
      return text('query');
    case 'workflow':
      return text('workflowId');
    case 'waitForEvent':
      return text('key');
    case 'end':
      return text('status') === 'failed' ? 'as failed' : text('reason');
    default:
      return '';
  }
}

function delaySummary({ seconds, until }: Readonly<Record<string, unknown>>): string {
  if (typeof until === 'string') return `until ${until}`;
  if (typeof seconds !== 'number') return typeof seconds === 'string' ? `${seconds} s` : '';
  const units: [string, number][] = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
  ];
  const found = units.find(([, length]) => seconds >= length && seconds % length === 0);
  return found ? `${seconds / found[1]} ${found[0]}` : `${seconds} s`;
}

function addressOf(url: string): string {
  return url.replace(/^https?:\/\//, '');
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function textAt(value: unknown, name: string): string {
  const inner = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : '';
  return typeof inner === 'string' ? inner : '';
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
