export { Sender, type SenderOptions } from './sender.ts';
