// Made by `npm run openapi` from openapi/openapi.json: change the operations, not this file.

import type { RequestOptions } from './options.ts';
import type { Paged } from './paged.ts';
import { resource } from './resource.ts';
import type { ServerSentEvents } from './server-sent-events.ts';
import type { RawBody, Transport } from './transport.ts';
import type { Answer, Body, Item, Query } from './types.ts';

/** Operations under `Agents`. */
export interface AgentsResource {
  /** Create an agent. (`createAgent`) */
  create(body: Body<'createAgent'>, options?: RequestOptions): Promise<Answer<'createAgent'>>;
  /** List agents, newest first. (`listAgents`) */
  list(query?: Query<'listAgents'>, options?: RequestOptions): Paged<Answer<'listAgents'>, Item<Answer<'listAgents'>['agents']>>;
  /** Read an agent. (`getAgent`) */
  get(agentId: string, options?: RequestOptions): Promise<Answer<'getAgent'>>;
  /** Change an agent: publish its next version, or save a draft. (`updateAgent`) */
  update(agentId: string, body: Body<'updateAgent'>, options?: RequestOptions): Promise<Answer<'updateAgent'>>;
  /** Delete an unused agent. (`deleteAgent`) */
  delete(agentId: string, options?: RequestOptions): Promise<void>;
  /** Publish the draft of an agent as its next version. (`publishAgent`) */
  publish(agentId: string, options?: RequestOptions): Promise<Answer<'publishAgent'>>;
  /** Discard the unpublished changes of an agent. (`discardAgentDraft`) */
  discardDraft(agentId: string, options?: RequestOptions): Promise<void>;
  /** List the published versions of an agent, newest first. (`listAgentVersions`) */
  listVersions(agentId: string, query?: Query<'listAgentVersions'>, options?: RequestOptions): Paged<Answer<'listAgentVersions'>, Item<Answer<'listAgentVersions'>['versions']>>;
  /** Read a published version of an agent. (`getAgentVersion`) */
  getVersion(agentId: string, version: string, options?: RequestOptions): Promise<Answer<'getAgentVersion'>>;
  /** List complete agents for common jobs. (`listAgentTemplates`) */
  listTemplates(options?: RequestOptions): Promise<Answer<'listAgentTemplates'>>;
  /** List browser calls with agents, newest first. (`listBrowserCalls`) */
  listBrowserCalls(query?: Query<'listBrowserCalls'>, options?: RequestOptions): Paged<Answer<'listBrowserCalls'>, Item<Answer<'listBrowserCalls'>['browserCalls']>>;
  /** Play calls in which the providers of an agent fail. (`drillAgent`) */
  drill(agentId: string, body: Body<'drillAgent'>, options?: RequestOptions): Promise<Answer<'drillAgent'>>;
  /** Try a tool against its real address. (`tryAgentTool`) */
  tryTool(agentId: string, body: Body<'tryAgentTool'>, options?: RequestOptions): Promise<Answer<'tryAgentTool'>>;
  /** List the providers that calls avoid now, because their last requests failed. (`listProviderCircuits`) */
  listProviderCircuits(options?: RequestOptions): Promise<Answer<'listProviderCircuits'>>;
  /** Preview the prompt and first message of a call. (`previewAgent`) */
  preview(agentId: string, body: Body<'previewAgent'>, options?: RequestOptions): Promise<Answer<'previewAgent'>>;
}

/** Operations under `Knowledge`. */
export interface KnowledgeResource {
  /** Add a text to the knowledge. (`createKnowledgeText`) */
  createText(body: Body<'createKnowledgeText'>, options?: RequestOptions): Promise<Answer<'createKnowledgeText'>>;
  /** Add a file to the knowledge. (`uploadKnowledgeFile`) */
  uploadFile(body: RawBody, query: Query<'uploadKnowledgeFile'>, options?: RequestOptions): Promise<Answer<'uploadKnowledgeFile'>>;
  /** Replace the file of a source. (`replaceKnowledgeFile`) */
  replaceFile(sourceId: string, body: RawBody, query: Query<'replaceKnowledgeFile'>, options?: RequestOptions): Promise<Answer<'replaceKnowledgeFile'>>;
  /** Add a page of the web to the knowledge. (`createKnowledgePage`) */
  createPage(body: Body<'createKnowledgePage'>, options?: RequestOptions): Promise<Answer<'createKnowledgePage'>>;
  /** Add a site to the knowledge. (`createKnowledgeSite`) */
  createSite(body: Body<'createKnowledgeSite'>, options?: RequestOptions): Promise<Answer<'createKnowledgeSite'>>;
  /** Read a page or site again now. (`readKnowledgeSource`) */
  readSource(sourceId: string, options?: RequestOptions): Promise<Answer<'readKnowledgeSource'>>;
  /** List the sources of knowledge, newest first. (`listKnowledgeSources`) */
  listSources(query?: Query<'listKnowledgeSources'>, options?: RequestOptions): Paged<Answer<'listKnowledgeSources'>, Item<Answer<'listKnowledgeSources'>['sources']>>;
  /** Read a source of knowledge. (`getKnowledgeSource`) */
  getSource(sourceId: string, options?: RequestOptions): Promise<Answer<'getKnowledgeSource'>>;
  /** Change a source of knowledge. (`updateKnowledgeSource`) */
  updateSource(sourceId: string, body: Body<'updateKnowledgeSource'>, options?: RequestOptions): Promise<Answer<'updateKnowledgeSource'>>;
  /** Delete a source with its documents. (`deleteKnowledgeSource`) */
  deleteSource(sourceId: string, options?: RequestOptions): Promise<void>;
  /** List the documents of a source, newest first. (`listKnowledgeDocuments`) */
  listDocuments(sourceId: string, query?: Query<'listKnowledgeDocuments'>, options?: RequestOptions): Paged<Answer<'listKnowledgeDocuments'>, Item<Answer<'listKnowledgeDocuments'>['documents']>>;
  /** Read a document with its text. (`getKnowledgeDocument`) */
  getDocument(documentId: string, options?: RequestOptions): Promise<Answer<'getKnowledgeDocument'>>;
  /** Correct a document. (`updateKnowledgeDocument`) */
  updateDocument(documentId: string, body: Body<'updateKnowledgeDocument'>, options?: RequestOptions): Promise<Answer<'updateKnowledgeDocument'>>;
  /** Undo the last correction of a document. (`undoKnowledgeCorrection`) */
  undoCorrection(documentId: string, options?: RequestOptions): Promise<Answer<'undoKnowledgeCorrection'>>;
  /** List the parts of a document that a search finds, in their order. (`listKnowledgeChunks`) */
  listChunks(documentId: string, options?: RequestOptions): Promise<Answer<'listKnowledgeChunks'>>;
  /** Read the embedding model of the knowledge, and how many parts have been embedded. (`getKnowledgeEmbedding`) */
  getEmbedding(options?: RequestOptions): Promise<Answer<'getKnowledgeEmbedding'>>;
  /** Choose an embedding model for the knowledge. (`chooseKnowledgeEmbedding`) */
  chooseEmbedding(body: Body<'chooseKnowledgeEmbedding'>, options?: RequestOptions): Promise<Answer<'chooseKnowledgeEmbedding'>>;
  /** Search the knowledge by words alone. (`removeKnowledgeEmbedding`) */
  removeEmbedding(options?: RequestOptions): Promise<void>;
  /** Search the knowledge. (`searchKnowledge`) */
  search(body: Body<'searchKnowledge'>, options?: RequestOptions): Promise<Answer<'searchKnowledge'>>;
  /** List what the knowledge does not answer. (`listUnansweredQuestions`) */
  listUnansweredQuestions(options?: RequestOptions): Promise<Answer<'listUnansweredQuestions'>>;
}

/** Operations under `Customer facts`. */
export interface CustomerFactsResource {
  /** Add a fact about a customer. (`createCustomerFact`) */
  create(body: Body<'createCustomerFact'>, options?: RequestOptions): Promise<Answer<'createCustomerFact'>>;
  /** List what is known of a customer, newest first. (`listCustomerFacts`) */
  list(query?: Query<'listCustomerFacts'>, options?: RequestOptions): Paged<Answer<'listCustomerFacts'>, Item<Answer<'listCustomerFacts'>['facts']>>;
  /** Delete all facts about a customer. (`forgetCustomer`) */
  forgetCustomer(body: Body<'forgetCustomer'>, options?: RequestOptions): Promise<Answer<'forgetCustomer'>>;
  /** Read a fact about a customer. (`getCustomerFact`) */
  get(factId: string, options?: RequestOptions): Promise<Answer<'getCustomerFact'>>;
  /** Correct a fact about a customer. (`updateCustomerFact`) */
  update(factId: string, body: Body<'updateCustomerFact'>, options?: RequestOptions): Promise<Answer<'updateCustomerFact'>>;
  /** Delete a fact about a customer. (`deleteCustomerFact`) */
  delete(factId: string, options?: RequestOptions): Promise<void>;
}

/** Operations under `Pronunciations`. */
export interface PronunciationsResource {
  /** Download the pronunciation dictionary. (`exportPronunciations`) */
  export(options?: RequestOptions): Promise<Response>;
  /** Add or change the entries of a CSV file. (`importPronunciations`) */
  import(body: RawBody, options?: RequestOptions): Promise<Answer<'importPronunciations'>>;
  /** Speak a term, to listen to it. (`speakPronunciation`) */
  speak(body: Body<'speakPronunciation'>, options?: RequestOptions): Promise<Response>;
  /** Add a term to the pronunciation dictionary. (`createPronunciation`) */
  create(body: Body<'createPronunciation'>, options?: RequestOptions): Promise<Answer<'createPronunciation'>>;
  /** List the pronunciation dictionary, newest first. (`listPronunciations`) */
  list(query?: Query<'listPronunciations'>, options?: RequestOptions): Paged<Answer<'listPronunciations'>, Item<Answer<'listPronunciations'>['pronunciations']>>;
  /** Read an entry of the pronunciation dictionary. (`getPronunciation`) */
  get(pronunciationId: string, options?: RequestOptions): Promise<Answer<'getPronunciation'>>;
  /** Change an entry of the pronunciation dictionary. (`updatePronunciation`) */
  update(pronunciationId: string, body: Body<'updatePronunciation'>, options?: RequestOptions): Promise<Answer<'updatePronunciation'>>;
  /** Delete an entry of the pronunciation dictionary. (`deletePronunciation`) */
  delete(pronunciationId: string, options?: RequestOptions): Promise<void>;
}

/** Operations under `Provider keys`. */
export interface ProviderKeysResource {
  /** List all providers, with the keys that the organization has stored. (`listProviders`) */
  listProviders(options?: RequestOptions): Promise<Answer<'listProviders'>>;
  /** List a model, a voice and a transcriber for common wishes. (`listAgentPresets`) */
  listAgentPresets(query?: Query<'listAgentPresets'>, options?: RequestOptions): Promise<Answer<'listAgentPresets'>>;
  /** List the models of a provider. (`listProviderModels`) */
  listProviderModels(provider: string, query?: Query<'listProviderModels'>, options?: RequestOptions): Paged<Answer<'listProviderModels'>, Item<Answer<'listProviderModels'>['models']>>;
  /** List the voices of a provider. (`listProviderVoices`) */
  listProviderVoices(provider: string, query?: Query<'listProviderVoices'>, options?: RequestOptions): Paged<Answer<'listProviderVoices'>, Item<Answer<'listProviderVoices'>['voices']>>;
  /** Ask the vendor whether it accepts a key. (`checkProviderKey`) */
  check(providerKeyId: string, options?: RequestOptions): Promise<Answer<'checkProviderKey'>>;
  /** Try a model, a voice or a transcriber. (`tryProvider`) */
  tryProvider(provider: string, body: Body<'tryProvider'>, options?: RequestOptions): Promise<Answer<'tryProvider'>>;
  /** Store a provider key. (`createProviderKey`) */
  create(body: Body<'createProviderKey'>, options?: RequestOptions): Promise<Answer<'createProviderKey'>>;
  /** List provider keys, newest first, without the keys themselves. (`listProviderKeys`) */
  list(query?: Query<'listProviderKeys'>, options?: RequestOptions): Paged<Answer<'listProviderKeys'>, Item<Answer<'listProviderKeys'>['providerKeys']>>;
  /** Delete an unused provider key; calls in progress keep it. (`deleteProviderKey`) */
  delete(providerKeyId: string, options?: RequestOptions): Promise<void>;
}

