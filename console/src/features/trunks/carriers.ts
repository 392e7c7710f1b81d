import { softphoneNumber } from '../softphones/index.ts';
import type { TrunkDraft } from './trunk-draft.ts';

/** A carrier or telephone system whose usual settings are known. docs/carriers.md says where they come from. */
export interface Carrier {
  id: string;
  name: string;
  /** Where its settings are found, in a few words. */
  about: string;
  /** The settings that all its customers share. */
  usual: Partial<TrunkDraft>;
  host: { label: string; placeholder: string };
  /** Whether its port differs from one customer to the next. */
  hasOwnPort?: boolean;
  /** `ask`: it knows its customers by user and password, or may; `none`: by address alone. */
  credentials: 'ask' | 'none';
  /** The steps at the carrier, in their order. */
  steps: readonly string[];
}

const telephony: Partial<TrunkDraft> = {
  port: 5060,
  transport: 'udp',
  register: false,
  codecs: ['PCMU', 'PCMA'],
};
/** A step of every telephone system. */
const extensions =
  'Add a number to this trunk: + and digits, such as +12025550142. No carrier has to own it when only the telephone system calls it. To reach its agent at an extension, such as 101, let the telephone system dial this number for 101.';
const system = { label: 'Address of the telephone system', placeholder: 'pbx.example.com or 192.0.2.10' };

export const carriers: readonly Carrier[] = [
  {
    id: 'twilio',
    name: 'Twilio',
    about: 'Elastic SIP Trunking',
    usual: {
      ...telephony,
      maxCallsPerSecond: 1,
      allowedAddresses: '54.172.60.0/30\n54.244.51.0/30',
      optionsIntervalSeconds: 60,
    },
    host: { label: 'Termination SIP URI', placeholder: 'acme.pstn.twilio.com' },
    credentials: 'ask',
    steps: [
      'Create a trunk under Elastic SIP Trunking. Choose its Termination SIP URI.',
      'Under Termination, add a credential list, or an access control list with the address of this machine.',
      'Under Origination, add sip: and the public address of this machine.',
      'Put your numbers on the trunk.',
    ],
  },
  {
    id: 'telnyx',
    name: 'Telnyx',
    about: 'SIP connection of type Credentials',
    usual: {
      ...telephony,
      host: 'sip.telnyx.com',
      port: '',
      register: true,
      allowedAddresses: '192.76.120.10\n64.16.250.10\n185.246.41.140\n185.246.41.141',
      optionsIntervalSeconds: 60,
    },
    host: { label: 'Host of your region', placeholder: 'sip.telnyx.com, or sip.telnyx.eu' },
    credentials: 'ask',
    steps: [
      'Create a SIP connection of type Credentials, and an outbound voice profile for it.',
      'Set the number format of inbound calls to +E.164.',
      'Put your numbers on the connection.',
    ],
  },
  {
    id: 'vonage',
    name: 'Vonage',
    about: 'SIP Trunking',
    usual: { ...telephony, port: '', codecs: ['PCMA', 'PCMU', 'G722'], optionsIntervalSeconds: 60 },
    host: { label: 'Domain of the trunk', placeholder: 'acme.sip-us.vonage.com' },
    credentials: 'ask',
    steps: [
      'Create a trunk in the SIP dashboard. It gets a domain of its own.',
      'Add a user with a password, or the address of this machine to the access control list.',
      'Add sip: and the public address of this machine as the SIP URI of the trunk, and link your numbers.',
    ],
  },
  {
    id: 'bandwidth',
    name: 'Bandwidth',
    about: 'Knows its customers by address',
    usual: { ...telephony, optionsIntervalSeconds: 60 },
    host: { label: 'Address that Bandwidth gave you', placeholder: '192.0.2.10' },
    credentials: 'none',
    steps: [
      'Add the public address of this machine to the location (SIP peer) of your numbers.',
      'Bandwidth names two signalling addresses: make a trunk for each, and use the second as fallback.',
    ],
  },
  {
    id: 'plivo',
    name: 'Plivo',
    about: 'Zentrunk',
    usual: { ...telephony, maxCallsPerSecond: 2, optionsIntervalSeconds: 60 },
    host: { label: 'Domain of the outbound trunk', placeholder: '21784177241578.zt.plivo.com' },
    credentials: 'ask',
    steps: [
      'Create an outbound trunk with a user and a password, or with the address of this machine.',
      'For calls to your numbers, create an inbound trunk whose URI is the public address of this machine.',
    ],
  },
  {
    id: 'asterisk',
    name: 'Asterisk or FreePBX',
    about: 'Known by its address',
    usual: { ...telephony, codecs: ['G722', 'PCMU', 'PCMA'], optionsIntervalSeconds: 60 },
    host: system,
    credentials: 'none',
    steps: [
      'Add an endpoint with the address of this machine, without registration (docs: Connect a carrier, Asterisk).',
      extensions,
    ],
  },
  {
    id: 'freeswitch',
    name: 'FreeSWITCH',
    about: 'Its external profile, port 5080',
    usual: { ...telephony, port: 5080, codecs: ['PCMU', 'PCMA'], optionsIntervalSeconds: 60 },
    host: system,
    credentials: 'none',
    steps: [
      'Add a gateway to the external profile with the address of this machine as proxy, and register false.',
      'Allow the address of this machine in the access list of the profile.',
      extensions,
    ],
  },
  {
    id: '3cx',
    name: '3CX',
    about: 'Generic SIP trunk, by address',
    usual: { ...telephony, codecs: ['PCMU', 'PCMA'], optionsIntervalSeconds: 60 },
    host: system,
    credentials: 'none',
    steps: [
      'Add a generic SIP trunk, authenticated by address, with the address of this machine as registrar.',
      'Add an inbound rule for the numbers of your agents, and an outbound rule for the calls that they make.',
      extensions,
    ],
  },
  {
    id: 'softphone',
    name: 'Softphone',
    about: 'Linphone, baresip or an IP phone, to try calls without a carrier',
    // Its port alone shows whether it is there: some answer calls and no OPTIONS.
    usual: { ...telephony, host: '127.0.0.1', port: 5080, optionsIntervalSeconds: '' },
    host: { label: 'Address of the softphone', placeholder: '127.0.0.1 on this machine, or 192.0.2.20' },
    hasOwnPort: true,
    credentials: 'none',
    steps: [
      'Let the softphone take calls at its own address, over UDP. It does not register here and needs no account. On the machine of Parley, which uses port 5060 itself, let the softphone use another port, such as 5080. A telephone elsewhere usually has port 5060.',
      `Add a number to this trunk. No carrier has to own it: take ${softphoneNumber}.`,
      'To be called, choose “Call my telephone” at an agent and type any number. The softphone rings.',
      `To call the agent of the number, dial sip:${softphoneNumber}@ and the address of Parley.`,
    ],
  },
];
