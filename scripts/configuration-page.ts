import type { Setting } from '../src/platform/kernel/index.ts';

const head = `<!-- Made by \`npm run configuration\` from src/program/settings.ts; edit that, not this. -->

# Configuration

Everything is set by environment variables, and nothing has to be: \`npm start\` runs without any. A variable that is
empty counts as not set. At start every value is checked; one that is not acceptable ends the start with a message
that names the variable and what it accepts.

| Variable | Default | Accepts | What it is for |
| --- | --- | --- | --- |
`;

/** The page docs/configuration.md. */
export function configurationPage(settings: Record<string, Setting<unknown>>): string {
  return head + Object.values(settings).map(rowOf).join('');
}

function rowOf(setting: Setting<unknown>): string {
  const { env, doc, accepts, defaultWords, default: fallback } = setting;
  const shownDefault = defaultWords ?? (fallback === null ? 'none' : `\`${fallback}\``);
  const secret = setting.secret ? ' Secret: its value is never repeated in a message.' : '';
  return `| ${[`\`${env}\``, shownDefault, accepts, doc + secret].map(cell).join(' | ')} |\n`;
}

/** A table's cell is one line, and a bar would end it. */
function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}
