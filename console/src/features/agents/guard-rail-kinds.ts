import type { Configuration } from './configuration.ts';

export type GuardRail = Configuration['guardRails']['rules'][number];

/** The kinds of rules in plain words. */
export const ruleKinds: Record<GuardRail['type'], { label: string; name: string; color: string }> = {
  words: { label: 'Never say…', name: 'Forbidden words', color: 'red' },
  'personal-data': { label: 'Never read out…', name: 'Personal data', color: 'red' },
  disclosure: { label: 'Always say…', name: 'Disclosure', color: 'teal' },
  topic: { label: 'Stay away from a topic', name: 'Topic', color: 'violet' },
  tool: { label: 'Before a tool runs…', name: 'Tool', color: 'blue' },
};

export const personalDataLabels = {
  'card-number': 'Card numbers',
  'bank-account': 'Bank accounts (IBAN)',
  'social-security-number': 'Social security numbers (USA)',
  'email-address': 'E-mail addresses',
} as const;

/** Returns a new rule of a kind, with a name that no other rule has. */
export function beginningOf(type: GuardRail['type'], rules: readonly GuardRail[]): GuardRail {
  const base = ruleKinds[type].name;
  const isTaken = (name: string) => rules.some((rule) => rule.name === name);
  let name = base;
  for (let number = 2; isTaken(name); number++) name = `${base} ${number}`;
  switch (type) {
    case 'words':
      return { type, name, phrases: [], replacement: 'I cannot say anything about that.' };
    case 'personal-data':
      return { type, name, kinds: ['card-number'], variables: [], replacement: 'I cannot read that out.' };
    case 'disclosure':
      return { type, name, text: '', withinSeconds: 0 };
    case 'topic':
      return { type, name, description: '', replacement: 'I cannot advise you on that.' };
    case 'tool':
      return {
        ...{ type, name, tools: [], when: null, confirmation: null },
        refusal: 'This is not allowed in this conversation.',
      };
  }
}
