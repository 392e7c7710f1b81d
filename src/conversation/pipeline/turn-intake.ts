import type { AgentSide } from './agent-side.ts';
import type { CallLanguage } from './call-language.ts';
import type { CallerTurn, SpeechSpan, Words } from './caller-side.ts';
import type { LineClock } from './line-clock.ts';
import type { Navigator } from './navigator.ts';
import type { Opening } from './opening.ts';
import { greetedNote, type Responder, spokenLanguageNote } from './responder.ts';
import type { ConversationTimer, Timers } from './timers.ts';
import { switchLanguageName } from './tools.ts';
import type { Transcript } from './transcript.ts';
import type { CallerMarks } from './turn-latency.ts';
import { Reprompt } from './turns/reprompt.ts';
import type { SilenceWatch } from './turns/silence.ts';

interface IntakeOptions {
  agent: AgentSide;
  clock: LineClock;
  language: CallLanguage;
  navigator: Navigator;
  opening: Opening;
  responder: Responder;
  silence: SilenceWatch;
  timers: Timers<ConversationTimer>;
  transcript: Transcript;
  isUnheard: boolean;
  /** Returns whether the conversation is open, and as far as is known with a person. */
  isOpen: () => boolean;
  isWithPerson: () => boolean;
  onChange: () => void;
}

/** Takes what was understood of the caller: records it, finds out whom it addresses, and passes turns to the agent. */
export class TurnIntake {
  readonly #options: IntakeOptions;
  readonly #reprompt: Reprompt;
  #isUnheard: boolean;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#reprompt = new Reprompt({ timers: options.timers, onDue: () => this.#apologize() });
    this.#isUnheard = options.isUnheard;
  }

  /** Whether the transcriber returned nothing for the caller's last speech. */
  get isUnheard(): boolean {
    return this.#isUnheard;
  }

  /** Takes a whole turn; `marks` is `null` when it was understood before the conversation. */
  take({ kind, parts, words, marks }: Omit<CallerTurn, 'marks'> & { marks: CallerMarks | null }): void {
    const { agent, navigator, opening, responder, silence, timers, isOpen, onChange } = this.#options;
    this.record(words);
    this.#isUnheard = false;
    this.#reprompt.understood();
    silence.restart();
    const addressed = isOpen() ? navigator.take({ kind, parts, words }) : null;
    if (isOpen() && navigator.isMachine && !navigator.isUnknown) timers.clear('greeting');
    if (addressed?.isNewPerson) opening.announce();
    if (addressed?.note) agent.note(addressed.note);
    if (addressed?.isNewPerson && opening.canGreet) {
      for (const { text } of addressed.parts) agent.note(greetedNote(text));
      opening.greet();
    } else if (addressed && responder.canAnswer && isOpen()) agent.answer(kind, addressed.parts, marks);
    onChange();
  }

  /** Changes to the language that the caller speaks, informs the model, and records the change as a use of its tool. */
  follow(tag: string): void {
    const { agent, clock, language, transcript } = this.#options;
    if (!language.follow(tag)) return;
    agent.note(spokenLanguageNote(tag));
    const toolCall = { id: `heard-${tag}`, name: switchLanguageName, arguments: { language: tag } };
    const at = { startMs: clock.nowMs, endMs: clock.nowMs };
    transcript.add({
      role: 'tool',
      text: '',
      name: toolCall.name,
      toolCall,
      result: { heard: tag },
      ...at,
    });
  }

  /** Handles late speech without words. */
  notUnderstood(isLost: boolean): void {
    if (!this.#options.isOpen()) return;
    this.#isUnheard = isLost;
    this.#apologize();
  }

  /** Records speech of a person of which the transcriber returned no words. */
  unclear(speech: SpeechSpan): void {
    const { transcript, isOpen, isWithPerson } = this.#options;
    if (!isOpen() || !isWithPerson()) return;
    transcript.add({ role: 'user', text: '', notUnderstood: true, ...speech });
    this.#reprompt.unclear(speech);
  }

  /**
   * Counts the silence after speech without words while `isQuiet`: neither side speaks or is about to. While the agent is away,
   * on hold or muted, the caller speaks with someone else.
   */
  quiet(isQuiet: boolean, isAway: boolean): void {
    const { agent, clock } = this.#options;
    this.#reprompt.quiet(isQuiet, isAway || agent.isBusy, clock.nowMs);
  }

  /** Records words that did not become part of a turn. */
  record(words: readonly Words[]): void {
    for (const said of words) this.#options.transcript.add({ role: 'user', ...said });
  }

  /** Says that the caller was not understood. The caller has as much time for another answer as for the first. */
  #apologize(): void {
    const { agent, responder, silence, isWithPerson } = this.#options;
    silence.restart();
    if (responder.canAnswer && isWithPerson()) agent.apologize();
  }
}
