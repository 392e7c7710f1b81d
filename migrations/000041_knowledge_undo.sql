-- Works with programs from 000017 on.

-- The title and text before the last correction, and whether those were a correction too: {"title", "text", "isCorrected"}. Null when
-- there is nothing to undo. A correction by a program from before keeps what is here.
alter table knowledge_documents add column previous json;
