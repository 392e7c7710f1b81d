export {
  type Advance,
  actOf,
  advance,
  afterFailure,
  edgesNow,
  entered,
  fitting,
  globalsFrom,
  keyEdges,
  stageOf,
  stateNow,
} from './advance.ts';
export { type FlowPart, partsInStage } from './answer-parts.ts';
export { checkFlow } from './check.ts';
export { mayUse, stageWithTool } from './choices.ts';
export * from './flow.ts';
export { requestIn } from './instructions.ts';
export { TagReader } from './tag.ts';
export { take } from './take.ts';
