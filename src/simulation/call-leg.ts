import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextToSpeech } from '../conversation/providers/interfaces/index.ts';
import { type Log, newId } from '../platform/kernel/index.ts';
import {
  type MediaSession,
  type MediaWorker,
  type Playback,
  readWav,
  resample,
  telephoneRateHz,
  toTelephoneRate,
} from '../telephony/media/index.ts';
import {
  type AudioCodec,
  answerOffer,
  type LocalAudio,
  type NegotiatedAudio,
} from '../telephony/sip/index.ts';
import type { Manners, Utterance } from './behaviour.ts';
import { codecOf } from './codec-of.ts';
import type { HeardSpeech, SpeechInterval } from './heard-speech.ts';
import { silenceDb } from './level.ts';
import { MeasuringRelay } from './measuring-relay.ts';
import type { RoomSounds } from './room.ts';
import type { CallOutcome, SimulatedCall } from './simulated-call.ts';
import { toPcm } from './utterance.ts';

/** The phone that a customer's calls share. */
export interface Phone {
  host: string;
  media: MediaWorker;
  voice: TextToSpeech | null;
  recordingsDir: string | null;
  /** Its codecs, in the order of its offers. */
  codecs: readonly AudioCodec[];
  log: Log;
}

type CallFacts = Pick<SimulatedCall, 'direction' | 'calledNumber' | 'callingNumber' | 'sipCallId'>;

/** One call of a customer. Its modes are **silent** (no audio yet), **connected** (audio flows) and **over**. */
export class CallLeg implements SimulatedCall {
  readonly direction: SimulatedCall['direction'];
  readonly calledNumber: string;
  readonly callingNumber: string;
  readonly sipCallId: string;
  readonly #phone: Phone;
  readonly #hangUpSip: () => void;
  readonly #over = new AbortController();
  readonly #answered = Promise.withResolvers<boolean>();
  readonly #ended = Promise.withResolvers<CallOutcome>();
  #opening: Promise<{ media: MediaSession; relay: MeasuringRelay }> | null = null;
  #line: { media: MediaSession; relay: MeasuringRelay } | null = null;
  #recordingPath: string | null = null;
  #isConnected = false;
  #heardKeys = '';
  #keyHeard = Promise.withResolvers<void>();
  #sdpVersion = 1;

  /** `hangUpSip` ends the SIP call in any state. */
  constructor(phone: Phone, facts: CallFacts, hangUpSip: () => void) {
    this.#phone = phone;
    this.direction = facts.direction;
    this.calledNumber = facts.calledNumber;
    this.callingNumber = facts.callingNumber;
    this.sipCallId = facts.sipCallId;
    this.#hangUpSip = hangUpSip;
  }

  get answered(): Promise<boolean> {
    return this.#answered.promise;
  }

  get ended(): Promise<CallOutcome> {
    return this.#ended.promise;
  }

  get heardDb(): number {
    return this.#line?.relay.levelDb ?? silenceDb;
  }

  /** Aborts when the call is over. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Binds the ports of the call's audio. */
  async open(): Promise<void> {
    this.#opening = this.#openLine();
    this.#line = await this.#opening;
  }

