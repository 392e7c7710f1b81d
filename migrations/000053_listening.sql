-- Works with programs from 000017 on.

-- Where a calls process gives the audio of its live calls to the API, `host:port`, and the token that it asks for. The
-- token is new with each process. Null for processes without calls.
alter table nodes add column audio_address text;
alter table nodes add column audio_token text;

-- Whether members may listen to live calls.
alter table organizations add column listening text not null default 'on';
