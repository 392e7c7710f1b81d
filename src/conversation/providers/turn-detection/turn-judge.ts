import { toError } from '../../../platform/kernel/index.ts';
import { resample } from '../../../telephony/media/index.ts';
import type { SpeechAudio } from '../interfaces/index.ts';
import { featuresRateHz } from './mel-features.ts';
import { loadRuntime, type Runtime, RuntimeMissing } from './runtime.ts';
import { loadSilero, sileroAudioMs } from './silero.ts';
import { loadSmartTurn } from './smart-turn.ts';
import type { TurnModels } from './turn-models.ts';

/** A model that cannot be used. */
interface ModelProblem {
  /** `null` when no model can be used, because the runtime is missing. */
  file: string | null;
  message: string;
}

/** The models that were loaded, and those that cannot be used. */
export interface LoadedModels {
  /** The package that runs them; `null` when none was loaded. */
  runtime: string | null;
  files: string[];
  problems: ModelProblem[];
}

interface TurnJudge extends LoadedModels {
  /**
   * Returns the probability that the turn is over: 0 while the caller still speaks, else what Smart Turn says. Without Smart
   * Turn it is `null` in silence, because Silero cannot distinguish a pause from an end. Judges once at a time.
   */
  judge(audio: SpeechAudio): Promise<number | null>;
}

/**
 * The caller still speaks from this probability on. Measured with 114 recorded prompts in five languages, at the pause that
 * voice activity finds after 100 ms: 0 % of the ends count as speech with Silero 5, and 2 % with Silero 6. Within speech
 * it is 70 % and 94 %. With 0.5 it was 8 % and 20 % of the ends. A missed end costs the caller over a second.
 */
const speechFrom = 0.9;

/** Loads the models. This takes the memory and the time of a process, so only `turn-process.ts` and tests do it. */
export async function loadTurnJudge(
  { smartTurn, silero }: TurnModels,
  openRuntime: () => Runtime = loadRuntime,
): Promise<TurnJudge> {
  const loaded: LoadedModels = { runtime: null, files: [], problems: [] };
  const load = async <Judge>(
    file: string | null,
    loading: (runtime: Runtime, file: string) => Promise<Judge>,
  ) => {
    if (file === null) return null;
    try {
      const runtime = openRuntime();
      const judge = await loading(runtime, file);
      loaded.runtime = runtime.name;
      loaded.files.push(file);
      return judge;
    } catch (error) {
      const isMissing = error instanceof RuntimeMissing;
      loaded.problems.push({ file: isMissing ? null : file, message: toError(error).message });
      return null;
    }
  };
  const endOf = await load(smartTurn, loadSmartTurn);
  const speechIn = await load(silero, loadSilero);
  const judge = async ({ pcm, sampleRateHz }: SpeechAudio) => {
    const wide = (audio: Int16Array) => resample(audio, sampleRateHz, featuresRateHz);
    const end = pcm.subarray(Math.max(pcm.length - (sileroAudioMs * sampleRateHz) / 1000, 0));
    // Silero hears 8 kHz too, but version 6 then takes 10 % of the ends for speech.
    if (speechIn && (await speechIn(wide(end))) >= speechFrom) return 0;
    return endOf ? endOf(wide(pcm)) : null;
  };
  return { ...loaded, judge };
}
