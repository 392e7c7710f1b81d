import { sealSecrets } from '../../src/domains/carriers/sealed-secrets.ts';
import { statement } from '../../src/platform/db/index.ts';
import type { ApiWorld } from '../world/api-world.ts';
import { eventually } from '../world/eventually.ts';
import { soundFile, soundUpload } from '../world/sound-file.ts';

/** An organization with one resource of every kind. */
export interface Populated {
  /** Ids by the name of the path parameter. */
  ids: Record<string, string>;
  /** Values of this organization only, which reveal its data in an answer. */
  values: string[];
}

const markCall = statement(
  'test.populated_call',
  `update calls set external_id = $3, recording_file = $4, summary = $5
   where organization_id = $1 and call_id = $2`,
);
const markSessionData = statement(
  'test.populated_session_data',
  'update session_data set external_id = $3 where organization_id = $1 and call_id = $2',
);
const insertCarrierConnection = statement(
  'test.populated_carrier_connection',
  `insert into carrier_connections (organization_id, carrier_connection_id, vendor, name, account_sid, sealed_secrets, sip_address,
     member_id, request_id)
   values ($1, $2, 'twilio', $3, 'AC00000000000000000000000000000001', $4, '192.0.2.1:5060', 'member', 'req')`,
);
const insertLink = statement(
  'test.populated_call_link',
  `insert into call_links values ($1, $2, $3, sha256(convert_to($2, 'UTF8')), false, 'member_x', now(), now() + interval '1 hour')`,
);
const insertTeamCall = statement(
  'test.populated.team_call',
  `insert into team_calls (organization_id, team_call_id, team_id, call_id, skills, state, waiting_since, ended_at, outcome)
   values ($1, $2, $3, $4, '{}', 'ended', now(), now(), 'abandoned')`,
);
const insertAlert = statement(
  'test.populated_alert',
  `insert into alerts (organization_id, alert_id, rule_id, name, summary, measure, value, limit_value, worst, began_at)
   values ($1, $2, $3, $4, $4, 'answer-rate', 1, 2, 1, now())`,
);
const insertBrowserCall = statement(
  'test.populated_browser_call',
  'insert into browser_calls (organization_id, browser_call_id, agent_id) values ($1, $2, $3)',
);

/** Stores a connection to a carrier without asking the vendor, who would have to accept the key. */
export async function addCarrierConnection(
  { db, secret }: Pick<ApiWorld, 'db' | 'secret'>,
  { organizationId }: { organizationId: string },
  carrierConnectionId: string,
  name: string,
): Promise<void> {
  const sealed = sealSecrets(
    secret,
    { organizationId, carrierConnectionId },
    { key: 'key', sipPassword: 'password' },
  );
  await db.query(insertCarrierConnection, [organizationId, carrierConnectionId, name, sealed]);
}

/**
 * Creates one of every resource through the API. Texts contain `mark`, which no other organization's data has. `digits`
 * has two digits for its own phone numbers.
 */
