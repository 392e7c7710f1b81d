import { fillVariables } from '../../domains/agents/index.ts';
import { writeSessionData } from '../../domains/calls/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { type BoundTool, followed, fromDatabase, ToolFailure } from './bound-tool.ts';
import { type BuiltIn, dataBytesMax, type Kind, message, spoken } from './built-in-kind.ts';
import { kindOfChat } from './chat-tools.ts';
import type { ToolCall, ToolEnvironment } from './environment.ts';
import { storeOptOut } from './opt-outs.ts';
import { findVoicemail } from './voicemail.ts';

/** Returns a built-in tool for one call, or null when it is not available in a chat. */
export function builtInTool(
  environment: ToolEnvironment,
  call: ToolCall,
  tool: BuiltIn,
  onProblem: (error: unknown) => void,
): BoundTool | null {
  const kind = call.chat
    ? kindOfChat(call, call.chat, tool.type)
    : kindOf(environment, call, tool.type, onProblem);
  if (kind === null) return null;
  const { description, properties, required, run } = kind;
  return {
    isRepeatable: true,
    definition: {
      name: tool.name,
      description: tool.description ?? description,
      parameters: { type: 'object', properties, required, additionalProperties: false },
    },
    run,
  };
}

function kindOf(
  environment: ToolEnvironment,
  call: ToolCall,
  type: BuiltIn['type'],
  onProblem: (error: unknown) => void,
): Kind {
  switch (type) {
    case 'endCall':
      return {
        description: 'Ends the call.',
        properties: { message },
        required: [],
        run: async (input) => followed({ ended: true }, { kind: 'end-call', ...spoken(input) }),
      };
    case 'transfer':
      return transferTo(call);
    case 'sendDtmf':
      return {
        description:
          'Presses telephone keys, for the menus of other systems. Use it when a menu has named all its options.',
        properties: {
          digits: {
            type: 'string',
            maxLength: 64,
            description: 'Of 0-9, *, # and A-D; w is a pause of half a second',
          },
        },
        required: ['digits'],
        run: async ({ digits }) => {
          const keys = String(digits);
          if (!/^[0-9*#A-Dw]{1,64}$/.test(keys))
            throw new ToolFailure('digits: must contain only 0-9, *, #, A-D and w');
          return followed({ sent: keys }, { kind: 'send-dtmf', digits: keys });
        },
      };
    case 'leaveVoicemail':
      return leaveVoicemail(environment, call, onProblem);
    case 'setCallSessionData':
      return setSessionData(environment, call);
    case 'optOut':
      return optOut(environment, call);
    case 'pauseRecording':
      return {
        description:
          'Pauses the recording before the customer says something that must not be stored, or resumes it.',
        properties: { paused: { type: 'boolean', description: 'false: resume the recording' } },
        required: ['paused'],
        run: async ({ paused }) => followed({ paused }, { kind: 'pause-recording', paused: paused === true }),
      };
  }
}

function transferTo({ agent }: ToolCall): Kind {
  const destinations = agent.transferDestinations;
  const lines = destinations.map(
    ({ name, description }) => `${name}${description ? `: ${description}` : ''}`,
  );
  const names = destinations.map(({ name }) => name);
  return {
    description: `Puts the customer through to one of:\n${lines.join('\n')}`,
    properties: { destination: { type: 'string', enum: names }, message },
    required: ['destination'],
    run: async (input) => {
      const destination = String(input.destination);
      return followed({ transferring: destination }, { kind: 'transfer', destination, ...spoken(input) });
    },
  };
}

/** Only an agent without a sound and a text of its own chooses the words. */
function leaveVoicemail({ db }: ToolEnvironment, call: ToolCall, onProblem: (error: unknown) => void): Kind {
  const { voicemailMessage, voicemailSoundId } = call.agent.conversation;
  const isConfigured =
    voicemailSoundId !== null || fillVariables(voicemailMessage ?? '', call.variables).trim() !== '';
  return {
    description: 'Leaves a message on an answering machine and ends the call.',
    properties: isConfigured ? {} : { message },
    required: [],
    run: async (input) => {
      const { text, sound } = await findVoicemail(db, call, onProblem);
      const left = sound
        ? { message: text, speech: sound.speech }
        : spoken(isConfigured ? { message: text } : input);
      return followed(
        { left: true, ...(sound && { sound: sound.name }) },
        { kind: 'end-call', reason: 'voicemail', ...left },
      );
    },
  };
}

function setSessionData({ db }: ToolEnvironment, { organizationId, callId }: ToolCall): Kind {
  return {
    description: 'Writes data of this call for other systems to read. It replaces earlier data.',
    properties: {
      data: { type: 'object' },
      ttlSeconds: { type: 'integer', minimum: 1, maximum: 86_400, description: 'Default 180' },
    },
    required: ['data'],
    run: async ({ data, ttlSeconds = 180 }) => {
      if (Buffer.byteLength(JSON.stringify(data)) > dataBytesMax) {
        throw new ToolFailure(`data: must have at most ${dataBytesMax} bytes as JSON`);
      }
      const input = { data: data as Record<string, unknown>, ttlSeconds: Number(ttlSeconds) };
      await fromDatabase(writeSessionData({ db, actor: systemActor(organizationId, callId) }, callId, input));
      return { result: { written: true } };
    },
  };
}

function optOut(
  { db, optOuts }: ToolEnvironment,
  { organizationId, callId, customerNumber }: ToolCall,
): Kind {
  return {
    description: 'Records that the customer does not want to be called again, and ends the call.',
    properties: { message },
    required: [],
    run: async (input) => {
      const wish = { organizationId, callId, customerNumber };
      await (optOuts ? optOuts.record(wish) : fromDatabase(storeOptOut(db, wish)));
      return followed(
        { optedOut: true },
        { kind: 'end-call', reason: 'customer-opted-out', ...spoken(input) },
      );
    },
  };
}
