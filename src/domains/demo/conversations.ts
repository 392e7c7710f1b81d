/** A conversation of the demo: who says what, and what the record says afterwards. */
export interface Conversation {
  /** How often it comes, beside the others of its agent. */
  weight: number;
  turns: readonly (readonly ['agent' | 'customer', string])[];
  analysis: Record<string, unknown>;
  summary: string;
  sentiment: 'positive' | 'neutral' | 'negative';
  /** The rubrics of the agent that fail. */
  failed?: readonly string[];
  endedBy: 'Agent ended the call' | 'Customer ended the call';
}

/** The names of the customers. `NAME` in a conversation is one of them. */
export const names = ['Maya', 'Ada', 'Jonas', 'Priya', 'Tomás', 'Lena', 'Omar', 'Grace', 'Yuki', 'Noah'];
/** The days of appointments. `DAY` in a conversation is one of them. */
export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

const reminderHello =
  'Hello NAME, this is the automated assistant of Northside Dental. You have an appointment on DAY at ten. Can you come? Say yes or no, or press one or two.';
const reminder: Conversation[] = [
  {
    weight: 6,
    turns: [
      ['agent', reminderHello],
      ['customer', 'Yes, I will be there.'],
      ['agent', 'Thank you. We look forward to seeing you on DAY at ten. Goodbye.'],
    ],
    analysis: { answer: 'confirmed' },
    summary: 'NAME confirms the appointment on DAY at ten.',
    sentiment: 'positive',
    endedBy: 'Agent ended the call',
  },
  {
    weight: 2,
    turns: [
      ['agent', reminderHello],
      ['customer', 'No, sorry.'],
      ['agent', 'That is no problem. Do you want a new time, or do you want to cancel?'],
      ['customer', 'A new time, please.'],
      ['agent', 'Thank you for telling me. Our team will call you with a new time. Goodbye.'],
    ],
    analysis: { answer: 'new time wanted' },
    summary: 'NAME cannot come on DAY, and wants a new time.',
    sentiment: 'neutral',
    endedBy: 'Agent ended the call',
  },
  {
    weight: 1,
    turns: [
      ['agent', reminderHello],
      ['customer', 'Who gave you this number? Stop calling me.'],
      ['agent', 'I am sorry. I note that we do not call you again. Goodbye.'],
    ],
    analysis: { answer: 'wrong person' },
    summary: 'The customer is annoyed, and wants no more calls.',
    sentiment: 'negative',
    failed: ['Says why it calls'],
    endedBy: 'Customer ended the call',
  },
];

const surveyHello =
  'Hello NAME, this is the automated assistant of Northside Dental. May I ask you two questions about your visit on DAY? It takes one minute. Say yes or no, or press one or two.';
const survey: Conversation[] = [
  {
    weight: 4,
    turns: [
      ['agent', surveyHello],
      ['customer', 'Okay.'],
      ['agent', 'How satisfied are you, from one to five? Five is very satisfied.'],
      ['customer', 'Five.'],
      ['agent', 'How likely are you to recommend us, from zero to ten?'],
      ['customer', 'Nine.'],
      ['agent', 'Thank you for your time. Goodbye.'],
    ],
    analysis: { satisfied: 5, recommend: 9 },
    summary: 'NAME is very satisfied (5 of 5), and would recommend the practice (9 of 10).',
    sentiment: 'positive',
    endedBy: 'Agent ended the call',
  },
  {
    weight: 2,
    turns: [
      ['agent', surveyHello],
      ['customer', 'Okay, but quickly.'],
      ['agent', 'How satisfied are you, from one to five? Five is very satisfied.'],
      ['customer', 'Two. I waited for forty minutes.'],
      ['agent', 'I am sorry that you waited so long. How likely are you to recommend us, from zero to ten?'],
      ['customer', 'Four.'],
      ['agent', 'Thank you. A colleague will call you. Goodbye.'],
    ],
    analysis: { satisfied: 2, recommend: 4, callback: true },
    summary: 'NAME waited for forty minutes, and is not satisfied (2 of 5). A colleague calls back.',
    sentiment: 'negative',
    endedBy: 'Agent ended the call',
  },
  {
    weight: 1,
    turns: [
      ['agent', surveyHello],
      ['customer', 'No, I have no time.'],
      ['agent', 'That is no problem. Goodbye.'],
    ],
    analysis: {},
    summary: 'NAME has no time for the survey.',
    sentiment: 'neutral',
    failed: ['Asks every question'],
    endedBy: 'Agent ended the call',
  },
];