  /** Returns our audio description for an offer or an answer. */
  localAudio(): LocalAudio {
    const { relay } = this.#openedLine();
    const { host: address, codecs } = this.#phone;
    return { address, port: relay.port, codecs, sessionId: 1, version: this.#sdpVersion++ };
  }

  /** Starts the negotiated audio of an answered call, and the customer's `manners`. */
  begin(audio: NegotiatedAudio, manners: Manners): void {
    this.#connect(audio);
    this.#answered.resolve(true);
    void this.#behave(manners).catch((error: unknown) => {
      if (this.over.aborted) return;
      this.#phone.log.error({ err: error }, 'a simulated customer cannot say its utterances, and hangs up');
      this.hangUp();
    });
  }

  /** Returns the answer to a re-INVITE, or `null` to refuse it. */
  answerChange(offer: string): string | null {
    const negotiation = answerOffer(offer, this.localAudio());
    if (!negotiation.ok) return null;
    this.#connect(negotiation.audio);
    return negotiation.sdp;
  }

  /** Handles the end of the SIP call. */
  end(endedBy: CallOutcome['endedBy'], sipCode: number | null): void {
    if (this.over.aborted) return;
    this.#over.abort();
    this.#keysHeard('');
    this.#answered.resolve(false);
    void this.#close().then((heard) => {
      const recordingPath = heard === null ? null : this.#recordingPath;
      this.#ended.resolve({ wasAnswered: this.#isConnected, endedBy, sipCode, heard, recordingPath });
    });
  }

  async say(utterance: Utterance): Promise<Playback> {
    const pcm = await toPcm(utterance, this.#phone.voice);
    if (!this.#isConnected || this.over.aborted)
      throw new Error('the call is not answered yet, or has ended');
    const { media } = this.#openedLine();
    return media.play(resample(pcm, telephoneRateHz, media.sampleRateHz));
  }

  async untilSpeech(): Promise<void> {
    if (await this.answered) await this.#openedLine().relay.speech(this.over);
  }

  async untilSilence(ms: number): Promise<void> {
    if (await this.answered) await this.#openedLine().relay.silence(ms, this.over);
  }

  async press(digits: string): Promise<void> {
    if (!this.#isConnected || this.over.aborted)
      throw new Error('the call is not answered yet, or has ended');
    await this.#openedLine().media.sendDtmf(digits);
  }

  get heardKeys(): string {
    return this.#heardKeys;
  }

  async untilKeys(count: number): Promise<void> {
    while (this.#heardKeys.length <= count && !this.over.aborted) await this.#keyHeard.promise;
  }

  stopSaying(): void {
    this.#line?.media.stopPlaying();
  }

  setRoom(sounds: RoomSounds): void {
    this.#openedLine().relay.setRoom(sounds);
  }

  get heardSpeech(): readonly SpeechInterval[] {
    return this.#line?.relay.heard.intervals ?? [];
  }

  get heardLevels(): readonly number[] {
    return this.#line?.relay.heard.levels ?? [];
  }

  get heardPositionMs(): number {
    return this.#line?.relay.heard.positionMs ?? 0;
  }

  get clocks(): SimulatedCall['clocks'] {
    const { relay, media } = this.#line ?? {};
    return {
      heardZeroEpochMs: relay?.heard.zeroEpochMs ?? null,
      saidZeroEpochMs: media?.timeZeroEpochMs ?? null,
    };
  }

  async untilTurn(sinceMs: number, silenceMs: number): Promise<void> {
    if (!(await this.answered)) return;
    await this.#openedLine().relay.until((heard) => {
      const last = heard.intervals.at(-1);
      return last !== undefined && last.endMs > sinceMs && heard.silentForMs >= silenceMs;
    }, this.over);
  }

  async untilSpokenFor(ms: number): Promise<void> {
    if (await this.answered)
      await this.#openedLine().relay.until((heard) => heard.spokenForMs >= ms, this.over);
  }

  async untilInTurn(sinceMs: number, ms: number, silenceMs: number): Promise<boolean> {
    if (!(await this.answered)) return false;
    const { relay } = this.#openedLine();
    const isIn = (heard: HeardSpeech) => heard.turnForMs(sinceMs, silenceMs) >= ms;
    const isOver = (heard: HeardSpeech) =>
      (heard.intervals.at(-1)?.endMs ?? 0) > sinceMs && heard.silentForMs >= silenceMs;
    await relay.until((heard) => isIn(heard) || isOver(heard), this.over);
    return !this.over.aborted && isIn(relay.heard);
  }

  hangUp(): void {
    this.#hangUpSip();
    this.end('customer', null);
  }

  async #openLine(): Promise<{ media: MediaSession; relay: MeasuringRelay }> {
    const { media: worker, host, recordingsDir } = this.#phone;
    const sessionId = newId('call');
    this.#recordingPath = recordingsDir === null ? null : join(recordingsDir, `${sessionId}.wav`);
    const media = await worker.openSession({
      sessionId,
      recordingPath: this.#recordingPath,
      inactivityTimeoutMs: 60_000,
      onDtmf: ({ digit }) => this.#keysHeard(digit),
    });
    return { media, relay: await MeasuringRelay.open(host, media.localPort) };
  }

  #keysHeard(keys: string): void {
    this.#heardKeys += keys;
    this.#keyHeard.resolve();
    this.#keyHeard = Promise.withResolvers();
  }

  #openedLine(): { media: MediaSession; relay: MeasuringRelay } {
    if (!this.#line) throw new Error('the call has no audio yet');
    return this.#line;
  }

  #connect(audio: NegotiatedAudio): void {
    const { media, relay } = this.#openedLine();
    void relay.connect(audio);
    media.connect({
      remoteAddress: this.#phone.host,
      remotePort: relay.port,
      codec: codecOf(audio),
      payloadType: audio.payloadType,
      telephoneEventPayloadType: audio.dtmfPayloadType,
      direction: audio.direction,
    });
    this.#isConnected = true;
  }

  async #behave(manners: Manners): Promise<void> {
    const { says = [], hangUpAfterMs, hangUpWhenSilentForMs, hangUpAfterSayingMs } = manners;
    if (hangUpAfterMs !== undefined) this.#hangUpAfter(hangUpAfterMs);
    for (const utterance of says) await this.say(utterance);
    if (hangUpAfterSayingMs !== undefined) this.#hangUpAfter(hangUpAfterSayingMs);
    if (hangUpWhenSilentForMs === undefined) return;
    await this.untilSilence(hangUpWhenSilentForMs);
    if (!this.over.aborted) this.hangUp();
  }

  #hangUpAfter(ms: number): void {
    const timer = setTimeout(() => this.hangUp(), ms);
    this.over.addEventListener('abort', () => clearTimeout(timer));
  }

  /** Closes the audio, even while it opens. Returns the heard audio at 8 kHz. */
  async #close(): Promise<Int16Array | null> {
    const line = await this.#opening?.catch(() => null);
    if (!line) return null;
    line.relay.close();
    try {
      const { recording } = await line.media.close();
      if (!this.#isConnected || !recording) return null;
      const { channels, sampleRateHz } = readWav(await readFile(recording.path));
      return channels[0] ? toTelephoneRate(channels[0], sampleRateHz) : null;
    } catch (error) {
      this.#phone.log.warn({ err: error }, 'cannot read the recording of a simulated call');
      return null;
    }
  }
}
