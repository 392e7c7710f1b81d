import type { SpeechAudio } from '../interfaces/index.ts';
import { type LoadedModels, loadTurnJudge } from './turn-judge.ts';

/**
 * The process that judges ends of turns. It loads the models of its arguments (paths, empty for none), reports the outcome,
 * and then answers one `SpeechAudio` after the other. It ends when the process that has started it disconnects or dies.
 */

export type TurnProcessMessage =
  | ({ type: 'loaded' } & LoadedModels)
  | { type: 'judged'; probability: number | null }
  | { type: 'failed'; message: string };

// A signal to the process group is for the process that has started this one, whose calls may go on for a while.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

// Not by an exit: one during a judgement crashes the native runtime.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const send = (message: TurnProcessMessage) => process.send?.(message);
const [smartTurn, silero] = process.argv.slice(2).map((file) => file || null);
const { judge, ...loaded } = await loadTurnJudge({ smartTurn: smartTurn ?? null, silero: silero ?? null });

process.on('message', (audio: SpeechAudio) => {
  judge(audio).then(
    (probability) => send({ type: 'judged', probability }),
    (error: Error) => send({ type: 'failed', message: error.message }),
  );
});
send({ type: 'loaded', ...loaded });