const receptionHello =
  'Thank you for calling Northside Dental. This is the automated assistant. How can I help you?';
const reception: Conversation[] = [
  {
    weight: 4,
    turns: [
      ['agent', receptionHello],
      ['customer', 'When are you open today?'],
      ['agent', 'We are open every weekday from nine to six. Can I do anything else for you?'],
      ['customer', 'No, thank you.'],
      ['agent', 'Thank you for calling Northside Dental. Goodbye.'],
    ],
    analysis: { wanted: 'opening hours' },
    summary: 'The caller asked for the opening hours.',
    sentiment: 'positive',
    endedBy: 'Agent ended the call',
  },
  {
    weight: 3,
    turns: [
      ['agent', receptionHello],
      ['customer', 'What is the address?'],
      ['agent', 'We are at twelve Harbor Street, next to the station. Can I do anything else for you?'],
      ['customer', 'Is there a car park?'],
      ['agent', 'Yes, behind the house. It is free for patients. Can I do anything else for you?'],
      ['customer', 'That was all.'],
      ['agent', 'Thank you for calling Northside Dental. Goodbye.'],
    ],
    analysis: { wanted: 'address' },
    summary: 'The caller asked for the address and the car park.',
    sentiment: 'positive',
    endedBy: 'Agent ended the call',
  },
  {
    weight: 2,
    turns: [
      ['agent', receptionHello],
      ['customer', 'I have a terrible toothache. Can I come today?'],
      ['agent', 'I am sorry to hear that. We have a free appointment today at four. Does that suit you?'],
      ['customer', 'Yes, please.'],
      ['agent', 'I have noted you for today at four. Goodbye.'],
    ],
    analysis: { wanted: 'appointment', urgent: true },
    summary: 'The caller has a toothache, and comes today at four.',
    sentiment: 'neutral',
    endedBy: 'Agent ended the call',
  },
  {
    weight: 1,
    turns: [
      ['agent', receptionHello],
      ['customer', 'My invoice is wrong. I want to complain.'],
      ['agent', 'I am sorry. I cannot see invoices. Our office can, on weekdays from nine to six.'],
      ['customer', 'That does not help me.'],
    ],
    analysis: { wanted: 'invoice' },
    summary: 'The caller complains about an invoice, and hangs up without an answer.',
    sentiment: 'negative',
    failed: ['Answers the question'],
    endedBy: 'Customer ended the call',
  },
];

/** An agent of the demo, with its calls. */
export interface DemoAgent {
  /** The template that the agent is made from. */
  job: 'appointment-reminder' | 'survey' | 'receptionist';
  /** Null for an agent that is called. */
  campaign: string | null;
  rubrics: readonly string[];
  conversations: readonly Conversation[];
  /** Calls that begin in an hour in which the practice is open. */
  callsPerHour: number;
}

export const demoAgents: readonly DemoAgent[] = [
  {
    job: 'appointment-reminder',
    campaign: 'Appointment reminders',
    rubrics: ['Greets by name', 'Says why it calls'],
    conversations: reminder,
    callsPerHour: 5,
  },
  {
    job: 'survey',
    campaign: 'Visit survey',
    rubrics: ['Greets by name', 'Asks every question'],
    conversations: survey,
    callsPerHour: 2,
  },
  {
    job: 'receptionist',
    campaign: null,
    rubrics: ['Answers the question', 'Is polite'],
    conversations: reception,
    callsPerHour: 3,
  },
];
