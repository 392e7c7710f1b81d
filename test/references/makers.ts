import { type ApiError, silentLog } from '../../src/platform/kernel/index.ts';
import { recordBrowserCall } from '../../src/runtime/browser-calls/record.ts';
import { callMakers } from './call-makers.ts';
import { customer, type Maker, post } from './maker.ts';
import { stepMakers } from './step-makers.ts';
import type { Things } from './things.ts';

const toolsOf = ({ workflow, agent }: Things) => ({
  tools: [
    { type: 'workflow', name: 'go', description: 'x', workflowId: workflow },
    { type: 'handOver', name: 'over', description: 'x', agentId: agent },
  ],
});
const withSound = (voicemailSoundId: string) => ({ conversation: { voicemailSoundId } });
const withSource = (sourceId: string) => ({ knowledge: { sourceIds: [sourceId] } });
const withTeam = (destination: string) => ({
  transferDestinations: [{ name: 'people', type: 'team', destination }],
});
const ofProvider = (key: string) => ({ model: { provider: 'openai', model: 'm', key } });
const lostByAgents = {
  ...{ agent: '400 tools.1.agentId', workflow: '400 tools.0.workflowId', providerKey: '400 model.key' },
  sound: '400 conversation.voicemailSoundId',
  knowledgeSource: '400 knowledge.sourceIds.0',
  team: '400 transferDestinations.0.destination',
};
/** All makers. */
export const makers: readonly Maker[] = [
  ...callMakers,
  ...stepMakers,
  {
    name: 'a chat',
    loses: { agent: '404 agent.not_found' },
    prepare: async (place, things) =>
      post(place, `/api/agents/${things.agent}/chats`, { customerUniqueId: 'c' }),
  },
  {
    name: 'a widget',
    loses: { agent: '404 agent.not_found' },
    always: { agent: 'is removed too' },
    prepare: async (place, things) =>
      post(place, `/api/agents/${things.agent}/widget`, { allowedOrigins: ['https://a.example'] }, 'PUT'),
  },
  {
    name: 'a fact about a customer',
    loses: { agent: '400 agentId' },
    always: { agent: 'is removed too' },
    prepare: async (place, things) =>
      post(place, '/api/customer-facts', {
        ...{ phoneNumber: customer, topic: 'name', fact: 'Ada', agentId: things.agent },
      }),
  },
  {
    name: 'a conversation in the browser',
    loses: { agent: '404 agent.not_found' },
    always: { agent: 'is removed too' },
    prepare:
      async ({ organizationId, world }, things) =>
      async () => {
        const actor = {
          organizationId,
          memberId: 'member_a',
          apiKeyId: null,
          requestId: 'req_a',
          scopes: [],
        };
        const scope = { db: world.db, actor: actor as never, log: silentLog };
        const begun = recordBrowserCall(
          scope,
          { agentId: things.agent, name: 'Anna', version: 1 },
          async () => ({
            endedReason: 'x',
          }),
        );
        return begun.then(() => 'made', thrownRefusal);
      },
  },
  {
    name: 'a phone number',
    loses: { agent: '400 inboundAgentId', trunk: '400 trunkId' },
    prepare: async (place, things) => async () =>
      place
        .make('number', { trunkId: things.trunk, inboundAgentId: things.agent })
        .then(() => 'made', fieldOf),
  },
  {
    name: 'a change of a phone number',
    loses: { agent: '400 inboundAgentId', trunk: '400 fallbackTrunkIds.0' },
    async prepare(place, things) {
      const body = {
        ...{ trunkId: await place.make('trunk'), inboundAgentId: things.agent },
        fallbackTrunkIds: [things.trunk],
      };
      return post(place, `/api/phone-numbers/${await place.make('number')}`, body, 'PATCH');
    },
  },
  {
    name: 'an agent',
    loses: lostByAgents,
    prepare: async (place, things) =>
      post(place, '/api/agents', {
        ...{ name: 'A', prompt: 'x', ...toolsOf(things), ...ofProvider(things.providerKey) },
        ...withSound(things.sound),
        ...withSource(things.knowledgeSource),
        ...withTeam(things.team),
      }),
  },
  {
    name: 'a change of an agent',
    loses: lostByAgents,
    async prepare(place, things) {
      const body = {
        ...{ ...toolsOf(things), ...ofProvider(things.providerKey) },
        ...withSound(things.sound),
        ...withSource(things.knowledgeSource),
        ...withTeam(things.team),
      };
      return post(place, `/api/agents/${await place.make('agent')}`, body, 'PATCH');
    },
  },
  {
    name: 'an agent with a flow',
    loses: {
      agent: '400 flow.stages.over.finish.handOver.agentId',
      knowledgeSource: '400 flow.stages.over.knowledge.0',
    },
    prepare: async (place, { agent, knowledgeSource }) => {
      const over = { says: 'x', knowledge: [knowledgeSource], finish: { handOver: { agentId: agent } } };
      return post(place, '/api/agents', {
        ...{ name: 'A', prompt: 'x', flow: { start: 'over', stages: { over } } },
      });
    },
  },
  {
    name: 'a team',
    loses: { member: '400 members.0.memberId', sound: '400 musicSoundId' },
    always: { member: 'is removed too' },
    prepare: async (place, things) =>
      post(place, '/api/teams', {
        ...{ name: 'New', members: [{ memberId: things.member }], musicSoundId: things.sound },
      }),
  },
  {
    name: 'an API key',
    loses: { member: '400 memberId' },
    always: { member: 'is removed too' },
    prepare: async (place, things) =>
      post(place, '/api/api-keys', { name: 'k', role: 'Admin', memberId: things.member }),
  },
  {
    name: 'an invitation',
    loses: { member: '404 member.not_found' },
    always: { member: 'is removed too' },
    prepare: async (place, things) => post(place, `/api/members/${things.member}/invitation`),
  },
];

const thrownRefusal = (thrown: ApiError) => `${thrown.status} ${thrown.code}`;
const fieldOf = (thrown: Error) => `400 ${JSON.parse(thrown.message).details[0].field}`;
