export {
  type Condition,
  type ConditionKind,
  conditionKinds,
  conditionOf,
  conditionText,
  listed,
  plainPhrase,
  shownText,
  spacedName,
} from './conditions.ts';
export {
  type FinishView,
  type FlowView,
  flowView,
  type StageView,
  type StageVisit,
  type WayView,
} from './stages.ts';
