import { Caller } from './caller.ts';
import type { CallerHooks, CallerSide } from './caller-side.ts';
import type { ConversationOptions } from './conversation.ts';
import { Ear } from './ear.ts';
import { deaf } from './ends.ts';
import { wordsOf } from './languages.ts';
import { type Mind, pipelineMind } from './mind.ts';

/** What a conversation is made of, by its kind. */
export interface ConversationKind {
  mind: Mind;
  caller: CallerSide;
}

/** A transcriber, a language model and a voice. */
export function pipelineKind(options: ConversationOptions, hooks: CallerHooks): ConversationKind {
  const { providers, line, agent, onProblem } = options;
  const mind = pipelineMind(options);
  const ear =
    providers.speechToText.length === 0
      ? null
      : new Ear({
          providers: providers.speechToText,
          sampleRateHz: line.sampleRateHz,
          language: agent.language,
          phrases: () => mind.expectedPhrases(),
          onEvent: (event) => {
            caller.heard(event);
            hooks.onChange();
          },
          onLate: (event) => {
            caller.heardLate(event);
            hooks.onChange();
          },
          onProblem,
          onGone: () => hooks.onGone(deaf, wordsOf(agent.language).goodbye),
        });
  const caller = new Caller({
    ...hooks,
    agent,
    ear,
    expected: () => mind.expectedPhrases(),
    keysAtOnce: mind.collectsKeys,
    takesPound: () => mind.takesPound(),
  });
  return { mind, caller };
}
