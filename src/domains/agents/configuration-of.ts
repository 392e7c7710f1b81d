import { type AgentConfiguration, CreateAgent } from './schemas.ts';

/** What an agent is when its creation says nothing more than it has to. */
const defaults: AgentConfiguration = { ...CreateAgent.parse({ name: '-', prompt: '-' }), tools: [] };
const names = Object.keys(defaults);

/**
 * What is configured, out of something that holds it: a stored version, or an agent with its id and dates. What an
 * older program did not know has its default.
 */
export function configurationOf(holder: object): AgentConfiguration {
  const own = Object.entries(holder).filter(([name]) => names.includes(name));
  return { ...defaults, ...Object.fromEntries(own) };
}
