import type { CallerHooks } from './caller-side.ts';
import type { ConversationOptions } from './conversation.ts';
import { type ConversationKind, pipelineKind } from './pipeline-kind.ts';
import { speechToSpeechKind } from './speech-to-speech/speech-to-speech-kind.ts';
import type { Transcript } from './transcript.ts';

/** Opens what a conversation is made of: a model that hears and speaks by itself where there is one. */
export function openKind(
  options: ConversationOptions,
  transcript: Transcript,
  hooks: CallerHooks,
): ConversationKind {
  const { speechToSpeech } = options.providers;
  return speechToSpeech
    ? speechToSpeechKind(options, speechToSpeech, transcript, hooks)
    : pipelineKind(options, hooks);
}
