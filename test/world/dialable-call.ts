import type { DialableCall } from '../../src/runtime/dialer/index.ts';

/** Returns a claimed call that every rule permits, for tests of the rules. */
export function dialableCall(values: Partial<DialableCall> = {}): DialableCall {
  const trunk = {
    trunkId: 'trunk_a',
    host: '127.0.0.1',
    port: 5060,
    transport: 'udp' as const,
    username: null,
    sealedPassword: null,
    codecs: ['PCMU'],
    mediaEncryption: 'off' as const,
    maxCallsPerSecond: null,
    downReason: null,
    circuit: null,
  };
  return {
    organizationId: 'org_a',
    callId: 'call_a',
    teamId: null,
    campaignId: null,
    daytimeOnly: false,
    attempt: 1,
    nodeId: 'node_a',
    claimedAtMs: 0,
    customerNumber: '+12145550123',
    timeZone: null,
    agentNumber: '+12025550100',
    variables: {},
    invite: { callId: 'id', branch: 'z9hG4bKa', fromTag: 'tag', cseq: 1 },
    agent: { agentId: 'agent_a', version: 1 } as DialableCall['agent'],
    trunk,
    fallbacks: [],
    claimedTrunkId: 'trunk_a',
    circuit: null,
    schedule: null,
    isScheduleMissing: false,
    isSuppressed: false,
    ...values,
  };
}
