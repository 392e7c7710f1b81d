export { stepsOfCall, stepsOfChat } from './flow-entries.ts';
export { type FlowStartDraft, flowStartOf } from './flow-start.ts';
export { FlowStepLine } from './flow-step-line.tsx';
export { FlowTracePanel } from './flow-trace-panel.tsx';
export { versionQuery } from './queries.ts';
export { suppliedOf, type TestDraft, TestFields, testedOf } from './test-fields.tsx';
export { type FlowMarks, useFlowTrace } from './use-flow-trace.ts';
export { useScrollToStage } from './use-scroll-to-stage.ts';
