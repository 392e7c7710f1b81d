/** A page of the site, made from a Markdown file of the repository. */
interface DocsPage {
  /** The path behind `/docs/`; empty for the first page. */
  slug: string;
  /** The title in the navigation. */
  title: string;
  /** The file's path in the repository. */
  source: string;
}

interface DocsGroup {
  title: string;
  pages: readonly DocsPage[];
}

const page = (slug: string, title: string, source = `docs/${slug}.md`): DocsPage => ({ slug, title, source });

/** The first page. */
export const startPage = page('', 'Parley', 'docs/README.md');

/** The navigation, in order. */
export const docsGroups: readonly DocsGroup[] = [
  {
    title: 'Begin',
    pages: [
      page('quick-start', 'Quick start'),
      page('using-the-console', 'The console'),
      page('carriers', 'Connect a carrier'),
      page('first-campaign', 'First campaign'),
    ],
  },
  {
    title: 'Build',
    pages: [
      page('agents', 'Agents and prompts'),
      page('templates', 'Templates'),
      page('guard-rails', 'Guard rails'),
      page('hand-over', 'Several agents'),
      page('providers', 'Models and voices'),
      page('bridges', 'Bridges to speech servers'),
      page('scripted-model', 'Scripted dialogues'),
      page('flows', 'Flows'),
      page('knowledge', 'Knowledge'),
      page('personalization', 'Personalization'),
      page('memory', 'Memory'),
      page('workflows', 'Workflows'),
      page('chats', 'Chats and the widget'),
      page('web-calls', 'Calls from web pages'),
      page('webhooks', 'Events and webhooks'),
      page('alerts', 'Alerts'),
      page('teams', 'Teams'),
      page('scenarios', 'Scenarios'),
      page('simulation', 'Simulation'),
    ],
  },
  {
    title: 'Call',
    pages: [
      page('dialing', 'How calls are dialed'),
      page('live-calls', 'Live calls'),
      page('compliance', 'Compliance'),
      page('audit-log', 'Audit log'),
    ],
  },
  {
    title: 'Run',
    pages: [
      page('deployment', 'Deployment'),
      page('several-machines', 'Several machines'),
      page('single-sign-on', 'Single sign-on'),
      page('configuration', 'Configuration'),
      page('operations', 'Operations'),
      page('sip', 'SIP in detail'),
      page('retention', 'Retention'),
      page('security', 'Security'),
    ],
  },
  {
    title: 'Look up',
    pages: [
      page('command-line', 'Command line'),
      page('mcp', 'Coding assistants'),
      page('sdk', 'TypeScript SDK', 'packages/sdk/README.md'),
      page('glossary', 'Glossary', 'docs/GLOSSARY.md'),
      page('engineering', 'For engineers'),
    ],
  },
];

/** Pages for engineers of Parley. One page links to them; they are not in the navigation. */
const engineersPages: readonly DocsPage[] = [
  page('architecture', 'Architecture', 'docs/ARCHITECTURE.md'),
  page('console', 'The console, for engineers'),
  page('sdk-making', 'How the SDK is made', 'docs/sdk.md'),
];

/** All pages that are listed here. Decisions are known by their folder. */
export const docsPages: readonly DocsPage[] = [
  startPage,
  ...docsGroups.flatMap(({ pages }) => pages),
  ...engineersPages,
];

/** The folder of the decisions in the repository, and their path on the site. */
export const decisions = { folder: 'docs/decisions', slug: 'decisions' };