/** Operations under `Sounds`. */
export interface SoundsResource {
  /** Upload a sound. (`createSound`) */
  create(body: RawBody, query: Query<'createSound'>, options?: RequestOptions): Promise<Answer<'createSound'>>;
  /** List sounds, newest first. (`listSounds`) */
  list(query?: Query<'listSounds'>, options?: RequestOptions): Paged<Answer<'listSounds'>, Item<Answer<'listSounds'>['sounds']>>;
  /** Read a sound, without its audio. (`getSound`) */
  get(soundId: string, options?: RequestOptions): Promise<Answer<'getSound'>>;
  /** Rename a sound. (`updateSound`) */
  update(soundId: string, body: Body<'updateSound'>, options?: RequestOptions): Promise<Answer<'updateSound'>>;
  /** Delete a sound that no agent plays. (`deleteSound`) */
  delete(soundId: string, options?: RequestOptions): Promise<void>;
  /** Read the audio of a sound: mono, 16 kHz. (`getSoundAudio`) */
  getAudio(soundId: string, options?: RequestOptions): Promise<Response>;
}

/** Operations under `Trunks`. */
export interface TrunksResource {
  /** Create a trunk. (`createTrunk`) */
  create(body: Body<'createTrunk'>, options?: RequestOptions): Promise<Answer<'createTrunk'>>;
  /** List trunks, newest first. (`listTrunks`) */
  list(query?: Query<'listTrunks'>, options?: RequestOptions): Paged<Answer<'listTrunks'>, Item<Answer<'listTrunks'>['trunks']>>;
  /** Read a trunk. (`getTrunk`) */
  get(trunkId: string, options?: RequestOptions): Promise<Answer<'getTrunk'>>;
  /** Change a trunk. (`updateTrunk`) */
  update(trunkId: string, body: Body<'updateTrunk'>, options?: RequestOptions): Promise<Answer<'updateTrunk'>>;
  /** Delete an unused trunk. (`deleteTrunk`) */
  delete(trunkId: string, options?: RequestOptions): Promise<void>;
  /** Close the circuit of a trunk. (`resetTrunkCircuit`) */
  resetCircuit(trunkId: string, options?: RequestOptions): Promise<Answer<'resetTrunkCircuit'>>;
}

/** Operations under `Phone numbers`. */
export interface PhoneNumbersResource {
  /** Create a phone number. (`createPhoneNumber`) */
  create(body: Body<'createPhoneNumber'>, options?: RequestOptions): Promise<Answer<'createPhoneNumber'>>;
  /** List phone numbers, newest first. (`listPhoneNumbers`) */
  list(query?: Query<'listPhoneNumbers'>, options?: RequestOptions): Paged<Answer<'listPhoneNumbers'>, Item<Answer<'listPhoneNumbers'>['phoneNumbers']>>;
  /** Read a phone number. (`getPhoneNumber`) */
  get(phoneNumberId: string, options?: RequestOptions): Promise<Answer<'getPhoneNumber'>>;
  /** Change a phone number. (`updatePhoneNumber`) */
  update(phoneNumberId: string, body: Body<'updatePhoneNumber'>, options?: RequestOptions): Promise<Answer<'updatePhoneNumber'>>;
  /** Delete a phone number without queued or live calls. (`deletePhoneNumber`) */
  delete(phoneNumberId: string, options?: RequestOptions): Promise<void>;
}

/** Operations under `Carrier connections`. */
export interface CarrierConnectionsResource {
  /** Store the key of a carrier. (`createCarrierConnection`) */
  create(body: Body<'createCarrierConnection'>, options?: RequestOptions): Promise<Answer<'createCarrierConnection'>>;
  /** List carrier connections, newest first. (`listCarrierConnections`) */
  list(query?: Query<'listCarrierConnections'>, options?: RequestOptions): Paged<Answer<'listCarrierConnections'>, Item<Answer<'listCarrierConnections'>['carrierConnections']>>;
  /** Read a carrier connection with its steps. (`getCarrierConnection`) */
  get(carrierConnectionId: string, options?: RequestOptions): Promise<Answer<'getCarrierConnection'>>;
  /** Delete a carrier connection that is not in use. (`deleteCarrierConnection`) */
  delete(carrierConnectionId: string, options?: RequestOptions): Promise<void>;
  /** List the numbers of the account, and numbers on sale. (`listCarrierNumbers`) */
  listCarrierNumbers(carrierConnectionId: string, query?: Query<'listCarrierNumbers'>, options?: RequestOptions): Promise<Answer<'listCarrierNumbers'>>;
  /** Replace the key of a carrier. (`replaceCarrierConnectionKey`) */
  replaceKey(carrierConnectionId: string, body: Body<'replaceCarrierConnectionKey'>, options?: RequestOptions): Promise<Answer<'replaceCarrierConnectionKey'>>;
  /** Delete a carrier connection that cannot be undone. (`abandonCarrierConnection`) */
  abandon(carrierConnectionId: string, options?: RequestOptions): Promise<void>;
  /** Connect numbers of a carrier. (`connectCarrier`) */
  connectCarrier(carrierConnectionId: string, body: Body<'connectCarrier'>, options?: RequestOptions): Promise<Answer<'connectCarrier'>>;
  /** Undo what a carrier connection made. (`disconnectCarrier`) */
  disconnectCarrier(carrierConnectionId: string, body: Body<'disconnectCarrier'>, options?: RequestOptions): Promise<Answer<'disconnectCarrier'>>;
  /** Go on with a run that a problem stopped. (`resumeCarrierConnection`) */
  resume(carrierConnectionId: string, options?: RequestOptions): Promise<Answer<'resumeCarrierConnection'>>;
}

/** Operations under `Schedules`. */
export interface SchedulesResource {
  /** Create a schedule. (`createSchedule`) */
  create(body: Body<'createSchedule'>, options?: RequestOptions): Promise<Answer<'createSchedule'>>;
  /** List schedules, newest first. (`listSchedules`) */
  list(query?: Query<'listSchedules'>, options?: RequestOptions): Paged<Answer<'listSchedules'>, Item<Answer<'listSchedules'>['schedules']>>;
  /** Read a schedule. (`getSchedule`) */
  get(scheduleId: string, options?: RequestOptions): Promise<Answer<'getSchedule'>>;
  /** Change a schedule. (`updateSchedule`) */
  update(scheduleId: string, body: Body<'updateSchedule'>, options?: RequestOptions): Promise<Answer<'updateSchedule'>>;
  /** Delete a schedule without queued or live calls. (`deleteSchedule`) */
  delete(scheduleId: string, options?: RequestOptions): Promise<void>;
  /** Check when a schedule allows calling a number. (`tellNextOpen`) */
  tellNextOpen(scheduleId: string, query?: Query<'tellNextOpen'>, options?: RequestOptions): Promise<Answer<'tellNextOpen'>>;
}

/** Operations under `Retry configurations`. */
export interface RetryConfigurationsResource {
  /** Create a retry configuration. (`createRetryConfig`) */
  create(body: Body<'createRetryConfig'>, options?: RequestOptions): Promise<Answer<'createRetryConfig'>>;
  /** List retry configurations, newest first. (`listRetryConfigs`) */
  list(query?: Query<'listRetryConfigs'>, options?: RequestOptions): Paged<Answer<'listRetryConfigs'>, Item<Answer<'listRetryConfigs'>['retryConfigs']>>;
  /** Read a retry configuration. (`getRetryConfig`) */
  get(callRetryConfigId: string, options?: RequestOptions): Promise<Answer<'getRetryConfig'>>;
  /** Change a retry configuration. (`updateRetryConfig`) */
  update(callRetryConfigId: string, body: Body<'updateRetryConfig'>, options?: RequestOptions): Promise<Answer<'updateRetryConfig'>>;
  /** Delete a retry configuration that no queued and no live call uses. (`deleteRetryConfig`) */
  delete(callRetryConfigId: string, options?: RequestOptions): Promise<void>;
  /** List the campaigns that use a retry configuration, newest first. (`listRetryConfigCampaigns`) */
  listCampaigns(callRetryConfigId: string, query?: Query<'listRetryConfigCampaigns'>, options?: RequestOptions): Paged<Answer<'listRetryConfigCampaigns'>, Item<Answer<'listRetryConfigCampaigns'>['campaigns']>>;
}

