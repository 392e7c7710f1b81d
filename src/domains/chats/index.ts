export { abandonChats } from './abandon.ts';
export { addAndFollow } from './add-and-follow.ts';
export { addChatMessage } from './add-message.ts';
export {
  type Answer,
  type AnswerDraft,
  type CountedAnswer,
  type DraftedStep,
  type FollowUp,
  guardRailEntryName,
  type PlannedHandOver,
} from './answer.ts';
export { openChatPage } from './chat-page.ts';
export { type CommittedAnswer, commitAnswer, dropIfAnswered, TurnLost } from './commit-answer.ts';
export { createChat } from './create.ts';
export { customerNumberOf } from './customer-number.ts';
export { type ChatActivity, ChatFeed } from './feed.ts';
export { followChat } from './follow.ts';
export { endChat } from './move.ts';
export { listMessages } from './read.ts';
export { ChatDetailsPage, CreateChatMessage } from './schemas.ts';
export { writeChatSessionData } from './session-data.ts';
export {
  type ChatAnalysisJob,
  chatAnalysesQueuedLongAgo,
  giveUpChatAnalysis,
  settleChatAnalysis,
  takePendingChatAnalyses,
} from './store/analysis.ts';
export { earlierChatsOf, type HistoryMessage, historyOf } from './store/messages.ts';
export { eraseChats, forgetChats, personTextsInChats } from './store/removal.ts';
export {
  type ChatTurn,
  claimTurns,
  findTurn,
  type HeldTurn,
  releaseTurns,
  renewTurns,
  saveDraft,
} from './store/turns.ts';
export { addChatUsage } from './store/usage.ts';
export type { ChatHandOver, ChatTakeover } from './takeover.ts';
export { valuesOfChat } from './values.ts';
