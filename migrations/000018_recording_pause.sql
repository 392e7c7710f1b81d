-- What was last asked of the recording of a live call, and by which request: the process that holds the call looks for it.
alter table calls add column recording_pause_requested boolean, add column recording_pause_request text;
