import { ListenBuffer } from './listen-buffer.ts';

declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** Runs in the browser's audio thread. It plays the stereo samples that are posted to it, the customer left and the agent right. */
class ListenProcessor extends AudioWorkletProcessor {
  readonly #buffer = new ListenBuffer(sampleRate);

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ArrayBuffer | { sampleRateHz: number }>) => {
      if ('sampleRateHz' in data) this.#buffer.restart(data.sampleRateHz);
      else this.#buffer.add(new Int16Array(data));
    };
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [left, right] = output ?? [];
    if (left) this.#buffer.play(left, right ?? left);
    return true;
  }
}

registerProcessor('listen', ListenProcessor);
