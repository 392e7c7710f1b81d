-- Works with programs from 000017 on.

-- The audio codecs that a trunk's last answer to OPTIONS lists, and why the last call over it had no audio in common.
alter table trunk_health add column peer_codecs text[], add column audio_problem text;
