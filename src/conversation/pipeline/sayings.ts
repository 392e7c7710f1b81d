import type { SpeechAudio } from '../providers/interfaces/index.ts';
import type { SpareSpeech } from './conversation.ts';
import type { AgentSentence, AnswerStep } from './memory.ts';
import type { Responder } from './responder.ts';
import type { Heard, Speech, SpeechFrame } from './speech-frame.ts';
import type { SpeechOutput } from './speech-output.ts';
import type { Transcript } from './transcript.ts';
import type { Turn } from './turn.ts';

/** Texts to synthesize ahead, and the store of their speech. */
export interface Spare {
  speech: SpareSpeech;
  texts: readonly string[];
}

/** Speaks the agent's texts, and stores the heard part of each in its turn and in the transcript. */
export class Sayings {
  readonly #output: SpeechOutput;
  readonly #transcript: Transcript;
  readonly #responder: Pick<Responder, 'remarked'>;
  readonly #spare: Spare | null;
  #isSpareAsked = false;

  constructor(
    output: SpeechOutput,
    transcript: Transcript,
    responder: Pick<Responder, 'remarked'>,
    spare: Spare | null = null,
  ) {
    this.#output = output;
    this.#transcript = transcript;
    this.#responder = responder;
    this.#spare = spare;
  }

  /** Says a text that the model did not produce, and reports it to the responder. */
  say(
    turn: Turn,
    step: AnswerStep,
    text: string,
    kind: SpeechFrame['kind'],
    ready: Promise<SpeechAudio> | null = null,
  ): void {
    this.speak(turn, step, { text, ready }, kind, (heard) => this.#responder.remarked(heard.text));
  }

  /** Says a part of an answer. */
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
    this.#output.say({
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

  /** Says a text that the responder does not need to know. Calls `onSaid` when all of it was heard. */
  aside(
    text: string,
    kind: SpeechFrame['kind'],
    ready: Promise<SpeechAudio> | null = null,
    onSaid: () => void = () => undefined,
  ): void {
    this.#output.say(this.#asideOf(text, kind, ready ?? this.#found(text), onSaid));
  }

  /**
   * Says a filler. With `isNext`, says it before pending speech that waits for a voice, and returns false when the filler
   * would wait for the same voice.
   */
  filler(text: string, isNext: boolean): boolean {
    const ready = this.#found(text);
    const frame = this.#asideOf(text, 'data', ready);
    if (isNext) return ready !== null && this.#output.sayNext(frame);
    this.#output.say(frame);
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

  /** Prepares spare speech after the first whole sentence: the caller stayed on the line, and a voice works. */
  #heard({ isCut }: Heard): void {
    if (isCut || this.#isSpareAsked || !this.#spare) return;
    this.#isSpareAsked = true;
    this.#spare.speech.prepare(this.#spare.texts);
  }
}
