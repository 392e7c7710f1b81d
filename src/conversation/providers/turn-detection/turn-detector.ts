import { type ChildProcess, fork } from 'node:child_process';
import { basename, extname } from 'node:path';
import {
  fairTimeout,
  foreignEnvironment,
  histogram,
  type Log,
  type Scheduler,
  systemScheduler,
} from '../../../platform/kernel/index.ts';
import type { SpeechAudio, TurnDetector } from '../interfaces/index.ts';
import type { LoadedModels } from './turn-judge.ts';
import type { TurnModels } from './turn-models.ts';
import type { TurnProcessMessage } from './turn-process.ts';

const seconds = histogram(
  'parley_turn_judgement_seconds',
  'Time until the turn detector judged, by outcome',
  ['outcome'],
  [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4],
);

/** Judgements that wait for the one that is made. */
const waitingMax = 8;
/** A judgement that takes longer is of no use to a conversation. */
const judgementMsMax = 400;
/** A process that is silent for longer during a judgement is killed. */
const hungAfterMs = 5_000;
/** The delay before a lost process is started again. It doubles with each loss until a judgement is made. */
const restartFirstMs = 1_000;
const restartMostMs = 60_000;

/** The part of a child process that the detector uses. */
export type TurnProcess = Pick<ChildProcess, 'on' | 'send' | 'kill'>;

interface TurnDetectorOptions {
  models: TurnModels;
  log: Log;
  /** The limit of one judgement. Default: 400 ms. */
  judgementMs?: number;
  /** Default: forks `turn-process.ts`. */
  startProcess?: (models: TurnModels) => TurnProcess;
  scheduler?: Scheduler;
}

interface Job {
  audio: SpeechAudio;
  judged: PromiseWithResolvers<number | null>;
  /** Calls off the end of the process, which is due when it does not answer. */
  answered: () => void;
}

/**
 * Judges ends of turns with the models of a child process, one judgement after the other. A native runtime may crash, and in a
 * thread it would take the calls with it. The modes:
 *
 * - **loading**: the process loads the models, and judgements wait; the initial mode.
 * - **ready**: the process takes one judgement at a time.
 * - **lost**: the process has died. The first judgement after a delay starts another one; until then judgements fail.
 * - **ended**: closed, or no model can be used. Every judgement fails.
 */
export class ModelTurnDetector implements TurnDetector {
  readonly name: string;
  readonly audioMsMax = 8_000;
  readonly #options: Required<TurnDetectorOptions>;
  #process: TurnProcess | null = null;
  #isLoaded = false;
  #waiting: Job[] = [];
  #running: Job | null = null;
  #ended: Error | null = null;
  #restartMs = restartFirstMs;
  #restartAtMs = 0;
  #startedAtMs = 0;
  /** Files whose problems are in the log. */
  readonly #reported = new Set<string | null>();

  /** Starts the process. */
  constructor(options: TurnDetectorOptions) {
    this.#options = { judgementMs: judgementMsMax, startProcess, scheduler: systemScheduler, ...options };
    this.name = options.models.smartTurn === null ? 'silero-vad' : 'smart-turn';
    this.#start();
  }

  /** `false` when no model can be used, now and in the future. */
  get isUsable(): boolean {
    return this.#ended === null;
  }

  async judge(audio: SpeechAudio, { signal }: { signal: AbortSignal }): Promise<number | null> {
    signal.throwIfAborted();
    const job = this.#enqueue(audio);
    const { scheduler, judgementMs } = this.#options;
    const sinceMs = scheduler.nowMs();
    let outcome = 'failed';
    const giveUp = (why: string, reason: unknown) => {
      outcome = why;
      job.judged.reject(reason);
    };
    const late = () => giveUp('late', new Error(`no judgement within ${judgementMs} ms`));
    const callOff = fairTimeout(judgementMs, late, scheduler);
    const onAbort = () => giveUp('aborted', signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const probability = await job.judged.promise;
      outcome = 'judged';
      return probability;
    } finally {
      seconds.observe({ outcome }, (scheduler.nowMs() - sinceMs) / 1000);
      callOff();
      signal.removeEventListener('abort', onAbort);
      this.#waiting = this.#waiting.filter((other) => other !== job);
    }
  }