export async function populate(
  world: Pick<ApiWorld, 'request' | 'db' | 'secret'>,
  owner: { key: string; organizationId: string },
  mark: string,
  digits: string,
): Promise<Populated> {
  const make = async (path: string, body: unknown = {}, method = 'POST') => {
    const answer = await world.request(method, path, { body, key: owner.key });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const customer = `+120255501${digits}`;
  const externalId = `external-${mark}`;
  const { agentId } = await make('/api/agents', { name: `Agent ${mark}`, prompt: `Prompt ${mark}` });
  await make(`/api/agents/${agentId}`, { prompt: `Draft ${mark}`, publish: false }, 'PATCH');
  const uploaded = { ...soundUpload, key: owner.key };
  const { soundId } = (await world.request('POST', `/api/sounds?name=Sound%20${mark}`, uploaded)).body;
  const { trunkId } = await make('/api/trunks', { name: `Trunk ${mark}`, host: `${mark}.example.com` });
  const { providerKeyId } = await make('/api/provider-keys', {
    provider: 'openai',
    apiKey: `key-of-${mark}`,
    name: mark,
    // A private address, which no request of a test reaches.
    baseUrl: 'http://127.0.0.1:9/v1',
  });
  const { scheduleId } = await make('/api/schedules', { ...samples.schedule, name: `Schedule ${mark}` });
  const { callRetryConfigId } = await make('/api/retry-configs', {
    ...samples.retryConfig,
    name: `Retry ${mark}`,
  });
  const { phoneNumberId } = await make('/api/phone-numbers', { phoneNumber: `+120255500${digits}`, trunkId });
  const { workflowId } = await make('/api/workflows', { ...samples.workflow, name: `Workflow ${mark}` });
  await make(`/api/workflows/${workflowId}/publish`);
  const run = await make(`/api/workflows/${workflowId}/trigger`, { input: mark });
  const { workflowSecretId } = await make('/api/workflow-secrets', { ...samples.workflowSecret, name: mark });
  const widget = { allowedOrigins: [`https://${mark}.example.com`] };
  await make(`/api/agents/${agentId}/widget`, widget, 'PUT');
  const { chatId } = await make(`/api/agents/${agentId}/chats`, { customerUniqueId: `customer-${mark}` });
  await make(`/api/chats/${chatId}/messages`, { role: 'user', content: `Message ${mark}` });
  const { callId, campaignId } = await make(`/api/agents/${agentId}/calls/campaign`, {
    campaignName: `Campaign ${mark}`,
    scheduleId,
    phoneNumber: customer,
    phoneNumberId,
    variables: { mark },
  });
  await make(`/api/calls/${callId}/session-data`, { data: { mark }, ttlSeconds: 86_400 }, 'PUT');
  const browserCallId = `bcall_${mark}`;
  await world.db.query(insertBrowserCall, [owner.organizationId, browserCallId, agentId]);
  const carrierConnectionId = `carrier_${mark}`;
  await addCarrierConnection(world, owner, carrierConnectionId, `Carrier ${mark}`);
  const linkId = `link_${mark}`;
  await world.db.query(insertLink, [owner.organizationId, callId, linkId]);
  await world.db.query(markCall, [owner.organizationId, callId, externalId, `${mark}.wav`, mark]);
  await world.db.query(markSessionData, [owner.organizationId, callId, externalId]);
  await make('/api/call-personalization-webhook', { phoneNumber: customer, data: { mark } });
  const { commentId } = await make(`/api/calls/${callId}/comments`, { comment: mark });
  await make(`/api/calls/${callId}/tags/${mark}`, undefined, 'PUT');
  const { pronunciationId } = await make('/api/pronunciations', { term: mark, replacement: 'marked' });
  const { viewId } = await make('/api/views', { name: mark, page: 'calls', filters: { text: mark } });
  const { sourceId } = await make('/api/knowledge/texts', { name: `Text ${mark}`, text: `Text of ${mark}` });
  const { documents } = await make(`/api/knowledge/sources/${sourceId}/documents`, undefined, 'GET');
  const { documentId } = documents[0];
  await make(`/api/knowledge/documents/${documentId}`, { text: `Corrected text of ${mark}` }, 'PATCH');
  const { factId } = await make('/api/customer-facts', { phoneNumber: customer, topic: mark, fact: mark });
  const { suppressionId } = await make('/api/suppressions', { phoneNumber: `+120255502${digits}` });
  const { dataDeletionId } = await make('/api/data-deletions', { phoneNumber: `+120255506${digits}` });
  const importOf = async (path: string, csv: string) => {
    const headers = { 'content-type': 'text/csv' };
    const answer = await world.request('POST', `${path}/import`, { body: csv, headers, key: owner.key });
    const { importId } = answer.body;
    const state = async () =>
      (await world.request('GET', `${path}/imports/${importId}`, { key: owner.key })).body.status;
    // From here on nothing changes by itself.
    await eventually(state, 'completed');
    return importId;
  };
  const importId = await importOf(
    `/api/campaigns/${campaignId}`,
    `phoneNumber,scheduleId,phoneNumberId\n${mark},${scheduleId},${phoneNumberId}`,
  );
  const suppressionImportId = await importOf(
    '/api/suppressions',
    `phoneNumber\n+120255504${digits}\n${mark}`,
  );
  const { webhookEndpointId } = await make('/api/webhook-endpoints', {
    url: `https://${mark}.example.com/hooks`,
    events: ['*'],
  });
  const { deliveryId } = await make(`/api/webhook-endpoints/${webhookEndpointId}/test`);
  const { alertChannelId } = await make('/api/alert-channels', {
    ...{ kind: 'slack', name: `Channel ${mark}`, url: `https://${mark}.example.com/alerts` },
  });
  const { alertRuleId } = await make('/api/alert-rules', {
    ...samples.alertRule,
    name: `Rule ${mark}`,
    agentId,
  });
  const alertId = `alert_${mark}`;
  await world.db.query(insertAlert, [owner.organizationId, alertId, alertRuleId, mark]);
  const { teamId } = await make('/api/teams', { name: `Team ${mark}` });
  const { deviceId } = await make('/api/devices', { name: `Device ${mark}` });
  const teamCallId = `tcall_${mark}`;
  await world.db.query(insertTeamCall, [owner.organizationId, teamCallId, teamId, callId]);
  const email = `${mark}@example.com`;
  const { memberId } = await make('/api/members', { name: `Member ${mark}`, email, role: 'Viewer' });
  const { apiKeyId } = await make('/api/api-keys', { name: `Key ${mark}`, role: 'Viewer', memberId });
  const ids = {
    ...{ agentId, trunkId, scheduleId, callRetryConfigId, phoneNumberId, workflowId, chatId, callId },
    ...{ dataDeletionId, providerKeyId, soundId, workflowSecretId, webhookEndpointId, deliveryId },
    ...{
      campaignId,
      memberId,
      apiKeyId,
      suppressionId,
      pronunciationId,
      viewId,
      commentId,
      linkId,
      sourceId,
      documentId,
      factId,
      workflowRunId: run.workflowTriggeredId,
    },
    ...{ alertChannelId, alertRuleId, alertId, teamId, teamCallId, deviceId },
    ...{ tag: mark, provider: 'openai', providerKeyName: mark },
    ...{
      carrierConnectionId,
      externalId,
      browserCallId,
      phoneNumber: customer,
      version: '1',
      importId,
      suppressionImportId,
    },
  };
  const { version: _shared, provider: _anyones, ...own } = ids;
  return { ids, values: [...Object.values(own), owner.organizationId, mark, `+120255500${digits}`] };
}

/** Valid bodies. */
export const samples = {
  schedule: {
    name: 'Never soon',
    timeZone: 'UTC',
    windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], start: '00:00', end: '24:00' }],
  },
  retryConfig: { name: 'Once more', maxAttempts: 2, delaysSeconds: [60] },
  workflow: { name: 'A workflow', trigger: { type: 'webhook' }, definition: {} },
  alertRule: { name: 'Few answers', measure: 'answer-rate', direction: 'below', bound: 20 },
  workflowSecret: { name: 'token', value: 'a secret', allowedOrigins: ['https://api.example.com'] },
};

