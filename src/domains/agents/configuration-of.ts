import { withFallbacks } from './configuration/fallbacks.ts';
import { type AgentConfiguration, CreateAgent } from './schemas.ts';

/** The configuration of an agent created with the required fields only. */
const defaults: AgentConfiguration = { ...CreateAgent.parse({ name: '-', prompt: '-' }), tools: [] };
const names = Object.keys(defaults);

/**
 * Picks the configuration out of a stored version or an agent. Fields that older versions lack get their default, also
 * those of `conversation`.
 */
export function configurationOf(holder: object): AgentConfiguration {
  const own = Object.entries(holder).filter(([name]) => names.includes(name));
  const configuration: AgentConfiguration = { ...defaults, ...Object.fromEntries(own) };
  const { model, voice, transcriber, conversation } = configuration;
  return {
    ...configuration,
    model: withFallbacks(model),
    voice: withFallbacks(voice),
    transcriber: withFallbacks(transcriber),
    conversation: { ...defaults.conversation, ...conversation },
  };
}
