-- How well the audio of a call came through, as the media thread counted it. Null: it was not answered, or no count is left.
alter table calls add column quality json;
