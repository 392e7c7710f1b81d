import type { AgentSideOptions } from './agent-side-options.ts';
import type { AgentVoice } from './agent-voice.ts';
import type { UnansweredTurn } from './conversation.ts';
import { speechless } from './ends.ts';
import type { Explanations } from './explanations.ts';
import type { HoldBack } from './hold-back.ts';
import { hasEffect, type Memory, mergeParts } from './memory.ts';
import type { AnswerContext, AnswerOutcome } from './rounds.ts';
import { isTypedAhead, newStep, type Turn } from './turn.ts';

/** The call ends after this many turns in a row without a model. */
const failuresMax = 3;

/** The parts of the agent's side that answers need. */
interface AnswerParts {
  memory: Memory;
  voice: AgentVoice;
  explanations: Explanations;
  /** Returns whether no later turn has begun. */
  isCurrent: (turn: Turn) => boolean;
  /** Begins or ends an action of a tool on the line. */
  bind: AnswerContext['bind'];
  /** The model held its answer back. */
  onHeldBack: (holdBack: HoldBack) => void;
}

/** Answers turns one after the other: takes back what the caller did not hear, asks the responder, and judges the outcome. */
export class Answers {
  readonly #options: AgentSideOptions;
  readonly #parts: AnswerParts;
  #last: Promise<void> = Promise.resolve();
  #failures = 0;

  constructor(options: AgentSideOptions, parts: AnswerParts) {
    this.#options = options;
    this.#parts = parts;
  }

  /**
   * Answers a turn once the previous one has settled. The previous one is silent by then, unless it `isHeardOut` while the answer
   * begins.
   */
  answer(turn: Turn, previous: Turn | null, isHeardOut: boolean): void {
    const before = isHeardOut ? this.#last : this.#last.then(() => this.#parts.voice.output.quiet());
    this.#last = this.#answer(turn, previous, before);
  }

  /** Never rejects. */
  async #answer(turn: Turn, previous: Turn | null, before: Promise<void>): Promise<void> {
    const { responder, over, conversation } = this.#options;
    await before;
    if (previous && !hasEffect(previous.memory)) this.#takeBack(previous, turn);
    turn.memory.parts = mergeParts(turn.memory.parts);
    turn.states = responder.states;
    try {
      turn.abort.signal.throwIfAborted();
      over.throwIfAborted();
      this.#parts.memory.begin(turn.memory);
      this.#conclude(turn, await responder.answer(this.#answerContext(), turn));
    } catch (error) {
      if (!turn.abort.signal.aborted && !over.aborted)
        conversation.onProblem({ what: 'a turn failed', error });
    } finally {
      turn.isThinking = false;
      this.#options.onChange();
    }
  }

  #takeBack(previous: Turn, turn: Turn): void {
    this.#parts.memory.takeBack(previous.memory);
    if (!isTypedAhead(previous, turn)) this.#options.responder.putBack(previous.states);
    turn.memory.parts = [...previous.memory.parts, ...turn.memory.parts];
  }

  #conclude(turn: Turn, outcome: AnswerOutcome): void {
    const { onEnd, conversation, language } = this.#options;
    if (typeof outcome === 'object') {
      onEnd(outcome.end, '');
      return;
    }
    if (turn.heldBack) {
      this.#parts.explanations.stop();
      this.#parts.onHeldBack(turn.heldBack);
      return;
    }
    const { apology, goodbye } = language.words;
    this.#failures = outcome === 'failed' ? this.#failures + 1 : 0;
    const report = (instead: UnansweredTurn['instead']) => {
      if (outcome === 'failed' || outcome === 'empty') conversation.onUnanswered?.({ why: outcome, instead });
    };
    if (this.#failures >= failuresMax) {
      report('goodbye');
      onEnd(speechless, goodbye);
      return;
    }
    const isOwed = outcome === 'empty' || outcome === 'failed';
    if (isOwed) turn.ledger.gaveUp(this.#options.clock.nowMs);
    report(apology === '' ? 'nothing' : 'apology');
    if (isOwed && apology !== '') this.#parts.voice.sayings.say(turn, newStep(turn), apology, 'data');
  }

  #answerContext(): AnswerContext {
    const { conversation, language, clock, responder, over, transcript, navigator } = this.#options;
    return {
      options: conversation,
      language,
      clock,
      navigator,
      memory: this.#parts.memory,
      over,
      said: () => responder.said(this.#parts.memory),
      speak: (turn, step, speech, onHeard) =>
        this.#parts.voice.sayings.speak(turn, step, speech, 'data', onHeard),
      say: (turn, step, text, kind, ready) => this.#parts.voice.sayings.say(turn, step, text, kind, ready),
      onTool: (turn) => {
        if (this.#parts.isCurrent(turn)) this.#parts.explanations.tool(turn);
      },
      record: (entry) => transcript.add(entry),
      bind: this.#parts.bind,
    };
  }
}
