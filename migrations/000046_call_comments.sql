-- Works with programs from 000017 on.

-- What members wrote about a call. The rows are removed with the call, and with the data of its customer.
create table call_comments (
  organization_id text not null,
  call_id text not null,
  comment_id text not null,
  member_id text not null,
  comment text not null,
  created_at timestamptz(3) not null,
  -- Null when the author has not edited the comment.
  edited_at timestamptz(3),
  primary key (organization_id, call_id, comment_id)
);