/**
 * Returns a valid body for each operation with a body, by operationId, with the given ids. `fresh` is a phone number
 * without records.
 */
export function bodiesOf(ids: Record<string, string>, fresh: string): Record<string, unknown> {
  const { scheduleId, phoneNumberId, callRetryConfigId, memberId, trunkId, agentId } = ids;
  return {
    createAgent: { name: 'An agent', prompt: 'Be kind.' },
    updateAgent: { name: 'Renamed' },
    addCallComment: { comment: 'word' },
    commandCall: { type: 'mute' },
    createCallLink: { hours: 1 },
    editCallComment: { comment: 'other word' },
    previewAgent: { phoneNumber: ids.phoneNumber, variables: { any: 'thing' } },
    createProviderKey: { provider: 'deepgram', apiKey: 'a-key' },
    drillAgent: { faults: ['fails'] },
    tryAgentTool: {
      tool: { type: 'http', name: 'look', description: 'Looks.', url: 'http://127.0.0.1:9/', timeoutMs: 100 },
    },
    tryProvider: { kind: 'voice', settings: { key: ids.providerKeyName }, text: 'Hello' },
    createSound: soundFile,
    updateSound: { name: 'Renamed' },
    createTrunk: { name: 'A trunk', host: 'carrier.example.com', username: 'u', password: 'p' },
    updateTrunk: { host: 'elsewhere.example.com' },
    createCarrierConnection: {
      vendor: 'twilio',
      accountSid: `AC${'0'.repeat(32)}`,
      secret: 'an-auth-token',
    },
    connectCarrier: { numbers: [{ phoneNumber: fresh }], inboundAgentId: agentId },
    disconnectCarrier: {},
    replaceCarrierConnectionKey: { secret: 'another-auth-token' },
    createPhoneNumber: { phoneNumber: fresh, trunkId, inboundAgentId: agentId },
    updatePhoneNumber: { trunkId, inboundAgentId: agentId },
    createSchedule: samples.schedule,
    updateSchedule: { timeZone: 'Europe/Berlin' },
    createRetryConfig: samples.retryConfig,
    updateRetryConfig: { maxAttempts: 3 },
    placeCall: { phoneNumber: '+12025550177', phoneNumberId },
    writeCallSessionData: { data: { replaced: true } },
    queueCampaignCall: {
      ...{ campaignName: 'Other', scheduleId, phoneNumber: '+12025550178', phoneNumberId },
      ...{ variables: {}, callRetryConfigId },
    },
    queueCampaignCalls: {
      defaults: { campaignName: 'Other', scheduleId, phoneNumberId, callRetryConfigId, variables: {} },
      calls: [{ phoneNumber: '+12025550180' }, { phoneNumber: 'none' }],
    },
    forecastCampaign: {},
    createCampaign: { name: 'Another campaign', agentId },
    updateCampaign: { weight: 2 },
    importCampaignCalls: `phoneNumber,scheduleId,phoneNumberId\n+12025550181,${scheduleId},${phoneNumberId}\n`,
    checkCampaignImport: `phoneNumber,scheduleId,phoneNumberId\n+12025550181,${scheduleId},${phoneNumberId}\n`,
    importSuppressions: 'phoneNumber\n+12025550182\n',
    checkSuppressionImport: 'phoneNumber\n+12025550182\n',
    pushPersonalization: { phoneNumber: ids.phoneNumber, data: { pushed: 'again' } },
    createDataDeletion: { phoneNumber: '+12025550183' },
    createCustomerFact: { phoneNumber: ids.phoneNumber, topic: 'time', fact: 'mornings' },
    updateCustomerFact: { fact: 'evenings' },
    forgetCustomer: { phoneNumber: '+12025550184' },
    createPronunciation: { term: 'Xerox', replacement: 'zee-rocks' },
    speakPronunciation: { term: 'Xerox', replacement: 'zee-rocks' },
    importPronunciations: 'term,replacement\nKowalczyk,ko val chick\n',
    createView: { name: 'Failed', page: 'calls', filters: { status: 'ended' } },
    updateView: { name: 'Renamed' },
    updatePronunciation: { replacement: 'zeer ox' },
    createKnowledgeText: { name: 'A text', text: 'Words' },
    uploadKnowledgeFile: 'Words',
    replaceKnowledgeFile: 'Words',
    createKnowledgePage: { address: 'https://www.example.com/page' },
    createKnowledgeSite: { address: 'https://www.example.com/' },
    updateKnowledgeSource: { name: 'Renamed' },
    updateKnowledgeDocument: { text: 'Other words' },
    searchKnowledge: { query: 'words' },
    chooseKnowledgeEmbedding: { provider: 'cohere', model: 'embed-v4.0' },
    createSuppression: { phoneNumber: '+12025550179' },
    createChat: { customerUniqueId: 'someone' },
    setChatWidget: { allowedOrigins: ['https://www.example.com'] },
    addChatMessage: { role: 'user', content: 'Hello' },
    setPrices: { currency: 'USD', prices: [{ kind: 'telephony', trunkId, unit: 'minutes', amount: '0.01' }] },
    updateOrganization: { name: 'Renamed', dialing: 'off' },
    createWebhookEndpoint: { url: 'https://example.com/hooks', events: ['*'] },
    updateWebhookEndpoint: { description: 'Renamed' },
    redeliverFailedWebhooks: { since: '2026-01-01T00:00:00Z' },
    createAlertRule: samples.alertRule,
    updateAlertRule: { name: 'Renamed' },
    tryAlertRule: samples.alertRule,
    createTeam: { name: 'Members' },
    updateTeam: { name: 'Renamed' },
    setPresence: { state: 'away' },
    createDevice: { name: 'A softphone' },
    createAlertChannel: { kind: 'slack', name: 'Ops', url: 'https://hooks.example.com/x' },
    updateAlertChannel: { name: 'Renamed' },
    createMember: { name: 'Somebody', role: 'Viewer' },
    updateMember: { name: 'Renamed', role: 'Support' },
    createApiKey: { name: 'A key', role: 'Viewer', memberId },
    createWorkflow: samples.workflow,
    bringWorkflowEvent: { key: 'order:7', payload: { paid: true } },
    storeWorkflowSecret: samples.workflowSecret,
    updateWorkflow: { name: 'Renamed' },
    checkWorkflowDefinition: { definition: {} },
    triggerWorkflow: { any: 'thing' },
  };
}
