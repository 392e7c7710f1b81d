import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/tone.ts';

export type CallCommand = Schema<'CallCommand'>;
export type CommandInput = Schema<'CallCommandInput'>;

/** How each state is shown. */
export const commandTones: Record<CallCommand['state'], Tone> = {
  waiting: 'waiting',
  begun: 'busy',
  done: 'good',
  refused: 'bad',
  expired: 'bad',
  unknown: 'bad',
};

/** Returns a command in one line. */
export function commandText(command: CallCommand['command']): string {
  switch (command.type) {
    case 'say':
      return `Say “${command.text}”`;
    case 'whisper':
      return `Whisper “${command.text}”`;
    case 'setVariable':
      return `Set ${command.name} to ${JSON.stringify(command.value)}`;
    case 'enterStage':
      return `Go to stage ${command.stage}`;
    case 'mute':
      return 'Mute the agent';
    case 'unmute':
      return 'Unmute the agent';
    case 'playSound':
      return 'Play a sound';
    case 'pressKeys':
      return `Press ${command.keys}`;
    case 'transfer':
      return `Transfer to ${command.destination}`;
    case 'end':
      return 'End the call';
  }
}

/** Returns whether the last command about it that was carried out muted the agent. */
export function isMuted(commands: readonly CallCommand[]): boolean {
  const last = commands.findLast(
    ({ command: { type }, state }) => state === 'done' && (type === 'mute' || type === 'unmute'),
  );
  return last?.command.type === 'mute';
}

/** Returns the value that was typed: JSON if it is any, else the text. */
export function typedValue(text: string): CommandInputOf<'setVariable'>['value'] {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export type CommandInputOf<Type extends CommandInput['type']> = Extract<CommandInput, { type: Type }>;
