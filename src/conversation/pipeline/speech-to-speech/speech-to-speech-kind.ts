import type { ModelMessage, SpeechToSpeech } from '../../providers/interfaces/index.ts';
import type { CallerHooks } from '../caller-side.ts';
import type { ConversationOptions } from '../conversation.ts';
import { modelGone } from '../ends.ts';
import { wordsOf } from '../languages.ts';
import type { Mind } from '../mind.ts';
import type { ConversationKind } from '../pipeline-kind.ts';
import { handedTo } from '../setback.ts';
import type { Transcript } from '../transcript.ts';
import { modelVoice } from './model-voice.ts';
import { type CallNote, messagesOf } from './said.ts';
import { SpeechLink } from './speech-link.ts';
import { answerSpoken } from './spoken-answer.ts';
import { SpokenCaller } from './spoken-caller.ts';
import type { Utterance } from './utterance.ts';

/** A model that hears and speaks by itself. */
export function speechToSpeechKind(
  options: ConversationOptions,
  provider: SpeechToSpeech,
  transcript: Transcript,
  hooks: CallerHooks,
): ConversationKind {
  const { line, agent, tools, onProblem, providers } = options;
  const { name } = provider;
  const notes: CallNote[] = [];
  const said = () => messagesOf(transcript.read(), notes);
  let isWaiting = false;
  let unanswered: Utterance[] = [];
  const link = new SpeechLink({
    provider,
    sampleRateHz: line.sampleRateHz,
    instructions: agent.prompt,
    language: agent.language,
    tools: () => tools?.definitions ?? [],
    history: said,
    onTurn: () => remember(caller.providerEnded()),
    onHeard: (utterance) => caller.heard(utterance),
    onProblem,
    thereafter: handedTo(providers.languageModel[0]),
    // The conversation may go on without it, and then nobody takes leave.
    onGone: () =>
      hooks.onGone(modelGone, providers.languageModel.length > 0 ? '' : wordsOf(agent.language).goodbye),
  });
  const remember = (utterance: Utterance) => {
    unanswered.push(utterance);
    return utterance;
  };
  const caller = new SpokenCaller({
    ...hooks,
    endOfTurnMs: agent.endOfTurnMs,
    endsTurns: provider.endsTurns,
    link: {
      write: (pcm, utterance) => link.write(pcm, utterance),
      finish: (utterance) => link.finish(remember(utterance)),
      forget: (utterance) => link.forget(utterance),
      tell: (message) => link.tell(message),
      heard: () => link.heard(),
      close: () => link.close(),
    },
  });
  const answerer = {
    name,
    link,
    onWaiting: (is: boolean) => void (isWaiting = is),
    onAnswered: () => {
      for (const utterance of unanswered) utterance.isAnswered = true;
      unanswered = [];
    },
  };
  const mind: Mind = {
    canAnswer: true,
    collectsKeys: false,
    voices: [modelVoice(name, line.sampleRateHz, link, () => isWaiting), ...providers.textToSpeech],
    states: new Map(),
    putBack: () => undefined,
    expectedPhrases: () => [],
    takesPound: () => true,
    answer: (context, turn) => answerSpoken(answerer, context, turn),
    said: (): ModelMessage[] => [{ role: 'system', content: agent.prompt }, ...said()],
    noted: (_, text) => {
      // A connection that takes the place of this one has to be told again.
      notes.push({ text, atMs: hooks.clock.nowMs });
      link.tell({ role: 'system', content: text });
    },
    remarked: (text) => {
      if (text.trim() !== '') link.tell({ role: 'bot', content: text.trim() });
    },
  };
  return { mind, caller };
}
