import { type AgentTemplate, type TemplateTurn, templates } from '../src/domains/agent-templates/index.ts';

const begin =
  '<!-- Made by `npm run templates` from src/domains/agent-templates; edit those, not this. -->\n';
const end = '<!-- End of what is made. -->\n';

/** Returns the page with its table and the sample conversations. Throws when the page has no marks for them. */
export function withTemplates(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/templates.md has no place for the templates');
  const made = `\n${table()}\n${templates.map(sectionOf).join('\n')}\n`;
  return page.slice(0, from + begin.length) + made + page.slice(to);
}

const directions = { inbound: 'customers call', outbound: 'calls customers' } as const;

function table(): string {
  const cells = templates.map(({ job, name, summary, direction }) => [
    `[${name}](#${job})`,
    `\`${job}\``,
    directions[direction],
    summary,
  ]);
  return rows([['template', '`job`', 'direction', 'what it does'], ...cells]);
}

/** The heading is the job, so that links to it do not depend on how headings become anchors. */
function sectionOf({ job, summary, variables, conversation, result }: AgentTemplate): string {
  const cells = variables.map(({ name, description, example, required }) => [
    `\`${name}\``,
    description,
    example,
    required ? 'each call' : 'the agent',
  ]);
  return [
    `### ${job}\n`,
    `${summary}\n`,
    rows([['variable', 'what it is', 'example', 'given by'], ...cells]),
    conversation.map(lineOf).join('\n'),
    `\nAfterwards the [analysis](flows.md#see-what-happened) holds \`${JSON.stringify(result)}\`.\n`,
  ].join('\n');
}

function lineOf(turn: TemplateTurn): string {
  if ('agent' in turn) return `- **Agent:** ${turn.agent}`;
  if ('customer' in turn) return `- **Customer:** ${turn.customer}`;
  return `- **Customer** presses \`${turn.presses}\`.`;
}

function rows(cells: readonly (readonly string[])[]): string {
  const [head = [], ...others] = cells;
  return [head, head.map(() => '---'), ...others].map((row) => `| ${row.join(' | ')} |\n`).join('');
}
