export { abandonChats } from './abandon.ts';
export { addAndFollow } from './add-and-follow.ts';
export { addChatMessage } from './add-message.ts';
export {
  type ChatAnalysisJob,
  chatAnalysesQueuedLongAgo,
  giveUpChatAnalysis,
  settleChatAnalysis,
  takePendingChatAnalyses,
} from './analysis-store.ts';
export type { Answer, AnswerDraft, CountedAnswer, DraftedStep, FollowUp } from './answer.ts';
export { openChatPage } from './chat-page.ts';
export { type CommittedAnswer, commitAnswer, dropIfAnswered, TurnLost } from './commit-answer.ts';
export { createChat } from './create.ts';
export { customerNumberOf } from './customer-number.ts';
export { eraseChats } from './erase.ts';
export { type ChatActivity, ChatFeed } from './feed.ts';
export { followChat } from './follow.ts';
export { forgetChats } from './forget.ts';
export { earlierChatsOf, type HistoryMessage, historyOf } from './history.ts';
export { listMessages } from './list-messages.ts';
export { endChat } from './move.ts';
export { ChatDetailsPage, CreateChatMessage } from './schemas.ts';
export { writeChatSessionData } from './session-data.ts';
export {
  type ChatTurn,
  claimTurns,
  findTurn,
  type HeldTurn,
  releaseTurns,
  renewTurns,
  saveDraft,
} from './turn-store.ts';
export { addChatUsage } from './usage.ts';
export { valuesOfChat } from './values.ts';
