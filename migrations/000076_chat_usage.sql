-- What models were used for in a chat, and the version of the prices that its cost goes by: those when it was over.
alter table chats
  add column usage json,
  add column usage_is_complete boolean not null default true,
  add column price_version integer;
