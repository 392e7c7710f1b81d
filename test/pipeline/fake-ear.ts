import type {
  ListenOptions,
  SpeechToText,
  TranscriptEvent,
} from '../../src/conversation/providers/interfaces/index.ts';

/** A transcriber that understands what the test says it does. */
export class FakeEar implements SpeechToText {
  readonly name = 'fake ear';
  readonly needsPhrases = false;
  readonly endsTurns: boolean;
  readonly tellsPartials: boolean;
  /** Between the end of speech and the last words. */
  finalDelayMs = 40;
  /** Streams that are open. */
  open = 0;
  /** Streams that fail at once, from now on. */
  failing = 0;
  /** What was said is taken, and nothing comes of it. */
  hangs = false;
  /** What was said is refused: the stream breaks. */
  refuses = false;
  /** Utterances that were finished. */
  finished = 0;
  #text = '';
  #startMs = 0;
  #emit: (event: TranscriptEvent) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor(endsTurns = false, tellsPartials = true) {
    this.endsTurns = endsTurns;
    this.tellsPartials = tellsPartials;
  }

  /** The caller says this from `startMs` on; it is told when the speech has ended. */
  understands(text: string, startMs: number): void {
    this.#text = text;
    this.#startMs = startMs;
  }

  tell(event: TranscriptEvent): void {
    this.#emit(event);
  }

  breaks(): void {
    this.#fail(new Error('the transcriber is gone'));
  }

  listen({ signal }: ListenOptions) {
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
          emit({ type: 'final', text, startMs, endMs: atMs, confidence: null });
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
