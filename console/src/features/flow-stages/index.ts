export {
  type Condition,
  type ConditionKind,
  conditionKinds,
  conditionOf,
  conditionText,
} from './conditions.ts';
export { type FlowView, flowView, type StageView, type WayView } from './stages.ts';
