import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextToSpeech } from '../../src/conversation/providers/interfaces/index.ts';
import { wholeSpeech } from '../../src/conversation/providers/kit/index.ts';
import type { Scenario, Step } from '../../src/domains/scenarios/index.ts';
import { delay } from '../../src/platform/kernel/index.ts';
import type { SimulatedCall } from '../../src/simulation/index.ts';
import { readWav, telephoneRateHz, toTelephoneRate } from '../../src/telephony/media/index.ts';
import { soundingPart } from './sounding-part.ts';
import type { SpeechService } from './speech-service.ts';
import type { SaidPart } from './word-finder.ts';

/** A line of the log: what the customer did or heard, in milliseconds since the answer. */
export interface Happening {
  atMs: number;
  who: 'customer' | 'agent';
  what: string;
}

/** A played customer action, from its first sound to its last, in epoch milliseconds. */
export interface PlayedAction {
  kind: 'said' | 'pressed';
  what: string;
  startEpochMs: number;
  endEpochMs: number;
  /** Whether the agent was speaking. */
  interrupts: boolean;
}

const samplesPerMs = telephoneRateHz / 1000;
/** The language of what the customer says, unless the step names another. */
const defaultLanguage = 'en';
/** The default silence that ends the agent's turn. */
const turnSilenceMs = 700;
/** The patience of a step, besides the agent's own silence timeout. */
const patienceMs = 60_000;

export interface PlayerOptions {
  /** The speech of the customer, by its text; see `synthesize`. */
  said: ReadonlyMap<string, SaidPart>;
  /** The stub of transcriber and voice, which must know what the customer says; `null` when the agent uses none. */
  speech: SpeechService | null;
  /** The folder with the WAV files of the scenario. */
  folder: string;
  onHappening: (happening: Happening) => void;
}

/**
 * Synthesizes everything that the customer of a scenario says. Done before the call, because a busy machine takes seconds
 * for it, in which the moment of an interruption passes.
 */
export async function synthesize(scenario: Scenario, voice: TextToSpeech): Promise<Map<string, SaidPart>> {
  const said = new Map<string, SaidPart>();
  // One after the other, because a voice gives up a text that waits long behind others.
  for (const text of new Set(scenario.steps.flatMap(textsOf))) {
    const speech = await wholeSpeech(voice.speak({ text, voice: scenario.voice, language: 'en' }));
    said.set(text, { text, pcm: toTelephoneRate(speech.pcm, speech.sampleRateHz) });
  }
  return said;
}

function textsOf(step: Step): string[] {
  if ('say' in step) return [step.say].flat().filter((part) => typeof part === 'string');
  if ('menu' in step) return [step.menu.say];
  return 'interrupt' in step && step.interrupt.say !== undefined ? [step.interrupt.say] : [];
}

/** Plays the customer's part of an answered call. */
export class Player {
  readonly actions: PlayedAction[] = [];
  /** Interruptions that came after the agent had finished. */
  readonly late: string[] = [];
  /** When the customer hung up, in epoch milliseconds. */
  hungUpEpochMs: number | null = null;
  readonly #call: SimulatedCall;
  readonly #said: ReadonlyMap<string, SaidPart>;
  readonly #speech: SpeechService | null;
  readonly #scenario: Scenario;
  readonly #folder: string;
  readonly #onHappening: (happening: Happening) => void;
  readonly #startedAtMs = performance.now();
  #reported = 0;
  /** Only speech of the agent after this position counts as a reaction to the last customer action. */
  #sinceMs = 0;

  constructor(call: SimulatedCall, scenario: Scenario, options: PlayerOptions) {
    this.#call = call;
    this.#scenario = scenario;
    this.#said = options.said;
    this.#speech = options.speech;
    this.#folder = options.folder;
    this.#onHappening = options.onHappening;
  }

  /** Plays the steps until the call is over. Rejects when the agent does not do what a step awaits. */
  async play(): Promise<void> {
    const over = this.#call.ended.then(() => 'over' as const);
    for (const [index, step] of this.#scenario.steps.entries()) {
      const stop = new AbortController();
      const doing = this.#do(step);
      doing.catch(() => undefined);
      const late = delay(this.#patienceMs(step), stop.signal).then(() => 'late' as const);
      const outcome = await Promise.race([doing, over, late]);
      stop.abort();
      this.#reportHeard();
      if (outcome === 'over') return;
      if (outcome === 'late') throw new Error(`step ${index + 1} (${JSON.stringify(step)}) timed out`);
    }
  }

  /** Returns the time limit of a step. */
  #patienceMs(step: Step): number {
    if ('wait' in step) return step.wait + patienceMs;
    const limits = this.#scenario.agent?.limits as { silenceSeconds?: number } | undefined;
    return patienceMs + (limits?.silenceSeconds ?? 0) * 1000;
  }

