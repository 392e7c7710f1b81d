export { Choice } from './choice.tsx';
export {
  type Pick,
  useAgentPicks,
  usePhoneNumberPicks,
  useRetryConfigPicks,
  useSchedulePicks,
  useTrunkPicks,
} from './use-picks.ts';
