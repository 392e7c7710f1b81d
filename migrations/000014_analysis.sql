-- What is found out about a call after its end. Null: nothing is wanted. `pending`: the call ended, no job is stored
-- yet; `queued`: a job is; then `done`, or `failed` when every try failed or no model was there to ask.
alter table calls
  add column analysis_status text check (analysis_status in ('pending', 'queued', 'done', 'failed')),
  add column analysis_queued_at timestamptz(3);
create index calls_analysis on calls (analysis_status, analysis_queued_at)
  where analysis_status in ('pending', 'queued');
