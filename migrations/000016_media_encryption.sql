-- Whether a trunk's audio is encrypted by keys in the session description (RFC 4568).
alter table trunks add column media_encryption text not null default 'off'
  check (media_encryption in ('off', 'optional', 'required'));
