import { bandCount, frameCount, melFeatures } from './mel-features.ts';
import { openModel, probabilityOf, type Runtime } from './runtime.ts';

/**
 * Loads a Smart Turn model, version 3 (github.com/pipecat-ai/smart-turn): `input_features` of 8 s of audio at 16 kHz, and
 * one output, the probability that the turn is over. It is named `logits`, but is a sigmoid. Rejects when the file is
 * another model.
 */
export async function loadSmartTurn(runtime: Runtime, file: string) {
  const model = await openModel(runtime, file, ['input_features']);
  /** Returns the probability that the turn is over where the audio, at 16 kHz, ends. */
  const judge = async (pcm: Int16Array): Promise<number> => {
    const features = new runtime.Tensor('float32', melFeatures(pcm), [1, bandCount, frameCount]);
    const outputs = await model.run({ input_features: features });
    return probabilityOf(outputs[model.outputNames[0]!]);
  };
  await judge(new Int16Array());
  return judge;
}
