import type { SpeechAudio } from '../providers/interfaces/index.ts';
import type { SpareSpeech } from './conversation.ts';
import type { AgentSentence, AnswerStep } from './memory.ts';
import type { Mind } from './mind.ts';
import type { Mouth } from './mouth.ts';
import type { Heard, Speech, SpeechFrame } from './speech-frame.ts';
import type { Transcript } from './transcript.ts';
import type { Turn } from './turn.ts';

/** Texts that are to be there ahead, and what keeps their speech. */
export interface Spare {
  speech: SpareSpeech;
  texts: readonly string[];
}

/** What the agent says, each thing with its place in the turn and on record: only what was heard of it gets there. */
export class Sayings {
  readonly #mouth: Mouth;
  readonly #transcript: Transcript;
  readonly #mind: Pick<Mind, 'remarked'>;

  readonly #spare: Spare | null;
  #isSpareAsked = false;

  constructor(
    mouth: Mouth,
    transcript: Transcript,
    mind: Pick<Mind, 'remarked'>,
    spare: Spare | null = null,
  ) {
    this.#mouth = mouth;
    this.#transcript = transcript;
    this.#mind = mind;
    this.#spare = spare;
  }

  /** A text of the agent's own, which its mind is told of. */
  say(
    turn: Turn,
    step: AnswerStep,
    text: string,
    kind: SpeechFrame['kind'],
    ready: Promise<SpeechAudio> | null = null,
  ): void {
    this.speak(turn, step, { text, ready }, kind, (heard) => this.#mind.remarked(heard.text));
  }

  /** A part of an answer. */
  speak(
    turn: Turn,
    step: AnswerStep,
    speech: Speech,
    kind: SpeechFrame['kind'],
    onHeard: SpeechFrame['onHeard'],
  ): void {
    const sentence: AgentSentence = {
      get text() {
        return speech.text;
      },
      heard: null,
    };
    step.sentences.push(sentence);
    const sinceMs = this.#transcript.latestMs;
    turn.hasSpoken = true;
    this.#mouth.say({
      kind,
      get text() {
        return speech.text;
      },
      audio: speech.audio ?? null,
      ready: speech.ready ?? (speech.audio ? null : this.#found(speech.text)),
      ledger: turn.ledger,
      onHeard: (heard) => {
        this.#heard(heard);
        sentence.heard = heard.text;
        if (heard.text !== '') this.#transcript.bot(step, heard.text, { ...heard, sinceMs });
        onHeard(heard);
      },
    });
  }

  /** Something that is no part of what the mind knows; `onSaid` is told when it was heard to its end. */
  aside(
    text: string,
    kind: SpeechFrame['kind'],
    ready: Promise<SpeechAudio> | null = null,
    onSaid: () => void = () => undefined,
  ): void {
    this.#mouth.say(this.#asideOf(text, kind, ready ?? this.#found(text), onSaid));
  }

  /**
   * Says that something takes long; `isNext`: before what is to be said, for which a voice is waited for. False: that
   * voice would be waited for here too.
   */
  filler(text: string, isNext: boolean): boolean {
    const ready = this.#found(text);
    const frame = this.#asideOf(text, 'data', ready);
    if (isNext) return ready !== null && this.#mouth.sayNext(frame);
    this.#mouth.say(frame);
    return true;
  }

  #asideOf(
    text: string,
    kind: SpeechFrame['kind'],
    ready: Promise<SpeechAudio> | null,
    onSaid: () => void = () => undefined,
  ): SpeechFrame {
    const aside = {};
    const sinceMs = this.#transcript.latestMs;
    return {
      kind,
      text,
      ready,
      onHeard: (heard) => {
        this.#heard(heard);
        this.#transcript.bot(aside, heard.text, { ...heard, sinceMs });
        if (heard.text !== '' && !heard.isCut) onSaid();
      },
    };
  }

  #found(text: string): Promise<SpeechAudio> | null {
    const found = this.#spare?.speech.find(text);
    return found ? Promise.resolve(found) : null;
  }

  /** Something was said to its end: the call is no wrong number, and a voice is at work. */
  #heard({ isCut }: Heard): void {
    if (isCut || this.#isSpareAsked || !this.#spare) return;
    this.#isSpareAsked = true;
    this.#spare.speech.prepare(this.#spare.texts);
  }
}
