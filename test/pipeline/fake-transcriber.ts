import type {
  ListenOptions,
  SpeechToText,
  TranscriptEvent,
} from '../../src/conversation/providers/interfaces/index.ts';

/** A transcriber with the test's results. */
export class FakeTranscriber implements SpeechToText {
  readonly name = 'fake transcriber';
  readonly needsPhrases = false;
  readonly endsTurns: boolean;
  readonly emitsPartials: boolean;
  /** The time between the end of speech and its `final` result. */
  finalDelayMs = 40;
  /** The number of open streams. */
  open = 0;
  /** The number of following streams that fail at once. */
  failing = 0;
  /** The language that is reported with `final` results. */
  language: string | undefined;
  /** The options of the streams so far. */
  readonly listened: Omit<ListenOptions, 'signal'>[] = [];
  /** Speech gets no result. */
  hangs = false;
  /** Speech breaks the stream. */
  refuses = false;
  /** The number of finished utterances. */
  finished = 0;
  #text = '';
  #startMs = 0;
  #emit: (event: TranscriptEvent) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor(endsTurns = false, emitsPartials = true) {
    this.endsTurns = endsTurns;
    this.emitsPartials = emitsPartials;
  }

  /** Sets the text of the next utterance, which starts at `startMs`. */
  understands(text: string, startMs: number): void {
    this.#text = text;
    this.#startMs = startMs;
  }

  emits(event: TranscriptEvent): void {
    this.#emit(event);
  }

  breaks(): void {
    this.#fail(new Error('the transcriber is gone'));
  }

  listen({ signal, ...options }: ListenOptions) {
    this.listened.push(options);
    const events: TranscriptEvent[] = [];
    const timers = new Set<NodeJS.Timeout>();
    let wake = () => {};
    let over = false;
    let error: Error | null = this.failing-- > 0 ? new Error('no transcriber') : null;
    this.open++;
    const close = () => {
      if (over) return;
      over = true;
      this.open--;
      for (const timer of timers) clearTimeout(timer);
      wake();
    };
    signal.addEventListener('abort', close, { once: true });
    const emit = (event: TranscriptEvent) => {
      events.push(event);
      wake();
    };
    this.#emit = emit;
    this.#fail = (thrown) => {
      error = thrown;
      wake();
    };
    return {
      write: () => undefined,
      finish: (atMs: number) => {
        this.finished++;
        if (this.refuses) this.#fail(new Error('the transcriber is out of order'));
        if (this.refuses || this.hangs) return;
        const [text, startMs] = [this.#text, this.#startMs];
        this.#text = '';
        const timer = setTimeout(() => {
          timers.delete(timer);
          emit({
            type: 'final',
            text,
            startMs,
            endMs: atMs,
            confidence: null,
            ...(this.language !== undefined && { language: this.language }),
          });
        }, this.finalDelayMs);
        timers.add(timer);
      },
      close,
      async *[Symbol.asyncIterator]() {
        for (;;) {
          if (error) throw error;
          const event = events.shift();
          if (event) yield event;
          else if (over) return;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
