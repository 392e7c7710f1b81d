import type { CallLanguage } from './call-language.ts';
import { Caller } from './caller.ts';
import type { CallerHooks, CallerSide } from './caller-side.ts';
import type { ConversationOptions } from './conversation.ts';
import { deaf } from './ends.ts';
import { pipelineResponder, type Responder } from './responder.ts';
import { Transcriber } from './transcriber.ts';
import { entryOfTools } from './turns/tool-entry.ts';
import { TurnSound } from './turns/turn-sound.ts';

/** The two parts in which kinds of conversation differ. */
export interface ConversationKind {
  responder: Responder;
  caller: CallerSide;
}

/** Returns the parts of a conversation with transcriber, language model and voice. */
export function pipelineKind(
  options: ConversationOptions,
  language: CallLanguage,
  hooks: CallerHooks,
): ConversationKind {
  const { providers, line, agent, tools, onProblem } = options;
  const responder = pipelineResponder(options);
  const transcriber =
    providers.speechToText.length === 0
      ? null
      : new Transcriber({
          providers: providers.speechToText,
          sampleRateHz: line.sampleRateHz,
          language,
          phrases: () => responder.expectedPhrases(),
          keyTerms: agent.keyTerms,
          boosts: agent.keyTermBoosts,
          onEvent: (event) => {
            const spoken = event.type === 'final' ? language.heard(event) : null;
            if (spoken !== null) hooks.onLanguage(spoken);
            caller.heard(event);
            hooks.onChange();
          },
          onLate: (event) => {
            caller.heardLate(event);
            hooks.onChange();
          },
          onProblem,
          isPatient: hooks.isMuted,
          onGone: () => hooks.onGone(deaf, language.words.goodbye),
        });
  language.onChosen(() => transcriber?.reopen());
  const { turnDetector } = providers;
  const caller = new Caller({
    ...hooks,
    agent,
    language,
    transcriber,
    sound: turnDetector
      ? new TurnSound({
          detector: turnDetector,
          sampleRateHz: line.sampleRateHz,
          onJudged: () => caller.judged(),
          onProblem: (error) => onProblem({ what: `the turn detector ${turnDetector.name} failed`, error }),
        })
      : null,
    expected: () => responder.expectedPhrases(),
    expectedEntry: () => responder.expectedEntry(),
    toolEntry: entryOfTools(tools?.definitions ?? []),
    get collectsKeys() {
      return responder.collectsKeys;
    },
    takesPound: () => responder.takesPound(),
  });
  return { responder, caller };
}
