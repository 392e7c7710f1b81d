import { followed, ToolFailure } from './bound-tool.ts';
import { type BuiltIn, dataBytesMax, type Kind, message, spoken } from './built-in-kind.ts';
import type { ToolCall, ToolsOfChat } from './environment.ts';

/**
 * Returns a built-in tool's behaviour in a chat, or null when chats do not have the tool. A transfer hands the chat to a
 * person.
 */
export function kindOfChat(call: ToolCall, chat: ToolsOfChat, type: BuiltIn['type']): Kind | null {
  switch (type) {
    case 'endCall':
      return {
        description: 'Ends the chat.',
        properties: { message },
        required: [],
        run: async (input) => followed({ ended: true }, { kind: 'end-call', ...spoken(input) }),
      };
    case 'transfer':
      return handOff(call);
    case 'setCallSessionData':
      return setSessionData(chat);
    case 'optOut':
      return optOut(call);
    case 'sendDtmf':
    case 'leaveVoicemail':
    case 'pauseRecording':
      return null;
  }
}

function handOff({ agent }: ToolCall): Kind {
  const destinations = agent.transferDestinations.map(
    ({ name, description }) => `${name}${description ? `: ${description}` : ''}`,
  );
  const whom = destinations.length > 0 ? `, who may be for one of:\n${destinations.join('\n')}` : '.';
  return {
    description: `Hands the chat over to a person of the team${whom}`,
    properties: { destination: { type: 'string', maxLength: 1000 }, message },
    required: [],
    run: async (input) => {
      const destination = typeof input.destination === 'string' ? input.destination : '';
      return followed({ handedOff: true }, { kind: 'transfer', destination, ...spoken(input) });
    },
  };
}

function setSessionData(chat: ToolsOfChat): Kind {
  return {
    description: 'Writes data of this chat for other systems to read. It replaces earlier data.',
    properties: {
      data: { type: 'object' },
      ttlSeconds: { type: 'integer', minimum: 1, maximum: 86_400, description: 'Default 180' },
    },
    required: ['data'],
    run: async ({ data, ttlSeconds = 180 }) => {
      if (Buffer.byteLength(JSON.stringify(data)) > dataBytesMax) {
        throw new ToolFailure(`data: must have at most ${dataBytesMax} bytes as JSON`);
      }
      await chat.writeSessionData({ data: data as Record<string, unknown>, ttlSeconds: Number(ttlSeconds) });
      return { result: { written: true } };
    },
  };
}

/** The suppression is stored with the answer that contains this tool call, and with the end of the chat. */
function optOut({ customerNumber }: ToolCall): Kind {
  return {
    description: 'Records that the customer does not want to be called again, and ends the chat.',
    properties: { message },
    required: [],
    run: async (input) => {
      if (customerNumber === '') throw new ToolFailure("the customer's telephone number is unknown");
      return followed(
        { optedOut: true },
        { kind: 'end-call', reason: 'customer-opted-out', ...spoken(input) },
      );
    },
  };
}