/** Operations under `Calls`. */
export interface CallsResource {
  /** Read call data by the external id of an inbound call. (`getCallDataByExternalId`) */
  getDataByExternalId(externalId: string, options?: RequestOptions): Promise<Answer<'getCallDataByExternalId'>>;
  /** Read call data by the customer's phone number. (`getCallDataByPhoneNumber`) */
  getDataByPhoneNumber(phoneNumber: string, options?: RequestOptions): Promise<Answer<'getCallDataByPhoneNumber'>>;
  /** List calls, newest first. (`listCalls`) */
  list(query?: Query<'listCalls'>, options?: RequestOptions): Paged<Answer<'listCalls'>, Item<Answer<'listCalls'>['calls']>>;
  /** List the calls of an agent, newest first. (`listAgentCalls`) */
  listAgentCalls(agentId: string, query?: Query<'listAgentCalls'>, options?: RequestOptions): Paged<Answer<'listAgentCalls'>, Item<Answer<'listAgentCalls'>['calls']>>;
  /** Place a single outbound call. (`placeCall`) */
  place(agentId: string, body: Body<'placeCall'>, options?: RequestOptions): Promise<Answer<'placeCall'>>;
  /** Read a call. (`getCall`) */
  get(callId: string, options?: RequestOptions): Promise<Answer<'getCall'>>;
  /** List every decision about a call, in order. (`explainCall`) */
  explain(callId: string, options?: RequestOptions): Promise<Answer<'explainCall'>>;
  /** Read the recording of a call: stereo, the customer left, the agent right. (`getCallRecording`) */
  getRecording(callId: string, options?: RequestOptions): Promise<Response>;
  /** Control a live call: say, whisper, mute, transfer, end and more. (`commandCall`) */
  command(callId: string, body: Body<'commandCall'>, options?: RequestOptions): Promise<Answer<'commandCall'>>;
  /** List the commands for a call, with what became of them. (`listCallCommands`) */
  listCommands(callId: string, options?: RequestOptions): Promise<Answer<'listCallCommands'>>;
  /** List the comments on a call, oldest first. (`listCallComments`) */
  listComments(callId: string, options?: RequestOptions): Promise<Answer<'listCallComments'>>;
  /** Add a comment to a call. (`addCallComment`) */
  addComment(callId: string, body: Body<'addCallComment'>, options?: RequestOptions): Promise<Answer<'addCallComment'>>;
  /** Edit a comment of your own on a call. (`editCallComment`) */
  editComment(callId: string, commentId: string, body: Body<'editCallComment'>, options?: RequestOptions): Promise<Answer<'editCallComment'>>;
  /** Delete a comment on a call. (`deleteCallComment`) */
  deleteComment(callId: string, commentId: string, options?: RequestOptions): Promise<void>;
  /** List the tags that calls have. (`listCallTags`) */
  listTags(options?: RequestOptions): Promise<Answer<'listCallTags'>>;
  /** Add a tag to a call. (`addCallTag`) */
  addTag(callId: string, tag: string, options?: RequestOptions): Promise<Answer<'addCallTag'>>;
  /** Remove a tag from a call. (`removeCallTag`) */
  removeTag(callId: string, tag: string, options?: RequestOptions): Promise<Answer<'removeCallTag'>>;
  /** List the links to a call that work, oldest first. (`listCallLinks`) */
  listLinks(callId: string, options?: RequestOptions): Promise<Answer<'listCallLinks'>>;
  /** Make a link with which anybody reads a call. (`createCallLink`) */
  createLink(callId: string, body: Body<'createCallLink'>, options?: RequestOptions): Promise<Answer<'createCallLink'>>;
  /** Revoke a link to a call. (`revokeCallLink`) */
  revokeLink(callId: string, linkId: string, options?: RequestOptions): Promise<void>;
  /** Stream the changes of a call. (`followCall`) */
  follow(callId: string, options?: RequestOptions): ServerSentEvents;
  /** Cancel a queued call, or stop a live one. (`cancelCall`) */
  cancel(callId: string, options?: RequestOptions): Promise<Answer<'cancelCall'>>;
  /** Dial a call with an unknown outcome again. (`redialCall`) */
  redial(callId: string, options?: RequestOptions): Promise<Answer<'redialCall'>>;
  /** Pause the recording of a live call. (`pauseCallRecording`) */
  pauseRecording(callId: string, options?: RequestOptions): Promise<Answer<'pauseCallRecording'>>;
  /** Resume the paused recording of a live call. (`resumeCallRecording`) */
  resumeRecording(callId: string, options?: RequestOptions): Promise<Answer<'resumeCallRecording'>>;
  /** Write the session data of a call. (`writeCallSessionData`) */
  writeSessionData(callId: string, body: Body<'writeCallSessionData'>, options?: RequestOptions): Promise<Answer<'writeCallSessionData'>>;
  /** Read the analysis of a call. (`getCallAnalysis`) */
  getAnalysis(callId: string, options?: RequestOptions): Promise<Answer<'getCallAnalysis'>>;
  /** Analyze an ended call again. (`analyzeCall`) */
  analyze(callId: string, options?: RequestOptions): Promise<Answer<'analyzeCall'>>;
  /** Returns an ended call as a scenario that repeats it. (`getCallScenario`) */
  getScenario(callId: string, query?: Query<'getCallScenario'>, options?: RequestOptions): Promise<Answer<'getCallScenario'>>;
  /** Read the call of a link. (`readSharedCall`) */
  readSharedCall(body: Body<'readSharedCall'>, options?: RequestOptions): Promise<Answer<'readSharedCall'>>;
  /** Read the recording of a link’s call. (`readSharedRecording`) */
  readSharedRecording(body: Body<'readSharedRecording'>, options?: RequestOptions): Promise<Response>;
}

/** Operations under `Views`. */
export interface ViewsResource {
  /** Save filters as a view. (`createView`) */
  create(body: Body<'createView'>, options?: RequestOptions): Promise<Answer<'createView'>>;
  /** List saved views, newest first. (`listViews`) */
  list(query?: Query<'listViews'>, options?: RequestOptions): Paged<Answer<'listViews'>, Item<Answer<'listViews'>['views']>>;
  /** Read a saved view. (`getView`) */
  get(viewId: string, options?: RequestOptions): Promise<Answer<'getView'>>;
  /** Change the name or the filters of a view. (`updateView`) */
  update(viewId: string, body: Body<'updateView'>, options?: RequestOptions): Promise<Answer<'updateView'>>;
  /** Delete a saved view. (`deleteView`) */
  delete(viewId: string, options?: RequestOptions): Promise<void>;
}

/** Operations under `Search`. */
export interface SearchResource {
  /** Find anything by name, number or id. (`search`) */
  search(query: Query<'search'>, options?: RequestOptions): Promise<Answer<'search'>>;
}

/** Operations under `Campaigns`. */
export interface CampaignsResource {
  /** Queue a campaign call. (`queueCampaignCall`) */
  queueCall(agentId: string, body: Body<'queueCampaignCall'>, options?: RequestOptions): Promise<Answer<'queueCampaignCall'>>;
  /** Queue up to 10,000 campaign calls. (`queueCampaignCalls`) */
  queueCalls(agentId: string, body: Body<'queueCampaignCalls'>, options?: RequestOptions): Promise<Answer<'queueCampaignCalls'>>;
  /** List campaigns, newest first. (`listCampaigns`) */
  list(query?: Query<'listCampaigns'>, options?: RequestOptions): Paged<Answer<'listCampaigns'>, Item<Answer<'listCampaigns'>['campaigns']>>;
  /** Create a campaign without calls. (`createCampaign`) */
  create(body: Body<'createCampaign'>, options?: RequestOptions): Promise<Answer<'createCampaign'>>;
  /** Read a campaign with its counts by status and outcome. (`getCampaign`) */
  get(campaignId: string, options?: RequestOptions): Promise<Answer<'getCampaign'>>;
  /** Change the cap, the weight, the defaults or the dialing of a campaign. (`updateCampaign`) */
  update(campaignId: string, body: Body<'updateCampaign'>, options?: RequestOptions): Promise<Answer<'updateCampaign'>>;
  /** Hold the queued calls of a campaign. (`pauseCampaign`) */
  pause(campaignId: string, options?: RequestOptions): Promise<Answer<'pauseCampaign'>>;
  /** Let a paused campaign dial again. (`resumeCampaign`) */
  resume(campaignId: string, options?: RequestOptions): Promise<Answer<'resumeCampaign'>>;
  /** End a campaign for good and cancel its queued calls. (`endCampaign`) */
  end(campaignId: string, options?: RequestOptions): Promise<Answer<'endCampaign'>>;
  /** Close the circuit of a campaign by hand. (`resetCampaignCircuit`) */
  resetCircuit(campaignId: string, options?: RequestOptions): Promise<Answer<'resetCampaignCircuit'>>;
  /** Dial the calls of a campaign with an unknown outcome again. (`redialUnknownCampaignCalls`) */
  redialUnknownCampaignCalls(campaignId: string, options?: RequestOptions): Promise<Answer<'redialUnknownCampaignCalls'>>;
  /** Forecast when a campaign will finish. (`forecastCampaign`) */
  forecast(campaignId: string, body: Body<'forecastCampaign'>, options?: RequestOptions): Promise<Answer<'forecastCampaign'>>;
  /** Show how the calls of a campaign ended over time. (`getCampaignOutcomes`) */
  getOutcomes(campaignId: string, query?: Query<'getCampaignOutcomes'>, options?: RequestOptions): Promise<Answer<'getCampaignOutcomes'>>;
  /** Show how a campaign dials for the members of its team. (`getCampaignDialing`) */
  getDialing(campaignId: string, options?: RequestOptions): Promise<Answer<'getCampaignDialing'>>;
  /** Compare campaigns side by side. (`compareCampaigns`) */
  compare(query: Query<'compareCampaigns'>, options?: RequestOptions): Promise<Answer<'compareCampaigns'>>;
  /** List the calls of a campaign, newest first. (`listCampaignCalls`) */
  listCalls(campaignId: string, query?: Query<'listCampaignCalls'>, options?: RequestOptions): Paged<Answer<'listCampaignCalls'>, Item<Answer<'listCampaignCalls'>['calls']>>;
  /** Queue the calls of a CSV file of up to 1,000,000 rows. (`importCampaignCalls`) */
  importCalls(campaignId: string, body: RawBody, query?: Query<'importCampaignCalls'>, options?: RequestOptions): Promise<Answer<'importCampaignCalls'>>;
  /** Check a CSV file of calls before importing it. (`checkCampaignImport`) */
  checkImport(campaignId: string, body: RawBody, query?: Query<'checkCampaignImport'>, options?: RequestOptions): Promise<Answer<'checkCampaignImport'>>;
  /** List imports, newest first. (`listImportsOfCampaignCalls`) */
  listImports(campaignId: string, query?: Query<'listImportsOfCampaignCalls'>, options?: RequestOptions): Paged<Answer<'listImportsOfCampaignCalls'>, Item<Answer<'listImportsOfCampaignCalls'>['imports']>>;
  /** Cancel a running import. (`cancelImportOfCampaignCalls`) */
  cancelImport(campaignId: string, importId: string, options?: RequestOptions): Promise<Answer<'cancelImportOfCampaignCalls'>>;
  /** Read an import. (`getImportOfCampaignCalls`) */
  getImport(campaignId: string, importId: string, options?: RequestOptions): Promise<Answer<'getImportOfCampaignCalls'>>;
  /** Download the refused rows of an import. (`getRefusedRowsOfCampaignCalls`) */
  getRefusedRows(campaignId: string, importId: string, options?: RequestOptions): Promise<Response>;
}

/** Operations under `Personalization`. */
export interface PersonalizationResource {
  /** Store customer data for the next inbound call from a phone number. (`pushPersonalization`) */
  push(body: Body<'pushPersonalization'>, options?: RequestOptions): Promise<Answer<'pushPersonalization'>>;
  /** Read what the next call from a phone number will use, and why. (`getPersonalization`) */
  get(phoneNumber: string, options?: RequestOptions): Promise<Answer<'getPersonalization'>>;
}

/** Operations under `Suppressions`. */
export interface SuppressionsResource {
  /** Suppress the numbers of a CSV file of up to 1,000,000 rows. (`importSuppressions`) */
  import(body: RawBody, query?: Query<'importSuppressions'>, options?: RequestOptions): Promise<Answer<'importSuppressions'>>;
  /** Check a CSV file of numbers before suppressing them. (`checkSuppressionImport`) */
  checkImport(body: RawBody, query?: Query<'checkSuppressionImport'>, options?: RequestOptions): Promise<Answer<'checkSuppressionImport'>>;
  /** List imports, newest first. (`listImportsOfSuppressions`) */
  listImports(query?: Query<'listImportsOfSuppressions'>, options?: RequestOptions): Paged<Answer<'listImportsOfSuppressions'>, Item<Answer<'listImportsOfSuppressions'>['imports']>>;
  /** Cancel a running import. (`cancelImportOfSuppressions`) */
  cancelImport(suppressionImportId: string, options?: RequestOptions): Promise<Answer<'cancelImportOfSuppressions'>>;
  /** Read an import. (`getImportOfSuppressions`) */
  getImport(suppressionImportId: string, options?: RequestOptions): Promise<Answer<'getImportOfSuppressions'>>;
  /** Download the refused rows of an import. (`getRefusedRowsOfSuppressions`) */
  getRefusedRows(suppressionImportId: string, options?: RequestOptions): Promise<Response>;
  /** Suppress a number: never call it again. (`createSuppression`) */
  create(body: Body<'createSuppression'>, options?: RequestOptions): Promise<Answer<'createSuppression'>>;
  /** List suppressed numbers, newest first. (`listSuppressions`) */
  list(query?: Query<'listSuppressions'>, options?: RequestOptions): Paged<Answer<'listSuppressions'>, Item<Answer<'listSuppressions'>['suppressions']>>;
  /** Download all suppressed numbers. (`exportSuppressions`) */
  export(options?: RequestOptions): Promise<Response>;
  /** Allow calls to a number again. (`deleteSuppression`) */
  delete(suppressionId: string, options?: RequestOptions): Promise<void>;
}

