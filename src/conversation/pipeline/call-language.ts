import type { TextToSpeech, TranscriptEvent } from '../providers/interfaces/index.ts';
import type { ConversationAgent } from './conversation.ts';
import { wordsOf } from './languages.ts';

/** A transcript of so many words shows the language alone. A shorter one is confirmed by the next. */
const wordsMin = 4;
const finalsMin = 2;

/**
 * The language of a call and its voice. The call begins in the agent's language, and changes to one of its further
 * languages when the caller does.
 */
export class CallLanguage {
  readonly #agent: Pick<ConversationAgent, 'language' | 'languages' | 'voice' | 'fillers'>;
  readonly #voices: readonly TextToSpeech[];
  #tag: string;
  #voice: string | null;
  /** The other language of the last transcripts, and their number. */
  #heard: { tag: string; finals: number } | null = null;
  #onChosen: () => void = () => undefined;

  constructor(
    agent: Pick<ConversationAgent, 'language' | 'languages' | 'voice' | 'fillers'>,
    voices: readonly TextToSpeech[],
  ) {
    this.#agent = agent;
    this.#voices = voices;
    this.#tag = agent.language;
    this.#voice = agent.voice;
  }

  /** The current language in BCP 47. */
  get tag(): string {
    return this.#tag;
  }

  /** The id of the current voice; `null` for the provider's default. */
  get voice(): string | null {
    return this.#voice;
  }

  /** The words and phrases of the current language. */
  get words(): ReturnType<typeof wordsOf> {
    return wordsOf(this.#tag);
  }

  /** The texts for long waits. The agent's own texts are in its first language. */
  get fillers(): readonly string[] {
    const { fillers, language } = this.#agent;
    const isOwn = fillers !== null && (fillers.length === 0 || this.#tag === language);
    return isOwn ? fillers : this.words.fillers;
  }

  /** Returns what the agent says after a silence: its own text in its first language, else that of the language. */
  silencePrompt(own: string): string {
    return this.#tag === this.#agent.language ? own : this.words.silencePrompt;
  }

  /** The languages of the agent that are not spoken now. */
  get others(): string[] {
    const all = [this.#agent.language, ...this.#agent.languages.map(({ language }) => language)];
    return all.filter((tag) => tag !== this.#tag);
  }

  /**
   * Takes the language that a transcriber reports for final words. Returns the language of the agent that the caller
   * speaks from now on, or `null` when nothing changes.
   */
  heard({
    text,
    language,
  }: Pick<Extract<TranscriptEvent, { type: 'final' }>, 'text' | 'language'>): string | null {
    if (language === undefined || text.trim() === '') return null;
    const tag = primary(language) === primary(this.#tag) ? undefined : findLanguage(this.others, language);
    if (tag === undefined) {
      this.#heard = null;
      return null;
    }
    const finals = this.#heard?.tag === tag ? this.#heard.finals + 1 : 1;
    this.#heard = { tag, finals };
    const isClear = finals >= finalsMin || text.trim().split(/\s+/).length >= wordsMin;
    return isClear ? tag : null;
  }

  /** Changes to a language that the transcriber has recognized. Other tags than those of the agent have no effect. */
  follow(tag: string): boolean {
    if (!this.others.includes(tag)) return false;
    const { language, languages, voice } = this.#agent;
    const chosen = languages.find((one) => one.language === tag);
    const offered = this.#voices[0]?.voices.find((one) => primary(one.language) === primary(tag));
    this.#tag = tag;
    this.#voice = tag === language ? voice : (chosen?.voice ?? offered?.id ?? voice);
    this.#heard = null;
    return true;
  }

  /** Changes to a language that the model has chosen. The listener of `onChosen` informs the transcriber. */
  choose(tag: string): boolean {
    const isChanged = this.follow(tag);
    if (isChanged) this.#onChosen();
    return isChanged;
  }

  /** Sets the listener for `choose`. */
  onChosen(listener: () => void): void {
    this.#onChosen = listener;
  }
}

/** Returns the tag of the same language, of the same region if there is one. */
function findLanguage(tags: readonly string[], wanted: string): string | undefined {
  const same = tags.filter((tag) => primary(tag) === primary(wanted));
  return same.find((tag) => tag.toLowerCase() === wanted.toLowerCase()) ?? same[0];
}

function primary(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}
