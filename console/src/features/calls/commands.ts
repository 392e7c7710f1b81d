import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/tone.ts';
import type { Call } from './call-labels.ts';

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

/** Facts that end the time of a member in the call. The agent speaks again after it. */
const handedBack: ReadonlySet<string> = new Set(['take-over-ended', 'take-over-lost']);

/** Returns the last command to mute or unmute the agent that was carried out. */
export function lastMute(commands: readonly CallCommand[]): CallCommand | undefined {
  return commands.findLast(
    ({ command: { type }, state }) => state === 'done' && (type === 'mute' || type === 'unmute'),
  );
}

/** Returns whether the agent is muted by a command. A member who took the call over later and left it has unmuted it. */
export function isMuted(
  commands: readonly CallCommand[],
  decisions: readonly { at: string; reason: string }[],
): boolean {
  const last = lastMute(commands);
  if (last?.command.type !== 'mute') return false;
  const mutedAtMs = Date.parse(last.endedAt ?? last.createdAt);
  return !decisions.some(({ at, reason }) => handedBack.has(reason) && Date.parse(at) > mutedAtMs);
}

/** Returns the agent that carries a call at present, with its version: the last that spoke or used a tool. */
export function presentAgent({
  agentId,
  agentVersion,
  transcript,
}: Pick<Call, 'agentId' | 'agentVersion' | 'transcript'>): { agentId: string; agentVersion: number | null } {
  const last = transcript.findLast(({ role }) => role === 'bot' || role === 'tool');
  return last?.agentId === undefined
    ? { agentId, agentVersion }
    : { agentId: last.agentId, agentVersion: last.agentVersion ?? null };
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
