export { EventHub } from './event-hub.ts';
export { streamEvents } from './stream-events.ts';
