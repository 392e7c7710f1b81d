-- Where the recording of a call is: in the data directory of the machine that carried it, or in the object store.
alter table calls add column recording_store text not null default 'local' check (recording_store in ('local', 's3'));
create index calls_recording on calls (call_id) where recording_file is not null;
