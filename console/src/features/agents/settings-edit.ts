import type { Settings } from './chain.ts';
import type { AgentForm } from './use-agent-form.ts';

/** The settings of one provider of a chain, and how a form changes them. */
export interface SettingsEdit {
  form: AgentForm;
  /** The API's name of the settings, such as `model.fallbacks.0`. */
  path: string;
  settings: Settings;
  change: (next: Settings) => void;
  /** The provider's place in the chain, such as “fallback 1 of the model”; null for the agent's own provider. */
  place: string | null;
}

/** Returns the label of a field. Screen readers also hear to which provider of the chain it belongs. */
export function labelOf({ place }: Pick<SettingsEdit, 'place'>, label: string) {
  return { label, ...(place !== null && { 'aria-label': `${label} of ${place}` }) };
}

/** Returns a text setting; null when it is not set. */
export function textOf(settings: Settings, name: string): string | null {
  return (settings[name] as string | null | undefined) ?? null;
}