/** Operations under `Chats`. */
export interface ChatsResource {
  /** List the chats of an agent. (`listChats`) */
  list(agentId: string, query?: Query<'listChats'>, options?: RequestOptions): Paged<Answer<'listChats'>, Item<Answer<'listChats'>['chats']>>;
  /** Start a chat with an agent. (`createChat`) */
  create(agentId: string, body: Body<'createChat'>, options?: RequestOptions): Promise<Answer<'createChat'>>;
  /** List chats of all agents, or of one customer, newest first. (`listAllChats`) */
  listAll(query?: Query<'listAllChats'>, options?: RequestOptions): Paged<Answer<'listAllChats'>, Item<Answer<'listAllChats'>['chats']>>;
  /** Read a chat. (`getChat`) */
  get(chatId: string, options?: RequestOptions): Promise<Answer<'getChat'>>;
  /** Read the analysis of a chat. (`getChatAnalysis`) */
  getAnalysis(chatId: string, options?: RequestOptions): Promise<Answer<'getChatAnalysis'>>;
  /** Analyze a finished chat again. (`analyzeChat`) */
  analyze(chatId: string, options?: RequestOptions): Promise<Answer<'analyzeChat'>>;
  /** Read the session data of a chat. (`getChatSessionData`) */
  getSessionData(chatId: string, options?: RequestOptions): Promise<Answer<'getChatSessionData'>>;
  /** Add a message to a chat. (`addChatMessage`) */
  addMessage(chatId: string, body: Body<'addChatMessage'>, options?: RequestOptions): Promise<Answer<'addChatMessage'>>;
  /** Read the messages of a chat, oldest first. (`listChatMessages`) */
  listMessages(chatId: string, query?: Query<'listChatMessages'>, options?: RequestOptions): Paged<Answer<'listChatMessages'>, Item<Answer<'listChatMessages'>['messages']>>;
  /** Follow a chat. (`followChat`) */
  follow(chatId: string, query?: Query<'followChat'>, options?: RequestOptions): ServerSentEvents;
  /** Hand a chat off to a person. (`handOffChat`) */
  handOffChat(chatId: string, options?: RequestOptions): Promise<Answer<'handOffChat'>>;
  /** Return a chat to the agent. (`resumeChat`) */
  resume(chatId: string, options?: RequestOptions): Promise<Answer<'resumeChat'>>;
  /** End a chat. (`endChat`) */
  end(chatId: string, options?: RequestOptions): Promise<Answer<'endChat'>>;
  /** Let visitors of web pages chat with an agent. (`setChatWidget`) */
  setWidget(agentId: string, body: Body<'setChatWidget'>, options?: RequestOptions): Promise<Answer<'setChatWidget'>>;
  /** Read the chat widget of an agent. (`getChatWidget`) */
  getWidget(agentId: string, options?: RequestOptions): Promise<Answer<'getChatWidget'>>;
  /** Remove the chat widget of an agent. (`deleteChatWidget`) */
  deleteWidget(agentId: string, options?: RequestOptions): Promise<void>;
}

/** Operations under `Organization`. */
export interface OrganizationResource {
  /** Read the organization of the API key. (`getOrganization`) */
  get(options?: RequestOptions): Promise<Answer<'getOrganization'>>;
  /** Change the organization of the API key. (`updateOrganization`) */
  update(body: Body<'updateOrganization'>, options?: RequestOptions): Promise<Answer<'updateOrganization'>>;
  /** List the calling-hours rule packs with their sources. (`listRulePacks`) */
  listRulePacks(options?: RequestOptions): Promise<Answer<'listRulePacks'>>;
  /** Read the organization's prices. (`getPrices`) */
  getPrices(query?: Query<'getPrices'>, options?: RequestOptions): Promise<Answer<'getPrices'>>;
  /** Set the organization's prices. (`setPrices`) */
  setPrices(body: Body<'setPrices'>, options?: RequestOptions): Promise<Answer<'setPrices'>>;
}

/** Operations under `Analytics`. */
export interface AnalyticsResource {
  /** Show the present state, today, the last hour, and what needs attention. (`getOverview`) */
  getOverview(query?: Query<'getOverview'>, options?: RequestOptions): Promise<Answer<'getOverview'>>;
  /** Count calls now, and created and ended calls by hour. (`getCallAnalytics`) */
  getCallAnalytics(query?: Query<'getCallAnalytics'>, options?: RequestOptions): Promise<Answer<'getCallAnalytics'>>;
  /** Compare calls by day, hour, agent, campaign or trunk. (`getCallBreakdown`) */
  getCallBreakdown(query?: Query<'getCallBreakdown'>, options?: RequestOptions): Promise<Answer<'getCallBreakdown'>>;
  /** Show how fast models, voices and transcribers were in calls. (`getProviderSpeeds`) */
  getProviderSpeeds(query?: Query<'getProviderSpeeds'>, options?: RequestOptions): Promise<Answer<'getProviderSpeeds'>>;
  /** Count the inbound calls that were refused without a record. (`getTurnedAwayCalls`) */
  getTurnedAwayCalls(query?: Query<'getTurnedAwayCalls'>, options?: RequestOptions): Promise<Answer<'getTurnedAwayCalls'>>;
  /** Show how long callers waited for the agents. (`getLatencyAnalytics`) */
  getLatencyAnalytics(query?: Query<'getLatencyAnalytics'>, options?: RequestOptions): Promise<Answer<'getLatencyAnalytics'>>;
  /** List the processes of the installation, with their versions. (`listProcesses`) */
  listProcesses(options?: RequestOptions): Promise<Answer<'listProcesses'>>;
}

/** Operations under `Alerts`. */
export interface AlertsResource {
  /** Create a rule on what calls do. (`createAlertRule`) */
  createRule(body: Body<'createAlertRule'>, options?: RequestOptions): Promise<Answer<'createAlertRule'>>;
  /** List alert rules with their last readings, newest first. (`listAlertRules`) */
  listRules(query?: Query<'listAlertRules'>, options?: RequestOptions): Paged<Answer<'listAlertRules'>, Item<Answer<'listAlertRules'>['alertRules']>>;
  /** Show what a rule would have done within the last seven days. (`tryAlertRule`) */
  tryRule(body: Body<'tryAlertRule'>, options?: RequestOptions): Promise<Answer<'tryAlertRule'>>;
  /** Read an alert rule. (`getAlertRule`) */
  getRule(alertRuleId: string, options?: RequestOptions): Promise<Answer<'getAlertRule'>>;
  /** Change an alert rule. (`updateAlertRule`) */
  updateRule(alertRuleId: string, body: Body<'updateAlertRule'>, options?: RequestOptions): Promise<Answer<'updateAlertRule'>>;
  /** Delete an alert rule. (`deleteAlertRule`) */
  deleteRule(alertRuleId: string, options?: RequestOptions): Promise<void>;
  /** Create a channel to which alerts are sent. (`createAlertChannel`) */
  createChannel(body: Body<'createAlertChannel'>, options?: RequestOptions): Promise<Answer<'createAlertChannel'>>;
  /** List alert channels, newest first. (`listAlertChannels`) */
  listChannels(query?: Query<'listAlertChannels'>, options?: RequestOptions): Paged<Answer<'listAlertChannels'>, Item<Answer<'listAlertChannels'>['alertChannels']>>;
  /** Change an alert channel. (`updateAlertChannel`) */
  updateChannel(alertChannelId: string, body: Body<'updateAlertChannel'>, options?: RequestOptions): Promise<Answer<'updateAlertChannel'>>;
  /** Delete an alert channel. (`deleteAlertChannel`) */
  deleteChannel(alertChannelId: string, options?: RequestOptions): Promise<void>;
  /** Send a test message to an alert channel. (`testAlertChannel`) */
  testChannel(alertChannelId: string, options?: RequestOptions): Promise<Answer<'testAlertChannel'>>;
  /** List open and ended alerts, newest first. (`listAlerts`) */
  list(query?: Query<'listAlerts'>, options?: RequestOptions): Paged<Answer<'listAlerts'>, Item<Answer<'listAlerts'>['alerts']>>;
  /** Read an alert, and what was sent about it. (`getAlert`) */
  get(alertId: string, options?: RequestOptions): Promise<Answer<'getAlert'>>;
}

/** Operations under `Teams`. */
export interface TeamsResource {
  /** Create a team. (`createTeam`) */
  create(body: Body<'createTeam'>, options?: RequestOptions): Promise<Answer<'createTeam'>>;
  /** List teams, newest first. (`listTeams`) */
  list(query?: Query<'listTeams'>, options?: RequestOptions): Paged<Answer<'listTeams'>, Item<Answer<'listTeams'>['teams']>>;
  /** Read a team. (`getTeam`) */
  get(teamId: string, options?: RequestOptions): Promise<Answer<'getTeam'>>;
  /** Change a team. (`updateTeam`) */
  update(teamId: string, body: Body<'updateTeam'>, options?: RequestOptions): Promise<Answer<'updateTeam'>>;
  /** Delete a team. (`deleteTeam`) */
  delete(teamId: string, options?: RequestOptions): Promise<void>;
  /** Read what the members of a team do now, and the calls that wait. (`getTeamNow`) */
  getNow(teamId: string, options?: RequestOptions): Promise<Answer<'getTeamNow'>>;
  /** Read how many calls of a team wait, were answered and were abandoned. (`getTeamFigures`) */
  getFigures(teamId: string, query?: Query<'getTeamFigures'>, options?: RequestOptions): Promise<Answer<'getTeamFigures'>>;
  /** Read whether you take calls, and the call that rings. (`getPresence`) */
  getPresence(options?: RequestOptions): Promise<Answer<'getPresence'>>;
  /** Set yourself available for calls, or away. (`setPresence`) */
  setPresence(body: Body<'setPresence'>, options?: RequestOptions): Promise<Answer<'setPresence'>>;
  /** Stay available for another 10 s. (`sendHeartbeat`) */
  sendHeartbeat(options?: RequestOptions): Promise<Answer<'sendHeartbeat'>>;
  /** Follow your state and the calls that ring. (`followPresence`) */
  followPresence(options?: RequestOptions): ServerSentEvents;
  /** Take the call that rings at you. (`acceptTeamCall`) */
  acceptCall(teamCallId: string, options?: RequestOptions): Promise<Answer<'acceptTeamCall'>>;
  /** Let the next member take the call that rings at you. (`declineTeamCall`) */
  declineCall(teamCallId: string, options?: RequestOptions): Promise<Answer<'declineTeamCall'>>;
  /** Add a softphone or IP phone of yours. (`createDevice`) */
  createDevice(body: Body<'createDevice'>, options?: RequestOptions): Promise<Answer<'createDevice'>>;
  /** List your softphones and IP phones, with where each is registered. (`listDevices`) */
  listDevices(options?: RequestOptions): Promise<Answer<'listDevices'>>;
  /** Remove a softphone or IP phone of yours. (`deleteDevice`) */
  deleteDevice(deviceId: string, options?: RequestOptions): Promise<void>;
}

/** Operations under `Members`. */
export interface MembersResource {
  /** Add a member. (`createMember`) */
  create(body: Body<'createMember'>, options?: RequestOptions): Promise<Answer<'createMember'>>;
  /** List members, newest first. (`listMembers`) */
  list(query?: Query<'listMembers'>, options?: RequestOptions): Paged<Answer<'listMembers'>, Item<Answer<'listMembers'>['members']>>;
  /** Read a member. (`getMember`) */
  get(memberId: string, options?: RequestOptions): Promise<Answer<'getMember'>>;
  /** Change a member. (`updateMember`) */
  update(memberId: string, body: Body<'updateMember'>, options?: RequestOptions): Promise<Answer<'updateMember'>>;
  /** Remove a member. (`deleteMember`) */
  delete(memberId: string, options?: RequestOptions): Promise<void>;
  /** Create a sign-in link for a member. (`inviteMember`) */
  invite(memberId: string, options?: RequestOptions): Promise<Answer<'inviteMember'>>;
  /** Read whether a member has an unused sign-in link, and what became of its e-mail. (`getInvitation`) */
  getInvitation(memberId: string, options?: RequestOptions): Promise<Answer<'getInvitation'>>;
  /** Create a sign-in link for a member, and send it by e-mail. (`mailInvitation`) */
  mailInvitation(memberId: string, options?: RequestOptions): Promise<Answer<'mailInvitation'>>;
  /** Read whether the installation sends e-mail. (`getMail`) */
  getMail(options?: RequestOptions): Promise<Answer<'getMail'>>;
}

