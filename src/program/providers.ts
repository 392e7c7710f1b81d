import { isPocketSphinxInstalled, PocketSphinx } from '../providers/pocketsphinx/index.ts';
import { createScripted, DialogueSchema } from '../providers/scripted/index.ts';
import type { TextToSpeech } from '../providers/spec/index.ts';
import type { Providers } from '../session/index.ts';

/** The providers that need no key and no network; there is one voice, whatever is configured. */
export function embeddedProviders(voice: TextToSpeech): Providers {
  let ear: PocketSphinx | null = null;
  return {
    textToSpeech: async () => voice,
    async speechToText(configuration) {
      if (configuration?.provider !== 'pocketsphinx') return null;
      if (!isPocketSphinxInstalled()) throw new Error('PocketSphinx is not installed');
      ear ??= new PocketSphinx();
      return ear;
    },
    async languageModel(configuration, _organizationId, variables) {
      if (configuration?.provider !== 'scripted') return null;
      return createScripted(DialogueSchema.parse(configuration.dialogue), variables);
    },
  };
}
