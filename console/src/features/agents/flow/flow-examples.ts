/** A flow to begin with. It needs no tools and no transfer destinations. */
interface FlowExample {
  id: string;
  title: string;
  about: string;
  needsModel: boolean;
  flow: object;
}

const survey = {
  start: 'rating',
  variables: {
    type: 'object',
    properties: {
      rating: { type: 'integer', minimum: 1, maximum: 5, description: 'How the customer rates us' },
    },
  },
  stages: {
    rating: {
      dialogue: {
        start: 'ask',
        slots: { rating: { type: 'number', min: 1, max: 5 } },
        nodes: {
          ask: { say: 'How do you rate us, from one to five?', listen: { slot: 'rating', goto: 'rated' } },
          rated: { stage: 'thanks' },
        },
      },
    },
    thanks: {
      says: 'Thank you.',
      edges: [
        { to: 'sorry', when: 'vars.rating < 3' },
        { to: 'goodbye', when: 'vars.rating >= 3' },
      ],
    },
    sorry: {
      says: 'I am sorry that we did not do better. We will look into it. Goodbye.',
      finish: 'end-call',
    },
    goodbye: { says: 'It is good to hear that. Goodbye.', finish: 'end-call' },
  },
};

const booking = {
  start: 'booking',
  variables: {
    type: 'object',
    properties: {
      date: { type: 'string', format: 'date', description: 'The day of the visit' },
      guests: { type: 'integer', minimum: 1, maximum: 12, description: 'The number of guests' },
    },
  },
  stages: {
    booking: {
      instructions: 'Ask for the day and the number of guests. Ask for one at a time.',
      collects: ['date', 'guests'],
      edges: [{ to: 'confirm', when: 'vars.date != null && vars.guests != null' }],
    },
    confirm: {
      instructions: 'Repeat the day and the number of guests, and ask whether that is right.',
      edges: [
        { to: 'booked', choice: 'the caller says that it is right' },
        { to: 'booking', choice: 'the caller wants to change something' },
      ],
    },
    booked: { says: 'I have noted your visit. Goodbye.', finish: 'end-call' },
    goodbye: {
      says: 'No problem. Goodbye.',
      global: { choice: 'the caller does not want to go on' },
      finish: 'end-call',
    },
  },
};

const identity = {
  start: 'identify',
  variables: {
    type: 'object',
    properties: {
      customer: { type: 'string', minLength: 6, maxLength: 6, description: 'The customer number' },
      concern: { type: 'string', description: 'What the customer wants' },
    },
  },
  stages: {
    identify: {
      dialogue: {
        start: 'ask',
        slots: { customer: { type: 'digits', minLength: 6, maxLength: 6 } },
        nodes: {
          ask: {
            say: 'Please say or enter your customer number, which has six digits.',
            listen: { slot: 'customer', goto: 'known' },
          },
          known: { stage: 'concern' },
        },
      },
    },
    concern: {
      instructions: 'Ask what the caller wants. Ask back until you could explain it to a colleague.',
      collects: ['concern'],
      edges: [{ to: 'noted', when: 'vars.concern != null' }],
    },
    noted: { says: 'Thank you. A colleague will call you back today. Goodbye.', finish: 'end-call' },
  },
};

export const flowExamples: readonly FlowExample[] = [
  {
    id: 'booking',
    title: 'Book a visit',
    about: 'Collects a day and a number of guests, and has them confirmed.',
    needsModel: true,
    flow: booking,
  },
  {
    id: 'identity',
    title: 'Identify, then listen',
    about: 'A scripted dialogue takes the customer number. A model then asks for the concern.',
    needsModel: true,
    flow: identity,
  },
  {
    id: 'survey',
    title: 'Ask for a rating',
    about: 'One question, and other words for unhappy customers. Needs no model.',
    needsModel: false,
    flow: survey,
  },
];
