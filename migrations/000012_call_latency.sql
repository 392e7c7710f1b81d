-- How a conversation went, from its latency ledger: every turn with the positions of its steps, how long the caller
-- waited, and what the providers were used for. Null: there was no conversation.
alter table calls
  add column turns json,
  add column latency json,
  add column usage json;
