/** The providers that keep a conversation in the European Union, or on servers of the organization; best first. */
import type { KeyedProvider } from '../catalog.ts';
import {
  type Candidate,
  candidate,
  english,
  type Fact,
  type Parts,
  type PresetKey,
  readToday,
  streamingLanguages,
} from './candidate.ts';

const hostOf = ({ baseUrl }: PresetKey) => (baseUrl === null ? '' : (URL.parse(baseUrl)?.hostname ?? ''));
const isHost = (pattern: RegExp) => (key: PresetKey) => pattern.test(hostOf(key));
const isRegion = (pattern: RegExp) => (key: PresetKey) =>
  key.baseUrl === null && key.region !== null && pattern.test(key.region);
/** London and Zürich are in Europe, but not in the European Union. */
const awsRegion = /^eu-(?!west-2$|central-2$)/;
const azureRegion =
  /^(westeurope|northeurope|francecentral|germanywestcentral|swedencentral|italynorth|spaincentral|polandcentral|austriaeast|belgiumcentral|denmarkeast)(\.|$)/;

const deepgramEu: Fact = [
  'Deepgram processes requests to api.eu.deepgram.com within the European Union.',
  ...(['developers.deepgram.com/reference/regional-endpoints', readToday] as const),
];
/** A choice whose place the key says itself. */
const ofKey = (
  provider: KeyedProvider,
  settings: Candidate['settings'],
  suits: Candidate['suits'],
  languages?: readonly string[],
): Candidate => ({
  ...{ provider, settings, fact: 'The region of the key is in the European Union.' },
  ...{ source: null, checkedOn: null },
  ...(suits && { suits }),
  ...(languages && { languages }),
});

export const onlyEu: Parts = {
  model: [
    ofKey('bedrock', { model: 'eu.amazon.nova-lite-v1:0' }, isRegion(awsRegion)),
    ofKey('vertex', { model: 'gemini-2.5-flash' }, isRegion(/^europe-(?!west2$|west6$)/)),
    candidate(
      'mistral',
      { model: 'mistral-small-latest' },
      [
        'Mistral hosts in the European Union by default. Its terms name exceptions.',
        'char.com/blog/mistral-data-retention-policy',
        readToday,
      ],
      { suits: ({ baseUrl }) => baseUrl === null },
    ),
  ],
  voice: [
    candidate('deepgram', {}, deepgramEu, { languages: english, suits: isHost(/^api\.eu\.deepgram\.com$/) }),
    ofKey('polly', { model: 'neural' }, isRegion(awsRegion), english),
    ofKey('azure-speech', {}, (key) => isHost(azureRegion)(key) || isRegion(azureRegion)(key), english),
  ],
  transcriber: [
    candidate('deepgram', { model: 'nova-3' }, deepgramEu, { suits: isHost(/^api\.eu\.deepgram\.com$/) }),
    candidate(
      'assemblyai',
      { model: 'universal-streaming-multilingual' },
      [
        'AssemblyAI keeps audio of streaming.eu.assemblyai.com within the European Union.',
        'www.assemblyai.com/docs/faq/do-you-offer-servers-in-the-eu',
        readToday,
      ],
      { languages: streamingLanguages, suits: isHost(/^streaming\.eu\.assemblyai\.com$/) },
    ),
    candidate(
      'speechmatics',
      { model: 'enhanced' },
      [
        'Parley uses the European address of Speechmatics.',
        'docs.speechmatics.com/speech-to-text/models',
        readToday,
      ],
      { suits: (key) => key.baseUrl === null || /^eu\d?\.rt\.speechmatics\.com$/.test(hostOf(key)) },
    ),
  ],
};

const ownFact = 'A server at the address of your key.';
const own = (
  provider: KeyedProvider,
  settings: Candidate['settings'],
  suits: Candidate['suits'],
): Candidate => ({
  ...{ provider, settings, fact: ownFact, source: null, checkedOn: null },
  ...(suits && { suits }),
});
/** Returns whether a key leads to a server with OpenAI's protocol that is not OpenAI's. */
export const isOwnServer = (key: PresetKey): boolean =>
  key.provider === 'openai' && key.baseUrl !== null && !/(^|\.)openai\.com$/.test(hostOf(key));

export const ownServers: Parts = {
  model: [own('openai', { model: '' }, isOwnServer)],
  voice: [own('websocket', {}, undefined)],
  transcriber: [own('websocket', {}, undefined)],
};