  /** Ends all judgements and the process. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#end(new Error('the turn detector is closed'));
  }

  /** Adds a judgement to the queue. Throws when it is full or there is no process. */
  #enqueue({ pcm, sampleRateHz }: SpeechAudio): Job {
    if (this.#ended) throw this.#ended;
    if (this.#waiting.length >= waitingMax) throw new Error(`${waitingMax} judgements wait already`);
    if (!this.#process) {
      if (this.#options.scheduler.nowMs() < this.#restartAtMs)
        throw new Error('the process of the turn detector was lost');
      this.#start();
    }
    const last = pcm.slice(Math.max(pcm.length - (this.audioMsMax * sampleRateHz) / 1000, 0));
    const job: Job = {
      audio: { pcm: last, sampleRateHz },
      judged: Promise.withResolvers<number | null>(),
      answered: () => undefined,
    };
    this.#waiting.push(job);
    this.#next();
    return job;
  }

  #start(): void {
    const { startProcess, models, scheduler } = this.#options;
    const started = startProcess(models);
    this.#process = started;
    this.#isLoaded = false;
    this.#startedAtMs = scheduler.nowMs();
    started.on('error', (error) => this.#lose(started, error.message));
    started.on('exit', (code, signal) => this.#lose(started, `it ended with ${signal ?? `code ${code}`}`));
    started.on('message', (message: TurnProcessMessage) => {
      if (this.#process === started) this.#receive(message);
    });
  }

  #receive(message: TurnProcessMessage): void {
    if (message.type === 'loaded') {
      this.#isLoaded = true;
      this.#report(message);
    } else {
      const job = this.#running;
      this.#running = null;
      job?.answered();
      if (message.type === 'judged') {
        this.#restartMs = restartFirstMs;
        job?.judged.resolve(message.probability);
      } else job?.judged.reject(new Error(`the model failed: ${message.message}`));
    }
    this.#next();
  }

  /** Logs each problem once, and ends when no model was loaded. */
  #report({ runtime, files, problems }: LoadedModels): void {
    const { log, scheduler } = this.#options;
    for (const { file, message } of problems) {
      if (this.#reported.has(file)) continue;
      this.#reported.add(file);
      log.warn({ file }, `a model for ends of turns cannot be used: ${message}`);
    }
    if (files.length === 0) this.#end(new Error('no model for ends of turns can be used'));
    else {
      const loadMs = Math.round(scheduler.nowMs() - this.#startedAtMs);
      log.info({ files: files.map((file) => basename(file)), runtime, loadMs }, 'the turn detector is ready');
    }
  }

  /** Gives the process the next judgement. */
  #next(): void {
    const ready = this.#process;
    if (!ready || !this.#isLoaded || this.#running) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#running = job;
    job.answered = fairTimeout(hungAfterMs, () => ready.kill('SIGKILL'), this.#options.scheduler);
    // When the process is gone, its exit follows and rejects the job.
    ready.send(job.audio, () => undefined);
  }

  #lose(lost: TurnProcess, reason: string): void {
    if (this.#process !== lost) return;
    this.#process = null;
    const { log, scheduler } = this.#options;
    log.warn({ reason, restartMs: this.#restartMs }, 'the process of the turn detector was lost');
    this.#restartAtMs = scheduler.nowMs() + this.#restartMs;
    this.#restartMs = Math.min(this.#restartMs * 2, restartMostMs);
    this.#rejectAll(new Error('the process of the turn detector was lost'));
  }

  #end(why: Error): void {
    this.#ended ??= why;
    const ended = this.#process;
    this.#process = null;
    this.#rejectAll(this.#ended);
    ended?.kill('SIGKILL');
  }

  #rejectAll(error: Error): void {
    this.#running?.answered();
    for (const job of [this.#running, ...this.#waiting]) job?.judged.reject(error);
    this.#running = null;
    this.#waiting = [];
  }
}

function startProcess({ smartTurn, silero }: TurnModels): ChildProcess {
  // The extension is .ts in the repository and .js in a built package.
  const file = new URL(`./turn-process${extname(import.meta.url)}`, import.meta.url);
  const started = fork(file, [smartTurn ?? '', silero ?? ''], {
    execArgv: [],
    env: foreignEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // It does not keep this process alive.
  started.unref();
  started.channel?.unref();
  return started;
}
