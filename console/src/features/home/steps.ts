/** The results of the first steps that an organization has already. */
export interface Progress {
  hasKey: boolean;
  /** An agent to speak with. */
  agent: { agentId: string; name: string } | null;
  /** Whether a browser call or an answered call to a customer exists. */
  hasTalked: boolean;
  trunkId: string | null;
  /** Whether a number has a trunk that is not down. */
  hasNumber: boolean;
  /** The trunk of a number while no number has one that is not down. Null otherwise. */
  downTrunkId: string | null;
  /** Whether a customer has answered a call. */
  hasCalled: boolean;
  hasSchedule: boolean;
  /** Whether a campaign was started. */
  hasCampaign: boolean;
}

export interface Step {
  id: 'key' | 'agent' | 'speak' | 'number' | 'call' | 'campaign';
  title: string;
  /** The purpose of the step, or what it still needs. */
  text: string;
  isDone: boolean;
  isOptional?: boolean;
  /** Whether everything that the step needs is there. */
  isOpen: boolean;
}

/** Returns the first steps in their order. */
export function stepsOf(progress: Progress): Step[] {
  const { hasKey, agent, hasTalked, trunkId, downTrunkId, hasNumber, hasCalled, hasSchedule, hasCampaign } =
    progress;
  const isDown = downTrunkId !== null;
  const canCall = agent !== null && hasNumber;
  const needs = isDown
    ? 'Needs an agent, and a phone number whose trunk answers.'
    : 'Needs an agent and a phone number.';
  return [
    {
      ...{ id: 'key', title: 'Add a provider key', isDone: hasKey, isOptional: true, isOpen: true },
      text: 'Without a key, agents follow a script with the embedded voice, and browser calls, telephone calls and campaigns work. With a key, a model answers any question.',
    },
    {
      ...{ id: 'agent', title: 'Create an agent', isDone: agent !== null, isOpen: true },
      text: 'Choose a template for a common job, or begin with a prompt of your own.',
    },
    {
      ...{ id: 'speak', title: 'Speak with it', isDone: hasTalked, isOpen: agent !== null },
      text: 'Call the agent from this browser. It needs no telephone. Teach it more answers on its page, under Edit.',
    },
    {
      ...{ id: 'number', title: 'Connect a phone number', isDone: hasNumber, isOpen: true },
      text: isDown
        ? 'The number is there, but its trunk is down: its calls wait until the carrier, the PBX or the softphone answers.'
        : trunkId === null
          ? 'First connect your carrier, your PBX or a softphone as a trunk. Then you add its phone number. For Twilio and Telnyx, an API key is enough.'
          : 'The trunk is there. Now add a phone number of your carrier.',
    },
    {
      ...{ id: 'call', title: 'Call your telephone', isDone: hasCalled, isOpen: canCall },
      text: canCall
        ? 'The agent calls you, and the page shows the call live. The step is done when you have answered.'
        : needs,
    },
    {
      ...{ id: 'campaign', title: 'Start a campaign', isDone: hasCampaign, isOpen: canCall },
      text: !canCall
        ? needs
        : hasSchedule
          ? 'A campaign calls the customers of a file, within its schedule. Create one, add the file, then choose Start calling.'
          : 'First add a schedule: the hours in which customers may be called.',
    },
  ];
}

/** Returns whether nothing is left to do. A provider key is optional. */
export function isComplete(steps: readonly Step[]): boolean {
  return steps.every(({ isDone, isOptional }) => isDone || isOptional);
}
