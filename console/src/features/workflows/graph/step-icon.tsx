/** On a 16 × 16 grid, in the color of the text. */
const paths: Readonly<Record<string, string>> = {
  trigger: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  http: 'M2 8h12M8 2c4 4 4 8 0 12M8 2C4 6 4 10 8 14M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2',
  placeCall:
    'M3 2.5h2.5L7 6 5.3 7.2a8 8 0 0 0 3.5 3.5L10 9l3.5 1.5V13c0 .5-.5 1-1 1A10.5 10.5 0 0 1 2 3.5c0-.5.5-1 1-1',
  queueCall:
    'M3 2.5h2.5L7 6 5.3 7.2a8 8 0 0 0 3.5 3.5L10 9l3.5 1.5V13c0 .5-.5 1-1 1A10.5 10.5 0 0 1 2 3.5c0-.5.5-1 1-1M9.5 2.5h4.5M9.5 5h4.5',
  sendChatMessage: 'M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z',
  pushPersonalization: 'M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M3 13.5c.5-3 2.5-4 5-4s4.5 1 5 4',
  languageModel: 'M8 2v3M8 11v3M2 8h3M11 8h3M4 4l1.8 1.8M10.2 10.2 12 12M12 4l-1.8 1.8M5.8 10.2 4 12',
  searchKnowledge: 'M3 2.5h6v4M3 2.5v11h4M5 5.5h2M5 8h1.5M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12.2 12.2l2 2',
  workflow: 'M2.5 2.5h4v4h-4zM9.5 9.5h4v4h-4zM4.5 6.5v5h5',
  condition: 'M8 2l6 6-6 6-6-6z',
  split: 'M8 14V9M8 9C8 5 3 7 3 2.5M8 9c0-4 5-2 5-6.5M8 9V2.5',
  parallel: 'M4 2.5v11M8 2.5v11M12 2.5v11',
  loop: 'M12.5 5.5A5 5 0 1 0 13 9M13 2.5v3h-3',
  end: 'M3.5 3.5h9v9h-9z',
  set: 'M3 5.5h10M3 10.5h10',
  transform: 'M2.5 5h8.5L8.5 2.5M13.5 11H5l2.5 2.5',
  delay: 'M8 4.5V8l2.5 1.5M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2',
  waitForEvent: 'M4 2.5h8M4 13.5h8M5 2.5c0 4 6 7 6 11M11 2.5c0 4-6 7-6 11',
};

/** The decorative icon of a step type. */
export function StepIcon({ type }: { type: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="none" aria-hidden="true" className="step-icon">
      <path
        d={paths[type] ?? 'M8 4v5M8 11.5v.5'}
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