/** Operations under `API keys`. */
export interface ApiKeysResource {
  /** Create an API key and show it once. (`createApiKey`) */
  create(body: Body<'createApiKey'>, options?: RequestOptions): Promise<Answer<'createApiKey'>>;
  /** List API keys, newest first, including revoked ones. (`listApiKeys`) */
  list(query?: Query<'listApiKeys'>, options?: RequestOptions): Paged<Answer<'listApiKeys'>, Item<Answer<'listApiKeys'>['apiKeys']>>;
  /** Read an API key's record. (`getApiKey`) */
  get(apiKeyId: string, options?: RequestOptions): Promise<Answer<'getApiKey'>>;
  /** Revoke an API key at once. (`revokeApiKey`) */
  revoke(apiKeyId: string, options?: RequestOptions): Promise<void>;
}

/** Operations under `Audit`. */
export interface AuditResource {
  /** Search the audit log: who did what, to what, and when. (`listAuditLogs`) */
  list(query?: Query<'listAuditLogs'>, options?: RequestOptions): Paged<Answer<'listAuditLogs'>, Item<Answer<'listAuditLogs'>['auditLogs']>>;
  /** Export the audit log. (`exportAuditLogs`) */
  export(query?: Query<'exportAuditLogs'>, options?: RequestOptions): Paged<Answer<'exportAuditLogs'>, Item<Answer<'exportAuditLogs'>['auditLogs']>>;
}

/** Operations under `Workflows`. */
export interface WorkflowsResource {
  /** Create a workflow. (`createWorkflow`) */
  create(body: Body<'createWorkflow'>, options?: RequestOptions): Promise<Answer<'createWorkflow'>>;
  /** List workflows, newest first. (`listWorkflows`) */
  list(query?: Query<'listWorkflows'>, options?: RequestOptions): Paged<Answer<'listWorkflows'>, Item<Answer<'listWorkflows'>['workflows']>>;
  /** Read a workflow: its draft and its published version. (`getWorkflow`) */
  get(workflowId: string, options?: RequestOptions): Promise<Answer<'getWorkflow'>>;
  /** Change the draft of a workflow. (`updateWorkflow`) */
  update(workflowId: string, body: Body<'updateWorkflow'>, options?: RequestOptions): Promise<Answer<'updateWorkflow'>>;
  /** Delete a workflow without open runs. (`deleteWorkflow`) */
  delete(workflowId: string, options?: RequestOptions): Promise<void>;
  /** Publish the draft of a workflow as its next version. (`publishWorkflow`) */
  publish(workflowId: string, options?: RequestOptions): Promise<Answer<'publishWorkflow'>>;
  /** Enable a workflow. (`enableWorkflow`) */
  enable(workflowId: string, options?: RequestOptions): Promise<Answer<'enableWorkflow'>>;
  /** Disable a workflow: its triggers are refused. (`disableWorkflow`) */
  disable(workflowId: string, options?: RequestOptions): Promise<Answer<'disableWorkflow'>>;
  /** List the published versions of a workflow, newest first. (`listWorkflowVersions`) */
  listVersions(workflowId: string, query?: Query<'listWorkflowVersions'>, options?: RequestOptions): Paged<Answer<'listWorkflowVersions'>, Item<Answer<'listWorkflowVersions'>['versions']>>;
  /** Read a published version of a workflow. (`getWorkflowVersion`) */
  getVersion(workflowId: string, version: string, options?: RequestOptions): Promise<Answer<'getWorkflowVersion'>>;
  /** Read the JSON Schema of workflow definitions. (`getWorkflowDefinitionSchema`) */
  getDefinitionSchema(options?: RequestOptions): Promise<Answer<'getWorkflowDefinitionSchema'>>;
  /** Check whether a draft could be published. (`checkWorkflowDefinition`) */
  checkDefinition(body: Body<'checkWorkflowDefinition'>, options?: RequestOptions): Promise<Answer<'checkWorkflowDefinition'>>;
  /** Store a workflow secret. (`storeWorkflowSecret`) */
  storeSecret(body: Body<'storeWorkflowSecret'>, options?: RequestOptions): Promise<Answer<'storeWorkflowSecret'>>;
  /** List workflow secrets, without their values. (`listWorkflowSecrets`) */
  listSecrets(options?: RequestOptions): Promise<Answer<'listWorkflowSecrets'>>;
  /** Delete a workflow secret; steps that refer to it fail from now on. (`deleteWorkflowSecret`) */
  deleteSecret(workflowSecretId: string, options?: RequestOptions): Promise<void>;
  /** Start a workflow by its webhook trigger. (`triggerWorkflow`) */
  trigger(workflowId: string, body?: Body<'triggerWorkflow'>, options?: RequestOptions): Promise<Answer<'triggerWorkflow'>>;
  /** List the runs of a workflow, newest first. (`listWorkflowRuns`) */
  listRuns(workflowId: string, query?: Query<'listWorkflowRuns'>, options?: RequestOptions): Paged<Answer<'listWorkflowRuns'>, Item<Answer<'listWorkflowRuns'>['runs']>>;
  /** List the runs of all workflows, newest first. (`listAllWorkflowRuns`) */
  listAllRuns(query?: Query<'listAllWorkflowRuns'>, options?: RequestOptions): Paged<Answer<'listAllWorkflowRuns'>, Item<Answer<'listAllWorkflowRuns'>['runs']>>;
  /** Read a run with its input, output and first steps. (`getWorkflowRun`) */
  getRun(workflowRunId: string, options?: RequestOptions): Promise<Answer<'getWorkflowRun'>>;
  /** List the steps of a run in the order they began. (`listWorkflowRunSteps`) */
  listRunSteps(workflowRunId: string, query?: Query<'listWorkflowRunSteps'>, options?: RequestOptions): Paged<Answer<'listWorkflowRunSteps'>, Item<Answer<'listWorkflowRunSteps'>['steps']>>;
  /** Cancel an open run. (`cancelWorkflowRun`) */
  cancelRun(workflowRunId: string, options?: RequestOptions): Promise<Answer<'cancelWorkflowRun'>>;
  /** Pause a run: steps in progress finish, and nothing else begins. (`pauseWorkflowRun`) */
  pauseRun(workflowRunId: string, options?: RequestOptions): Promise<Answer<'pauseWorkflowRun'>>;
  /** Resume a paused run. (`resumeWorkflowRun`) */
  resumeRun(workflowRunId: string, options?: RequestOptions): Promise<Answer<'resumeWorkflowRun'>>;
  /** Retry a failed run from its failed step. (`retryWorkflowRun`) */
  retryRun(workflowRunId: string, options?: RequestOptions): Promise<Answer<'retryWorkflowRun'>>;
  /** Send an event to workflow steps that wait for its key. (`bringWorkflowEvent`) */
  bringEvent(body: Body<'bringWorkflowEvent'>, options?: RequestOptions): Promise<Answer<'bringWorkflowEvent'>>;
}

/** Operations under `Events`. */
export interface EventsResource {
  /** Read events in order. (`readEvents`) */
  read(query?: Query<'readEvents'>, options?: RequestOptions): Promise<Answer<'readEvents'>>;
  /** Stream events as they happen. (`streamEvents`) */
  stream(query?: Query<'streamEvents'>, options?: RequestOptions): ServerSentEvents;
  /** Create a webhook endpoint. (`createWebhookEndpoint`) */
  createWebhookEndpoint(body: Body<'createWebhookEndpoint'>, options?: RequestOptions): Promise<Answer<'createWebhookEndpoint'>>;
  /** List webhook endpoints, newest first. (`listWebhookEndpoints`) */
  listWebhookEndpoints(query?: Query<'listWebhookEndpoints'>, options?: RequestOptions): Paged<Answer<'listWebhookEndpoints'>, Item<Answer<'listWebhookEndpoints'>['webhookEndpoints']>>;
  /** Read a webhook endpoint and its state. (`getWebhookEndpoint`) */
  getWebhookEndpoint(webhookEndpointId: string, options?: RequestOptions): Promise<Answer<'getWebhookEndpoint'>>;
  /** Change a webhook endpoint. (`updateWebhookEndpoint`) */
  updateWebhookEndpoint(webhookEndpointId: string, body: Body<'updateWebhookEndpoint'>, options?: RequestOptions): Promise<Answer<'updateWebhookEndpoint'>>;
  /** Delete a webhook endpoint and its deliveries. (`deleteWebhookEndpoint`) */
  deleteWebhookEndpoint(webhookEndpointId: string, options?: RequestOptions): Promise<void>;
  /** Rotate the signing secret. (`rotateWebhookSecret`) */
  rotateWebhookSecret(webhookEndpointId: string, options?: RequestOptions): Promise<Answer<'rotateWebhookSecret'>>;
  /** List deliveries and their results, newest first. (`listWebhookDeliveries`) */
  listWebhookDeliveries(webhookEndpointId: string, query?: Query<'listWebhookDeliveries'>, options?: RequestOptions): Paged<Answer<'listWebhookDeliveries'>, Item<Answer<'listWebhookDeliveries'>['deliveries']>>;
  /** Read a delivery. (`getWebhookDelivery`) */
  getWebhookDelivery(webhookEndpointId: string, deliveryId: string, options?: RequestOptions): Promise<Answer<'getWebhookDelivery'>>;
  /** Send a test event. (`testWebhookEndpoint`) */
  testWebhookEndpoint(webhookEndpointId: string, options?: RequestOptions): Promise<Answer<'testWebhookEndpoint'>>;
  /** Send a finished delivery again. (`redeliverWebhook`) */
  redeliverWebhook(webhookEndpointId: string, deliveryId: string, options?: RequestOptions): Promise<Answer<'redeliverWebhook'>>;
  /** Send failed deliveries again. (`redeliverFailedWebhooks`) */
  redeliverFailedWebhooks(webhookEndpointId: string, body: Body<'redeliverFailedWebhooks'>, options?: RequestOptions): Promise<Answer<'redeliverFailedWebhooks'>>;
}

/** Operations under `Exports`. */
export interface ExportsResource {
  /** Export the calls of the organization. (`exportCalls`) */
  exportCalls(query?: Query<'exportCalls'>, options?: RequestOptions): Paged<Answer<'exportCalls'>, Item<Answer<'exportCalls'>['calls']>>;
  /** Download a filtered list of calls as a table. (`exportCallTable`) */
  exportCallTable(query?: Query<'exportCallTable'>, options?: RequestOptions): Promise<Response>;
  /** Export the chats of the organization. (`exportChats`) */
  exportChats(query?: Query<'exportChats'>, options?: RequestOptions): Paged<Answer<'exportChats'>, Item<Answer<'exportChats'>['chats']>>;
}

/** Operations under `Data deletions`. */
export interface DataDeletionsResource {
  /** Delete a person's data. (`createDataDeletion`) */
  create(body: Body<'createDataDeletion'>, options?: RequestOptions): Promise<Answer<'createDataDeletion'>>;
  /** List deletions, newest first. (`listDataDeletions`) */
  list(query?: Query<'listDataDeletions'>, options?: RequestOptions): Paged<Answer<'listDataDeletions'>, Item<Answer<'listDataDeletions'>['dataDeletions']>>;
  /** Read the receipt of a deletion. (`getDataDeletion`) */
  get(dataDeletionId: string, options?: RequestOptions): Promise<Answer<'getDataDeletion'>>;
}

