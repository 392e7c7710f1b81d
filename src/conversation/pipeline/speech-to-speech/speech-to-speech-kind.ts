import type { ModelMessage, SpeechToSpeech } from '../../providers/interfaces/index.ts';
import { noStates } from '../answer-part.ts';
import type { CallLanguage } from '../call-language.ts';
import type { CallerHooks } from '../caller-side.ts';
import type { ConversationOptions } from '../conversation.ts';
import { modelGone } from '../ends.ts';
import type { ConversationKind } from '../pipeline-kind.ts';
import type { Responder } from '../responder.ts';
import { handedTo } from '../setback.ts';
import type { Transcript } from '../transcript.ts';
import { modelVoice } from './model-voice.ts';
import { type CallNote, messagesSince } from './said.ts';
import { SpeechLink } from './speech-link.ts';
import { answerSpoken } from './spoken-answer.ts';
import { SpokenCaller, type SpokenCallerOptions } from './spoken-caller.ts';
import type { Utterance } from './utterance.ts';

/** Returns the parts of a conversation with a speech-to-speech model. */
export function speechToSpeechKind(
  options: ConversationOptions,
  provider: SpeechToSpeech,
  transcript: Transcript,
  language: CallLanguage,
  hooks: CallerHooks,
): ConversationKind {
  const { line, agent, tools, onProblem, providers } = options;
  const { name } = provider;
  const notes: CallNote[] = [];
  const said = () => messagesSince(options, transcript.read(), notes);
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
    // When language models take over, the conversation continues and no farewell is due.
    onGone: () => hooks.onGone(modelGone, providers.languageModel.length > 0 ? '' : language.words.goodbye),
  });
  const remember = (utterance: Utterance) => {
    unanswered.push(utterance);
    return utterance;
  };
  const caller = new SpokenCaller({
    ...hooks,
    endOfTurnMs: agent.endOfTurnMs,
    endsTurns: provider.endsTurns,
    link: rememberingLink(link, remember),
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
  const responder: Responder = {
    ...withoutDialogue,
    voices: [modelVoice(name, line.sampleRateHz, link, () => isWaiting), ...providers.textToSpeech],
    states: noStates,
    answer: (context, turn) => answerSpoken(answerer, context, turn),
    said: (): ModelMessage[] => [{ role: 'system', content: agent.prompt }, ...said()],
    history: said,
    noted: (_, text) => {
      // A later connection needs the note too.
      notes.push({ text, atMs: hooks.clock.nowMs });
      link.add({ role: 'system', content: text });
    },
    remarked: (text) => {
      if (text.trim() !== '') link.add({ role: 'bot', content: text.trim() });
    },
  };
  return { responder, caller };
}

/** The part of a responder without keys to collect or phrases to expect. */
const withoutDialogue = {
  canAnswer: true,
  collectsKeys: false,
  takesSilence: false,
  putBack: () => undefined,
  store: () => [],
  restore: () => undefined,
  expectedPhrases: () => [],
  expectedEntry: () => null,
  takesPound: () => true,
  // The model hears the caller itself, and answers when the turn is over.
  foresee: () => undefined,
  prepare: () => undefined,
  dropPrepared: () => undefined,
  takeDropped: () => 0,
  control: null,
} satisfies Partial<Responder>;

/** Returns the caller's side of the link, which remembers utterances as they end. */
function rememberingLink(
  link: SpeechLink,
  remember: (utterance: Utterance) => Utterance,
): SpokenCallerOptions['link'] {
  return {
    write: (pcm, utterance) => link.write(pcm, utterance),
    finish: (utterance) => link.finish(remember(utterance)),
    forget: (utterance) => link.forget(utterance),
    add: (message) => link.add(message),
    heard: () => link.heard(),
    close: () => link.close(),
  };
}
