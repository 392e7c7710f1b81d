/** How callers are heard in the second part of `npm run bench:turns`: levels, codecs, and sounds behind them. */
import {
  type AudioCodec,
  openCodec,
  resample,
  telephoneRateHz,
  tickMs,
  VoiceActivity,
} from '../../src/telephony/media/index.ts';
import { join, lineNoise, mix, silence } from '../../test/audio/line.ts';
import { atLevel, recordings } from './prompts.ts';
import { callerLevel, roomVoice } from './sounds.ts';

/** A way in which callers are heard. Levels are decibels below full scale. */
export interface Condition {
  name: string;
  level: number;
  codec: AudioCodec;
  /** The sound behind the caller, at `callerLevel`, and its level in decibels below the caller; `null` for none. */
  room: { pcm: Int16Array; below: number } | null;
  /** Whether the caller speaks at once, before the agent has said anything; absent: after the agent's greeting. */
  speaksAtOnce?: boolean;
}

/** A turn as the service hears it. */
export interface Heard {
  pcm: Int16Array;
  sampleRateHz: number;
  /** The position of the end of speech in `pcm`. */
  endMs: number;
  /** Where voice activity put the end of speech, and when it decided so, both after the true end; `null` for no end. */
  found: { soundMs: number; decidedMs: number } | null;
}

/** The line before the first word, when the agent speaks from `greetingFromMs` to `greetingUntilMs`, and when it does not. */
const leadMs = { greeted: 4_000, atOnce: 400 };
const greetingFromMs = 300;
const greetingUntilMs = 3_600;
/** The line after the last word. It exceeds the longest pause within a turn. */
const tailMs = 2_500;
const endAfterMs = 260;

/** Returns the conditions: one thing differs from the usual telephone call in each. */
export async function conditions(): Promise<Condition[]> {
  const usual: Omit<Condition, 'name'> = { level: callerLevel, codec: 'pcmu', room: null };
  const voice = await roomVoice('es');
  const music = join(...(await recordings('music')).slice(0, 1)).slice(0, 12_000 * 8);
  const car = lineNoise(5, 12_000, 1_000, 'car');
  const behind = (pcm: Int16Array, below: number) => ({
    ...usual,
    room: { pcm: atLevel(pcm, callerLevel), below },
  });
  return [
    { name: 'G.711 µ-law, quiet', ...usual },
    { name: '6 dB louder', ...usual, level: callerLevel - 6 },
    { name: '6 dB softer', ...usual, level: callerLevel + 6 },
    { name: 'G.711 A-law', ...usual, codec: 'pcma' },
    { name: 'G.722', ...usual, codec: 'g722' },
    { name: 'Opus', ...usual, codec: 'opus' },
    { name: 'a voice 20 dB below', ...behind(voice, 20) },
    { name: 'a voice 12 dB below', ...behind(voice, 12) },
    { name: 'music 15 dB below', ...behind(music, 15) },
    { name: 'a car 10 dB below', ...behind(car, 10) },
    { name: 'quiet, at once', ...usual, speaksAtOnce: true },
    { name: 'a voice 20 dB below, at once', ...behind(voice, 20), speaksAtOnce: true },
    { name: 'a voice 12 dB below, at once', ...behind(voice, 12), speaksAtOnce: true },
  ];
}

/** Returns a turn of a caller as the service hears it in this condition, with a silence after it. */
export async function heardIn(condition: Condition, speech: Int16Array): Promise<Heard> {
  const { level, codec, room, speaksAtOnce = false } = condition;
  const words = atLevel(speech, level);
  const beforeMs = speaksAtOnce ? leadMs.atOnce : leadMs.greeted;
  const endMs = beforeMs + words.length / 8;
  const alone = join(silence(beforeMs), words, silence(tailMs));
  const line = room ? mix(alone, repeated(atLevel(room.pcm, level + room.below), alone.length)) : alone;
  const coded = await openCodec(codec);
  const { sampleRateHz } = coded;
  const sent = resample(line, telephoneRateHz, sampleRateHz);
  const perTick = (sampleRateHz * tickMs) / 1000;
  const activity = new VoiceActivity(sampleRateHz, endAfterMs, 'standard');
  const agent = new Int16Array(perTick);
  const pieces: Int16Array[] = [];
  let found: Heard['found'] = null;
  for (let at = 0; at + perTick <= sent.length; at += perTick) {
    const atMs = (at * 1000) / sampleRateHz;
    const pcm = coded.decode(coded.encode(sent.subarray(at, at + perTick)));
    pieces.push(pcm);
    const isGreeting = !speaksAtOnce && atMs >= greetingFromMs && atMs < greetingUntilMs;
    const edge = activity.push(pcm, atMs, isGreeting ? agent : null);
    if (edge?.type === 'started') found = null;
    if (edge?.type === 'ended') found = { soundMs: edge.atMs - endMs, decidedMs: atMs + tickMs - endMs };
  }
  coded.free();
  return { pcm: join(...pieces), sampleRateHz, endMs, found };
}

function repeated(pcm: Int16Array, length: number): Int16Array {
  return Int16Array.from({ length }, (_, n) => pcm[n % pcm.length]!);
}