/** Operations under `Chat widget`. */
export interface ChatWidgetResource {
  /** Start a chat as a visitor of a web page. (`beginVisitorChat`) */
  beginVisitorChat(token: string, options?: RequestOptions): Promise<Answer<'beginVisitorChat'>>;
  /** Extend a visitor’s session by an hour. (`renewVisitorSession`) */
  renewVisitorSession(token: string, options?: RequestOptions): Promise<Answer<'renewVisitorSession'>>;
  /** Add a message as a visitor. (`addVisitorMessage`) */
  addVisitorMessage(token: string, body: Body<'addVisitorMessage'>, options?: RequestOptions): Promise<Answer<'addVisitorMessage'>>;
  /** Read the messages of a visitor’s chat, oldest first. (`listVisitorMessages`) */
  listVisitorMessages(token: string, query?: Query<'listVisitorMessages'>, options?: RequestOptions): Promise<Answer<'listVisitorMessages'>>;
  /** Follow a visitor’s chat. (`followVisitorChat`) */
  followVisitorChat(token: string, options?: RequestOptions): ServerSentEvents;
  /** End a chat as its visitor. (`endVisitorChat`) */
  endVisitorChat(token: string, options?: RequestOptions): Promise<Answer<'endVisitorChat'>>;
}

/** Operations under `Voice widget`. */
export interface VoiceWidgetResource {
  /** Read what a page needs to call the agent. (`getWebCallSettings`) */
  getWebCallSettings(token: string, options?: RequestOptions): Promise<Answer<'getWebCallSettings'>>;
  /** Call the agent from a web page. (`placeWebCall`) */
  placeWebCall(token: string, body: Body<'placeWebCall'>, options?: RequestOptions): Promise<Answer<'placeWebCall'>>;
  /** Follow a call as its visitor. (`followWebCall`) */
  followWebCall(token: string, options?: RequestOptions): ServerSentEvents;
  /** Hang up as the visitor. (`endWebCall`) */
  endWebCall(token: string, options?: RequestOptions): Promise<Answer<'endWebCall'>>;
}

/** The operations of the API, by resource. */
export class Resources {
  readonly agents: AgentsResource;
  readonly knowledge: KnowledgeResource;
  readonly customerFacts: CustomerFactsResource;
  readonly pronunciations: PronunciationsResource;
  readonly providerKeys: ProviderKeysResource;
  readonly sounds: SoundsResource;
  readonly trunks: TrunksResource;
  readonly phoneNumbers: PhoneNumbersResource;
  readonly carrierConnections: CarrierConnectionsResource;
  readonly schedules: SchedulesResource;
  readonly retryConfigurations: RetryConfigurationsResource;
  readonly calls: CallsResource;
  readonly views: ViewsResource;
  readonly search: SearchResource;
  readonly campaigns: CampaignsResource;
  readonly personalization: PersonalizationResource;
  readonly suppressions: SuppressionsResource;
  readonly chats: ChatsResource;
  readonly organization: OrganizationResource;
  readonly analytics: AnalyticsResource;
  readonly alerts: AlertsResource;
  readonly teams: TeamsResource;
  readonly members: MembersResource;
  readonly apiKeys: ApiKeysResource;
  readonly audit: AuditResource;
  readonly workflows: WorkflowsResource;
  readonly events: EventsResource;
  readonly exports: ExportsResource;
  readonly dataDeletions: DataDeletionsResource;
  readonly chatWidget: ChatWidgetResource;
  readonly voiceWidget: VoiceWidgetResource;

