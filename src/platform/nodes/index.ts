export { openAudioLink } from './audio-link.ts';
export { DeadNodes, expiredNodes, fenceNode, forgetNode, isAnyOverdue } from './dead-nodes.ts';
export {
  type DatabaseEpoch,
  type DialingHold,
  databaseEpoch,
  EpochWatch,
  type Found,
  type FoundCalls,
  reportToEpoch,
} from './epoch.ts';
export { type Feature, requireEverywhere } from './feature.ts';
export { type Frame, FrameReader, frame, frameKind } from './frames.ts';
export { LinkVersionError, linkVersion, versionRefusal } from './link-version.ts';
export { type AudioPlace, hasOtherCapacity, Node, type Refusals } from './node.ts';
export { type EpochToOpen, epochToOpen, notifyOrganization, openEpoch } from './open-epoch.ts';
