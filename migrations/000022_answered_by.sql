-- Who or what answered an outbound call whose agent asks for it: {kind, decidedAtMs, reason}. Null: nobody looked.
alter table calls add column answered_by json;