  async #do(step: Step): Promise<void> {
    const call = this.#call;
    if ('say' in step) await this.#sayParts([step.say].flat(), step.language);
    else if ('play' in step) await this.#say(await this.#readWav(step.play), step.play, false);
    else if ('press' in step) await this.#press(step.press, false);
    else if ('menu' in step) await this.#menu(step.menu);
    else if ('wait' in step) await delay(step.wait);
    else if ('interrupt' in step) await this.#interrupt(step.interrupt);
    else if ('noise' in step) {
      this.#note(step.noise === null ? 'it is quiet around' : `it is noisy around, ${step.noise} dB`);
      call.setRoom({ noise: step.noise });
    } else if ('background' in step) await this.#background(step.background);
    else if ('echo' in step) {
      this.#note(
        step.echo === null ? 'its telephone has no echo' : 'its telephone returns the agent’s voice',
      );
      call.setRoom({ echo: step.echo });
    } else if ('hangUp' in step) {
      if (step.hangUp !== true) await this.#untilInTurn(step.hangUp.afterMs);
      this.#note('hangs up');
      this.hungUpEpochMs = epochMs();
      call.hangUp();
    } else await this.#await(step);
  }

  async #await({ await: what, silenceMs = turnSilenceMs }: Extract<Step, { await: string }>): Promise<void> {
    if (what === 'end') await this.#call.ended;
    else if (what === 'speech') await this.#call.untilSpokenFor(20);
    else {
      await this.#call.untilTurn(this.#sinceMs, silenceMs);
      this.#sinceMs = this.#call.heardPositionMs;
    }
  }

  async #interrupt(given: Extract<Step, { interrupt: object }>['interrupt']): Promise<void> {
    const { afterMs, say, press } = given;
    const part = say === undefined ? null : this.#speak(say);
    const isInTurn = await this.#untilInTurn(afterMs);
    if (!isInTurn) this.late.push(`${say ?? press} (after ${afterMs} ms)`);
    if (part) {
      this.#speech?.expect([part], defaultLanguage);
      await this.#say(part.pcm, part.text, isInTurn);
    } else await this.#press(press!, isInTurn);
  }

  #untilInTurn(afterMs: number): Promise<boolean> {
    return this.#call.untilInTurn(this.#sinceMs, afterMs, turnSilenceMs);
  }

  /** Says a menu until the agent presses its key. Keys during the menu are lost. */
  async #menu({ say, key, repeatAfterMs }: Extract<Step, { menu: object }>['menu']): Promise<void> {
    const part = this.#speak(say);
    for (let pressed = ''; pressed !== key; ) {
      this.#speech?.expect([part], defaultLanguage);
      await this.#say(part.pcm, say, false);
      const { length } = this.#call.heardKeys;
      await Promise.race([this.#call.untilKeys(length), delay(repeatAfterMs)]);
      pressed = this.#call.heardKeys.charAt(length);
      this.#note(pressed === '' ? 'repeats its menu' : `hears the key ${pressed}`);
    }
  }

  async #press(keys: string, interrupts: boolean): Promise<void> {
    this.#note(`presses ${keys}`);
    const startEpochMs = epochMs();
    await this.#call.press(keys);
    const what = `keys ${keys}`;
    this.actions.push({ kind: 'pressed', what, startEpochMs, endEpochMs: epochMs(), interrupts });
    this.#sinceMs = this.#call.heardPositionMs;
  }

  async #say(pcm: Int16Array, what: string, interrupts: boolean): Promise<void> {
    this.#note(`${interrupts ? 'interrupts: ' : ''}“${what}”`);
    const playback = await this.#call.say({ pcm });
    const zero = this.#call.clocks.saidZeroEpochMs ?? 0;
    const sounding = soundingPart(pcm);
    const startEpochMs = zero + playback.startMs + sounding.startMs;
    const endEpochMs = zero + Math.min(playback.startMs + sounding.endMs, playback.endMs);
    this.actions.push({ kind: 'said', what, startEpochMs, endEpochMs, interrupts });
    this.#sinceMs = this.#call.heardPositionMs;
  }

  /** Says texts with pauses as one utterance. A pause is as long as given, whatever silence the voice adds to its texts. */
  async #sayParts(
    given: readonly (string | { pauseMs: number })[],
    language = defaultLanguage,
  ): Promise<void> {
    const parts: SaidPart[] = [];
    const samples: number[] = [];
    for (const part of given) {
      if (typeof part === 'string') {
        const { text, pcm } = this.#speak(part);
        const { startMs, endMs } = soundingPart(pcm);
        parts.push({ text, pcm: pcm.subarray(startMs * samplesPerMs, endMs * samplesPerMs) });
        samples.push(...parts.at(-1)!.pcm);
      } else samples.push(...new Int16Array(part.pauseMs * samplesPerMs));
    }
    this.#speech?.expect(parts, language);
    await this.#say(Int16Array.from(samples), parts.map(({ text }) => text).join(' … '), false);
  }

  #speak(text: string): SaidPart {
    return this.#said.get(text)!;
  }

  async #background(given: Extract<Step, { background: unknown }>['background']): Promise<void> {
    this.#note(given === null ? 'it is quiet around' : `${given.play} plays around, ${given.levelDb} dB`);
    const pcm = given && (await this.#readWav(given.play));
    this.#call.setRoom({ background: pcm && { pcm, levelDb: given!.levelDb } });
  }

  async #readWav(name: string): Promise<Int16Array> {
    const { channels, sampleRateHz } = readWav(await readFile(join(this.#folder, name)));
    if (channels.length !== 1) throw new Error(`${name} is not mono`);
    return toTelephoneRate(channels[0]!, sampleRateHz);
  }

  #note(what: string): void {
    this.#reportHeard();
    this.#onHappening({ atMs: performance.now() - this.#startedAtMs, who: 'customer', what });
  }

  /** Reports the agent's speech since the last report. */
  #reportHeard(): void {
    const heard = this.#call.heardSpeech;
    for (const { startMs, endMs } of heard.slice(this.#reported)) {
      const seconds = ((endMs - startMs) / 1000).toFixed(1);
      this.#onHappening({ atMs: startMs, who: 'agent', what: `speaks for ${seconds} s` });
    }
    this.#reported = heard.length;
  }
}

function epochMs(): number {
  return performance.timeOrigin + performance.now();
}