  constructor(transport: Transport) {
    this.agents = resource<AgentsResource>(transport, {
      create: { method: 'POST', path: '/api/agents', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/agents', query: true, answer: 'page:agents' },
      get: { method: 'GET', path: '/api/agents/{agentId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/agents/{agentId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/agents/{agentId}', answer: 'none' },
      publish: { method: 'POST', path: '/api/agents/{agentId}/publish', keyed: true, answer: 'json' },
      discardDraft: { method: 'DELETE', path: '/api/agents/{agentId}/draft', answer: 'none' },
      listVersions: { method: 'GET', path: '/api/agents/{agentId}/versions', query: true, answer: 'page:versions' },
      getVersion: { method: 'GET', path: '/api/agents/{agentId}/versions/{version}', answer: 'json' },
      listTemplates: { method: 'GET', path: '/api/agent-templates', answer: 'json' },
      listBrowserCalls: { method: 'GET', path: '/api/browser-calls', query: true, answer: 'page:browserCalls' },
      drill: { method: 'POST', path: '/api/agents/{agentId}/drill', body: 'json', timeoutMs: 210000, answer: 'json' },
      tryTool: { method: 'POST', path: '/api/agents/{agentId}/try-tool', body: 'json', timeoutMs: 70000, answer: 'json' },
      listProviderCircuits: { method: 'GET', path: '/api/provider-circuits', answer: 'json' },
      preview: { method: 'POST', path: '/api/agents/{agentId}/preview', body: 'json', keyed: true, answer: 'json' },
    });
    this.knowledge = resource<KnowledgeResource>(transport, {
      createText: { method: 'POST', path: '/api/knowledge/texts', body: 'json', keyed: true, answer: 'json' },
      uploadFile: { method: 'POST', path: '/api/knowledge/files', body: 'octet-stream', query: true, keyed: true, answer: 'json' },
      replaceFile: { method: 'PUT', path: '/api/knowledge/sources/{sourceId}/file', body: 'octet-stream', query: true, answer: 'json' },
      createPage: { method: 'POST', path: '/api/knowledge/pages', body: 'json', keyed: true, answer: 'json' },
      createSite: { method: 'POST', path: '/api/knowledge/sites', body: 'json', keyed: true, answer: 'json' },
      readSource: { method: 'POST', path: '/api/knowledge/sources/{sourceId}/read', keyed: true, answer: 'json' },
      listSources: { method: 'GET', path: '/api/knowledge/sources', query: true, answer: 'page:sources' },
      getSource: { method: 'GET', path: '/api/knowledge/sources/{sourceId}', answer: 'json' },
      updateSource: { method: 'PATCH', path: '/api/knowledge/sources/{sourceId}', body: 'json', answer: 'json' },
      deleteSource: { method: 'DELETE', path: '/api/knowledge/sources/{sourceId}', answer: 'none' },
      listDocuments: { method: 'GET', path: '/api/knowledge/sources/{sourceId}/documents', query: true, answer: 'page:documents' },
      getDocument: { method: 'GET', path: '/api/knowledge/documents/{documentId}', answer: 'json' },
      updateDocument: { method: 'PATCH', path: '/api/knowledge/documents/{documentId}', body: 'json', answer: 'json' },
      undoCorrection: { method: 'POST', path: '/api/knowledge/documents/{documentId}/undo', keyed: true, answer: 'json' },
      listChunks: { method: 'GET', path: '/api/knowledge/documents/{documentId}/chunks', answer: 'json' },
      getEmbedding: { method: 'GET', path: '/api/knowledge/embedding', answer: 'json' },
      chooseEmbedding: { method: 'PUT', path: '/api/knowledge/embedding', body: 'json', answer: 'json' },
      removeEmbedding: { method: 'DELETE', path: '/api/knowledge/embedding', answer: 'none' },
      search: { method: 'POST', path: '/api/knowledge/search', body: 'json', keyed: true, answer: 'json' },
      listUnansweredQuestions: { method: 'GET', path: '/api/knowledge/questions', answer: 'json' },
    });
    this.customerFacts = resource<CustomerFactsResource>(transport, {
      create: { method: 'POST', path: '/api/customer-facts', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/customer-facts', query: true, answer: 'page:facts' },
      forgetCustomer: { method: 'POST', path: '/api/customer-facts/forget', body: 'json', keyed: true, answer: 'json' },
      get: { method: 'GET', path: '/api/customer-facts/{factId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/customer-facts/{factId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/customer-facts/{factId}', answer: 'none' },
    });
    this.pronunciations = resource<PronunciationsResource>(transport, {
      export: { method: 'GET', path: '/api/pronunciations/export', answer: 'raw' },
      import: { method: 'POST', path: '/api/pronunciations/import', body: 'csv', keyed: true, answer: 'json' },
      speak: { method: 'POST', path: '/api/pronunciations/speak', body: 'json', keyed: true, answer: 'raw' },
      create: { method: 'POST', path: '/api/pronunciations', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/pronunciations', query: true, answer: 'page:pronunciations' },
      get: { method: 'GET', path: '/api/pronunciations/{pronunciationId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/pronunciations/{pronunciationId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/pronunciations/{pronunciationId}', answer: 'none' },
    });
    this.providerKeys = resource<ProviderKeysResource>(transport, {
      listProviders: { method: 'GET', path: '/api/providers', answer: 'json' },
      listAgentPresets: { method: 'GET', path: '/api/agent-presets', query: true, answer: 'json' },
      listProviderModels: { method: 'GET', path: '/api/providers/{provider}/models', query: true, answer: 'page:models' },
      listProviderVoices: { method: 'GET', path: '/api/providers/{provider}/voices', query: true, answer: 'page:voices' },
      check: { method: 'POST', path: '/api/provider-keys/{providerKeyId}/check', answer: 'json' },
      tryProvider: { method: 'POST', path: '/api/providers/{provider}/try', body: 'json', answer: 'json' },
      create: { method: 'POST', path: '/api/provider-keys', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/provider-keys', query: true, answer: 'page:providerKeys' },
      delete: { method: 'DELETE', path: '/api/provider-keys/{providerKeyId}', answer: 'none' },
    });
    this.sounds = resource<SoundsResource>(transport, {
      create: { method: 'POST', path: '/api/sounds', body: 'wav', query: true, keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/sounds', query: true, answer: 'page:sounds' },
      get: { method: 'GET', path: '/api/sounds/{soundId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/sounds/{soundId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/sounds/{soundId}', answer: 'none' },
      getAudio: { method: 'GET', path: '/api/sounds/{soundId}/audio', answer: 'raw' },
    });
    this.trunks = resource<TrunksResource>(transport, {
      create: { method: 'POST', path: '/api/trunks', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/trunks', query: true, answer: 'page:trunks' },
      get: { method: 'GET', path: '/api/trunks/{trunkId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/trunks/{trunkId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/trunks/{trunkId}', answer: 'none' },
      resetCircuit: { method: 'POST', path: '/api/trunks/{trunkId}/circuit/reset', keyed: true, answer: 'json' },
    });
    this.phoneNumbers = resource<PhoneNumbersResource>(transport, {
      create: { method: 'POST', path: '/api/phone-numbers', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/phone-numbers', query: true, answer: 'page:phoneNumbers' },
      get: { method: 'GET', path: '/api/phone-numbers/{phoneNumberId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/phone-numbers/{phoneNumberId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/phone-numbers/{phoneNumberId}', answer: 'none' },
    });
    this.carrierConnections = resource<CarrierConnectionsResource>(transport, {
      create: { method: 'POST', path: '/api/carrier-connections', body: 'json', keyed: true, timeoutMs: 90000, answer: 'json' },
      list: { method: 'GET', path: '/api/carrier-connections', query: true, answer: 'page:carrierConnections' },
      get: { method: 'GET', path: '/api/carrier-connections/{carrierConnectionId}', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/carrier-connections/{carrierConnectionId}', answer: 'none' },
      listCarrierNumbers: { method: 'GET', path: '/api/carrier-connections/{carrierConnectionId}/numbers', query: true, timeoutMs: 90000, answer: 'json' },
      replaceKey: { method: 'PUT', path: '/api/carrier-connections/{carrierConnectionId}/key', body: 'json', timeoutMs: 90000, answer: 'json' },
      abandon: { method: 'POST', path: '/api/carrier-connections/{carrierConnectionId}/abandon', keyed: true, answer: 'none' },
      connectCarrier: { method: 'POST', path: '/api/carrier-connections/{carrierConnectionId}/connect', body: 'json', keyed: true, answer: 'json' },
      disconnectCarrier: { method: 'POST', path: '/api/carrier-connections/{carrierConnectionId}/disconnect', body: 'json', keyed: true, answer: 'json' },
      resume: { method: 'POST', path: '/api/carrier-connections/{carrierConnectionId}/resume', keyed: true, answer: 'json' },
    });
    this.schedules = resource<SchedulesResource>(transport, {
      create: { method: 'POST', path: '/api/schedules', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/schedules', query: true, answer: 'page:schedules' },
      get: { method: 'GET', path: '/api/schedules/{scheduleId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/schedules/{scheduleId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/schedules/{scheduleId}', answer: 'none' },
      tellNextOpen: { method: 'GET', path: '/api/schedules/{scheduleId}/next-open', query: true, answer: 'json' },
    });
    this.retryConfigurations = resource<RetryConfigurationsResource>(transport, {
      create: { method: 'POST', path: '/api/retry-configs', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/retry-configs', query: true, answer: 'page:retryConfigs' },
      get: { method: 'GET', path: '/api/retry-configs/{callRetryConfigId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/retry-configs/{callRetryConfigId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/retry-configs/{callRetryConfigId}', answer: 'none' },
      listCampaigns: { method: 'GET', path: '/api/retry-configs/{callRetryConfigId}/campaigns', query: true, answer: 'page:campaigns' },
    });
    this.calls = resource<CallsResource>(transport, {
      getDataByExternalId: { method: 'GET', path: '/api/calls/external/{externalId}', answer: 'json' },
      getDataByPhoneNumber: { method: 'GET', path: '/api/calls/phone/{phoneNumber}', answer: 'json' },
      list: { method: 'GET', path: '/api/calls', query: true, answer: 'page:calls' },
      listAgentCalls: { method: 'GET', path: '/api/agents/{agentId}/calls', query: true, answer: 'page:calls' },
      place: { method: 'POST', path: '/api/agents/{agentId}/calls', body: 'json', keyed: true, answer: 'json' },
      get: { method: 'GET', path: '/api/calls/{callId}', answer: 'json' },
      explain: { method: 'GET', path: '/api/calls/{callId}/why', answer: 'json' },
      getRecording: { method: 'GET', path: '/api/calls/{callId}/recording', answer: 'raw' },
      command: { method: 'POST', path: '/api/calls/{callId}/commands', body: 'json', keyed: true, answer: 'json' },
      listCommands: { method: 'GET', path: '/api/calls/{callId}/commands', answer: 'json' },
      listComments: { method: 'GET', path: '/api/calls/{callId}/comments', answer: 'json' },
      addComment: { method: 'POST', path: '/api/calls/{callId}/comments', body: 'json', keyed: true, answer: 'json' },
      editComment: { method: 'PATCH', path: '/api/calls/{callId}/comments/{commentId}', body: 'json', answer: 'json' },
      deleteComment: { method: 'DELETE', path: '/api/calls/{callId}/comments/{commentId}', answer: 'none' },
      listTags: { method: 'GET', path: '/api/call-tags', answer: 'json' },
      addTag: { method: 'PUT', path: '/api/calls/{callId}/tags/{tag}', answer: 'json' },
      removeTag: { method: 'DELETE', path: '/api/calls/{callId}/tags/{tag}', answer: 'json' },
      listLinks: { method: 'GET', path: '/api/calls/{callId}/links', answer: 'json' },
      createLink: { method: 'POST', path: '/api/calls/{callId}/links', body: 'json', keyed: true, answer: 'json' },
      revokeLink: { method: 'DELETE', path: '/api/calls/{callId}/links/{linkId}', answer: 'none' },
      follow: { method: 'GET', path: '/api/calls/{callId}/live', answer: 'events' },
      cancel: { method: 'POST', path: '/api/calls/{callId}/cancel', keyed: true, answer: 'json' },
      redial: { method: 'POST', path: '/api/calls/{callId}/redial', keyed: true, answer: 'json' },
      pauseRecording: { method: 'POST', path: '/api/calls/{callId}/recording/pause', keyed: true, answer: 'json' },
      resumeRecording: { method: 'POST', path: '/api/calls/{callId}/recording/resume', keyed: true, answer: 'json' },
      writeSessionData: { method: 'PUT', path: '/api/calls/{callId}/session-data', body: 'json', answer: 'json' },
      getAnalysis: { method: 'GET', path: '/api/calls/{callId}/analysis', answer: 'json' },
      analyze: { method: 'POST', path: '/api/calls/{callId}/analysis', keyed: true, answer: 'json' },
      getScenario: { method: 'GET', path: '/api/calls/{callId}/scenario', query: true, answer: 'json' },
      readSharedCall: { method: 'POST', path: '/public/shared-call', body: 'json', answer: 'json' },
      readSharedRecording: { method: 'POST', path: '/public/shared-call/recording', body: 'json', answer: 'raw' },
    });
    this.views = resource<ViewsResource>(transport, {
      create: { method: 'POST', path: '/api/views', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/views', query: true, answer: 'page:views' },
      get: { method: 'GET', path: '/api/views/{viewId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/views/{viewId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/views/{viewId}', answer: 'none' },
    });
    this.search = resource<SearchResource>(transport, {
      search: { method: 'GET', path: '/api/search', query: true, answer: 'json' },
    });
    this.campaigns = resource<CampaignsResource>(transport, {
      queueCall: { method: 'POST', path: '/api/agents/{agentId}/calls/campaign', body: 'json', keyed: true, answer: 'json' },
      queueCalls: { method: 'POST', path: '/api/agents/{agentId}/calls/campaign/batch', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/campaigns', query: true, answer: 'page:campaigns' },
      create: { method: 'POST', path: '/api/campaigns', body: 'json', keyed: true, answer: 'json' },
      get: { method: 'GET', path: '/api/campaigns/{campaignId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/campaigns/{campaignId}', body: 'json', answer: 'json' },
      pause: { method: 'POST', path: '/api/campaigns/{campaignId}/pause', keyed: true, answer: 'json' },
      resume: { method: 'POST', path: '/api/campaigns/{campaignId}/resume', keyed: true, answer: 'json' },
      end: { method: 'POST', path: '/api/campaigns/{campaignId}/end', keyed: true, answer: 'json' },
      resetCircuit: { method: 'POST', path: '/api/campaigns/{campaignId}/circuit/reset', keyed: true, answer: 'json' },
      redialUnknownCampaignCalls: { method: 'POST', path: '/api/campaigns/{campaignId}/redial-unknown', keyed: true, answer: 'json' },
      forecast: { method: 'POST', path: '/api/campaigns/{campaignId}/forecast', body: 'json', keyed: true, answer: 'json' },
      getOutcomes: { method: 'GET', path: '/api/campaigns/{campaignId}/outcomes', query: true, answer: 'json' },
      getDialing: { method: 'GET', path: '/api/campaigns/{campaignId}/dialing', answer: 'json' },
      compare: { method: 'GET', path: '/api/campaigns/comparison', query: true, answer: 'json' },
      listCalls: { method: 'GET', path: '/api/campaigns/{campaignId}/calls', query: true, answer: 'page:calls' },
      importCalls: { method: 'POST', path: '/api/campaigns/{campaignId}/import', body: 'csv', query: true, keyed: true, answer: 'json' },
      checkImport: { method: 'POST', path: '/api/campaigns/{campaignId}/import/check', body: 'csv', query: true, keyed: true, answer: 'json' },
      listImports: { method: 'GET', path: '/api/campaigns/{campaignId}/imports', query: true, answer: 'page:imports' },
      cancelImport: { method: 'POST', path: '/api/campaigns/{campaignId}/imports/{importId}/cancel', keyed: true, answer: 'json' },
      getImport: { method: 'GET', path: '/api/campaigns/{campaignId}/imports/{importId}', answer: 'json' },
      getRefusedRows: { method: 'GET', path: '/api/campaigns/{campaignId}/imports/{importId}/refused', answer: 'raw' },
    });
    this.personalization = resource<PersonalizationResource>(transport, {
      push: { method: 'POST', path: '/api/call-personalization-webhook', body: 'json', keyed: true, answer: 'json' },
      get: { method: 'GET', path: '/api/call-personalization/{phoneNumber}', answer: 'json' },
    });
    this.suppressions = resource<SuppressionsResource>(transport, {
      import: { method: 'POST', path: '/api/suppressions/import', body: 'csv', query: true, keyed: true, answer: 'json' },
      checkImport: { method: 'POST', path: '/api/suppressions/import/check', body: 'csv', query: true, keyed: true, answer: 'json' },
      listImports: { method: 'GET', path: '/api/suppressions/imports', query: true, answer: 'page:imports' },
      cancelImport: { method: 'POST', path: '/api/suppressions/imports/{suppressionImportId}/cancel', keyed: true, answer: 'json' },
      getImport: { method: 'GET', path: '/api/suppressions/imports/{suppressionImportId}', answer: 'json' },
      getRefusedRows: { method: 'GET', path: '/api/suppressions/imports/{suppressionImportId}/refused', answer: 'raw' },
      create: { method: 'POST', path: '/api/suppressions', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/suppressions', query: true, answer: 'page:suppressions' },
      export: { method: 'GET', path: '/api/suppressions/export', answer: 'raw' },
      delete: { method: 'DELETE', path: '/api/suppressions/{suppressionId}', answer: 'none' },
    });
    this.chats = resource<ChatsResource>(transport, {
      list: { method: 'GET', path: '/api/agents/{agentId}/chats', query: true, answer: 'page:chats' },
      create: { method: 'POST', path: '/api/agents/{agentId}/chats', body: 'json', keyed: true, answer: 'json' },
      listAll: { method: 'GET', path: '/api/chats', query: true, answer: 'page:chats' },
      get: { method: 'GET', path: '/api/chats/{chatId}', answer: 'json' },
      getAnalysis: { method: 'GET', path: '/api/chats/{chatId}/analysis', answer: 'json' },
      analyze: { method: 'POST', path: '/api/chats/{chatId}/analysis', keyed: true, answer: 'json' },
      getSessionData: { method: 'GET', path: '/api/chats/{chatId}/session-data', answer: 'json' },
      addMessage: { method: 'POST', path: '/api/chats/{chatId}/messages', body: 'json', keyed: true, answer: 'json' },
      listMessages: { method: 'GET', path: '/api/chats/{chatId}/messages', query: true, answer: 'page:messages' },
      follow: { method: 'GET', path: '/api/chats/{chatId}/events', query: true, answer: 'events' },
      handOffChat: { method: 'POST', path: '/api/chats/{chatId}/handoff', keyed: true, answer: 'json' },
      resume: { method: 'POST', path: '/api/chats/{chatId}/resume', keyed: true, answer: 'json' },
      end: { method: 'POST', path: '/api/chats/{chatId}/end', keyed: true, answer: 'json' },
      setWidget: { method: 'PUT', path: '/api/agents/{agentId}/widget', body: 'json', answer: 'json' },
      getWidget: { method: 'GET', path: '/api/agents/{agentId}/widget', answer: 'json' },
      deleteWidget: { method: 'DELETE', path: '/api/agents/{agentId}/widget', answer: 'none' },
    });
    this.organization = resource<OrganizationResource>(transport, {
      get: { method: 'GET', path: '/api/organization', answer: 'json' },
      update: { method: 'PATCH', path: '/api/organization', body: 'json', answer: 'json' },
      listRulePacks: { method: 'GET', path: '/api/rule-packs', answer: 'json' },
      getPrices: { method: 'GET', path: '/api/organization/prices', query: true, answer: 'json' },
      setPrices: { method: 'PUT', path: '/api/organization/prices', body: 'json', answer: 'json' },
    });
    this.analytics = resource<AnalyticsResource>(transport, {
      getOverview: { method: 'GET', path: '/api/overview', query: true, answer: 'json' },
      getCallAnalytics: { method: 'GET', path: '/api/analytics/calls', query: true, answer: 'json' },
      getCallBreakdown: { method: 'GET', path: '/api/analytics/breakdown', query: true, answer: 'json' },
      getProviderSpeeds: { method: 'GET', path: '/api/analytics/providers', query: true, answer: 'json' },
      getTurnedAwayCalls: { method: 'GET', path: '/api/analytics/turned-away', query: true, answer: 'json' },
      getLatencyAnalytics: { method: 'GET', path: '/api/analytics/latency', query: true, answer: 'json' },
      listProcesses: { method: 'GET', path: '/api/processes', answer: 'json' },
    });
    this.alerts = resource<AlertsResource>(transport, {
      createRule: { method: 'POST', path: '/api/alert-rules', body: 'json', keyed: true, answer: 'json' },
      listRules: { method: 'GET', path: '/api/alert-rules', query: true, answer: 'page:alertRules' },
      tryRule: { method: 'POST', path: '/api/alert-rules/try', body: 'json', answer: 'json' },
      getRule: { method: 'GET', path: '/api/alert-rules/{alertRuleId}', answer: 'json' },
      updateRule: { method: 'PATCH', path: '/api/alert-rules/{alertRuleId}', body: 'json', answer: 'json' },
      deleteRule: { method: 'DELETE', path: '/api/alert-rules/{alertRuleId}', answer: 'none' },
      createChannel: { method: 'POST', path: '/api/alert-channels', body: 'json', keyed: true, answer: 'json' },
      listChannels: { method: 'GET', path: '/api/alert-channels', query: true, answer: 'page:alertChannels' },
      updateChannel: { method: 'PATCH', path: '/api/alert-channels/{alertChannelId}', body: 'json', answer: 'json' },
      deleteChannel: { method: 'DELETE', path: '/api/alert-channels/{alertChannelId}', answer: 'none' },
      testChannel: { method: 'POST', path: '/api/alert-channels/{alertChannelId}/test', answer: 'json' },
      list: { method: 'GET', path: '/api/alerts', query: true, answer: 'page:alerts' },
      get: { method: 'GET', path: '/api/alerts/{alertId}', answer: 'json' },
    });
    this.teams = resource<TeamsResource>(transport, {
      create: { method: 'POST', path: '/api/teams', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/teams', query: true, answer: 'page:teams' },
      get: { method: 'GET', path: '/api/teams/{teamId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/teams/{teamId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/teams/{teamId}', answer: 'none' },
      getNow: { method: 'GET', path: '/api/teams/{teamId}/now', answer: 'json' },
      getFigures: { method: 'GET', path: '/api/teams/{teamId}/figures', query: true, answer: 'json' },
      getPresence: { method: 'GET', path: '/api/presence', answer: 'json' },
      setPresence: { method: 'PUT', path: '/api/presence', body: 'json', answer: 'json' },
      sendHeartbeat: { method: 'POST', path: '/api/presence/heartbeat', answer: 'json' },
      followPresence: { method: 'GET', path: '/api/presence/events', answer: 'events' },
      acceptCall: { method: 'POST', path: '/api/team-calls/{teamCallId}/accept', keyed: true, answer: 'json' },
      declineCall: { method: 'POST', path: '/api/team-calls/{teamCallId}/decline', keyed: true, answer: 'json' },
      createDevice: { method: 'POST', path: '/api/devices', body: 'json', keyed: true, answer: 'json' },
      listDevices: { method: 'GET', path: '/api/devices', answer: 'json' },
      deleteDevice: { method: 'DELETE', path: '/api/devices/{deviceId}', answer: 'none' },
    });
    this.members = resource<MembersResource>(transport, {
      create: { method: 'POST', path: '/api/members', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/members', query: true, answer: 'page:members' },
      get: { method: 'GET', path: '/api/members/{memberId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/members/{memberId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/members/{memberId}', answer: 'none' },
      invite: { method: 'POST', path: '/api/members/{memberId}/invitation', keyed: true, answer: 'json' },
      getInvitation: { method: 'GET', path: '/api/members/{memberId}/invitation', answer: 'json' },
      mailInvitation: { method: 'POST', path: '/api/members/{memberId}/invitation/mail', keyed: true, answer: 'json' },
      getMail: { method: 'GET', path: '/api/mail', answer: 'json' },
    });
    this.apiKeys = resource<ApiKeysResource>(transport, {
      create: { method: 'POST', path: '/api/api-keys', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/api-keys', query: true, answer: 'page:apiKeys' },
      get: { method: 'GET', path: '/api/api-keys/{apiKeyId}', answer: 'json' },
      revoke: { method: 'DELETE', path: '/api/api-keys/{apiKeyId}', answer: 'none' },
    });
    this.audit = resource<AuditResource>(transport, {
      list: { method: 'GET', path: '/api/audit-logs', query: true, answer: 'page:auditLogs' },
      export: { method: 'GET', path: '/api/export/audit-logs', query: true, answer: 'page:auditLogs' },
    });
    this.workflows = resource<WorkflowsResource>(transport, {
      create: { method: 'POST', path: '/api/workflows', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/workflows', query: true, answer: 'page:workflows' },
      get: { method: 'GET', path: '/api/workflows/{workflowId}', answer: 'json' },
      update: { method: 'PATCH', path: '/api/workflows/{workflowId}', body: 'json', answer: 'json' },
      delete: { method: 'DELETE', path: '/api/workflows/{workflowId}', answer: 'none' },
      publish: { method: 'POST', path: '/api/workflows/{workflowId}/publish', keyed: true, answer: 'json' },
      enable: { method: 'POST', path: '/api/workflows/{workflowId}/enable', keyed: true, answer: 'json' },
      disable: { method: 'POST', path: '/api/workflows/{workflowId}/disable', keyed: true, answer: 'json' },
      listVersions: { method: 'GET', path: '/api/workflows/{workflowId}/versions', query: true, answer: 'page:versions' },
      getVersion: { method: 'GET', path: '/api/workflows/{workflowId}/versions/{version}', answer: 'json' },
      getDefinitionSchema: { method: 'GET', path: '/api/workflow-definition-schema', answer: 'json' },
      checkDefinition: { method: 'POST', path: '/api/workflow-definition-check', body: 'json', keyed: true, answer: 'json' },
      storeSecret: { method: 'POST', path: '/api/workflow-secrets', body: 'json', keyed: true, answer: 'json' },
      listSecrets: { method: 'GET', path: '/api/workflow-secrets', answer: 'json' },
      deleteSecret: { method: 'DELETE', path: '/api/workflow-secrets/{workflowSecretId}', answer: 'none' },
      trigger: { method: 'POST', path: '/api/workflows/{workflowId}/trigger', body: 'json', keyed: true, answer: 'json' },
      listRuns: { method: 'GET', path: '/api/workflows/{workflowId}/runs', query: true, answer: 'page:runs' },
      listAllRuns: { method: 'GET', path: '/api/workflow-runs', query: true, answer: 'page:runs' },
      getRun: { method: 'GET', path: '/api/workflow-runs/{workflowRunId}', answer: 'json' },
      listRunSteps: { method: 'GET', path: '/api/workflow-runs/{workflowRunId}/steps', query: true, answer: 'page:steps' },
      cancelRun: { method: 'POST', path: '/api/workflow-runs/{workflowRunId}/cancel', keyed: true, answer: 'json' },
      pauseRun: { method: 'POST', path: '/api/workflow-runs/{workflowRunId}/pause', keyed: true, answer: 'json' },
      resumeRun: { method: 'POST', path: '/api/workflow-runs/{workflowRunId}/resume', keyed: true, answer: 'json' },
      retryRun: { method: 'POST', path: '/api/workflow-runs/{workflowRunId}/retry', keyed: true, answer: 'json' },
      bringEvent: { method: 'POST', path: '/api/workflow-events', body: 'json', keyed: true, answer: 'json' },
    });
    this.events = resource<EventsResource>(transport, {
      read: { method: 'GET', path: '/api/events', query: true, answer: 'json' },
      stream: { method: 'GET', path: '/api/events/stream', query: true, answer: 'events' },
      createWebhookEndpoint: { method: 'POST', path: '/api/webhook-endpoints', body: 'json', keyed: true, answer: 'json' },
      listWebhookEndpoints: { method: 'GET', path: '/api/webhook-endpoints', query: true, answer: 'page:webhookEndpoints' },
      getWebhookEndpoint: { method: 'GET', path: '/api/webhook-endpoints/{webhookEndpointId}', answer: 'json' },
      updateWebhookEndpoint: { method: 'PATCH', path: '/api/webhook-endpoints/{webhookEndpointId}', body: 'json', answer: 'json' },
      deleteWebhookEndpoint: { method: 'DELETE', path: '/api/webhook-endpoints/{webhookEndpointId}', answer: 'none' },
      rotateWebhookSecret: { method: 'POST', path: '/api/webhook-endpoints/{webhookEndpointId}/rotate-secret', keyed: true, answer: 'json' },
      listWebhookDeliveries: { method: 'GET', path: '/api/webhook-endpoints/{webhookEndpointId}/deliveries', query: true, answer: 'page:deliveries' },
      getWebhookDelivery: { method: 'GET', path: '/api/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}', answer: 'json' },
      testWebhookEndpoint: { method: 'POST', path: '/api/webhook-endpoints/{webhookEndpointId}/test', keyed: true, answer: 'json' },
      redeliverWebhook: { method: 'POST', path: '/api/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}/redeliver', keyed: true, answer: 'json' },
      redeliverFailedWebhooks: { method: 'POST', path: '/api/webhook-endpoints/{webhookEndpointId}/redeliver', body: 'json', keyed: true, answer: 'json' },
    });
    this.exports = resource<ExportsResource>(transport, {
      exportCalls: { method: 'GET', path: '/api/export/calls', query: true, answer: 'page:calls' },
      exportCallTable: { method: 'GET', path: '/api/calls/export', query: true, answer: 'raw' },
      exportChats: { method: 'GET', path: '/api/export/chats', query: true, answer: 'page:chats' },
    });
    this.dataDeletions = resource<DataDeletionsResource>(transport, {
      create: { method: 'POST', path: '/api/data-deletions', body: 'json', keyed: true, answer: 'json' },
      list: { method: 'GET', path: '/api/data-deletions', query: true, answer: 'page:dataDeletions' },
      get: { method: 'GET', path: '/api/data-deletions/{dataDeletionId}', answer: 'json' },
    });
    this.chatWidget = resource<ChatWidgetResource>(transport, {
      beginVisitorChat: { method: 'POST', path: '/public/chats/{token}', answer: 'json' },
      renewVisitorSession: { method: 'POST', path: '/public/chats/{token}/session', answer: 'json' },
      addVisitorMessage: { method: 'POST', path: '/public/chats/{token}/messages', body: 'json', answer: 'json' },
      listVisitorMessages: { method: 'GET', path: '/public/chats/{token}/messages', query: true, answer: 'json' },
      followVisitorChat: { method: 'GET', path: '/public/chats/{token}/events', answer: 'events' },
      endVisitorChat: { method: 'POST', path: '/public/chats/{token}/end', answer: 'json' },
    });
    this.voiceWidget = resource<VoiceWidgetResource>(transport, {
      getWebCallSettings: { method: 'GET', path: '/public/calls/{token}', answer: 'json' },
      placeWebCall: { method: 'POST', path: '/public/calls/{token}', body: 'json', answer: 'json' },
      followWebCall: { method: 'GET', path: '/public/calls/{token}/events', answer: 'events' },
      endWebCall: { method: 'POST', path: '/public/calls/{token}/end', answer: 'json' },
    });
  }
}
