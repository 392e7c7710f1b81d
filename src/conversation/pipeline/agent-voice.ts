import { delay } from '../../platform/kernel/index.ts';
import type { AgentSideOptions } from './agent-side-options.ts';
import { spareOf } from './fillers.ts';
import { Sayings } from './sayings.ts';
import { Sounded } from './sounded.ts';
import { SpeechOutput } from './speech-output.ts';

/** The call ends after this many sentences in a row without a voice. */
const failuresMax = 2;
/** The peer plays audio this much later than we send it: its jitter buffer and its network. */
const playoutMs = 300;

interface VoiceEvents {
  /** A frame begins to be played. */
  onSounding: () => void;
  /** Nothing is left to say. */
  onQuiet: () => void;
  /** Returns whether the first words of the call are being said. No voice for them ends the call. */
  isFirst: () => boolean;
  /** The agent has no voice any more. */
  onBroken: () => void;
}

/** The agent's voice: what it says, what the caller has heard of it, and the bound of its failures. */
export class AgentVoice {
  readonly output: SpeechOutput;
  readonly sayings: Sayings;
  readonly sounded: Sounded;
  readonly #options: AgentSideOptions;
  #failures = 0;

  constructor(options: AgentSideOptions, events: VoiceEvents) {
    this.#options = options;
    const { language, conversation, clock, responder, transcript } = options;
    const { line, agent, onProblem } = conversation;
    this.output = new SpeechOutput({
      line,
      clock,
      voice: {
        voices: responder.voices,
        get voice() {
          return language.voice;
        },
        get language() {
          return language.tag;
        },
        pronunciations: agent.pronunciations,
        readsNumbers: agent.readsNumbers,
        sampleRateHz: line.sampleRateHz,
        stalled: new Set(),
        onProblem,
      },
      onSounding: (frame) => {
        this.sounded.add(frame);
        events.onSounding();
      },
      onQuiet: events.onQuiet,
      onFailed: () => {
        this.#failures++;
        if (events.isFirst() || this.#failures >= failuresMax) events.onBroken();
      },
      onSpoken: () => void (this.#failures = 0),
    });
    this.sounded = new Sounded(this.output);
    this.sayings = new Sayings(this.output, transcript, responder, spareOf(conversation));
  }

  /** Resolves when all speech was sent and the peer has had time to play it. */
  async heardOut(): Promise<void> {
    const { clock, over } = this.#options;
    await this.output.quiet();
    const leftMs = this.output.saidUntilMs + playoutMs - clock.nowMs;
    if (leftMs > 0) await delay(leftMs, over);
  }
}
