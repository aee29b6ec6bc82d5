-- Every statement of the service, by name: "-- name:" begins one. Runs on H2 and on PostgreSQL.

-- name: version
select version from service_state where id = 1

-- name: lock
select version from service_state where id = 1 for update

-- name: next version
update service_state set version = version + 1 where id = 1

-- name: rules
select name, body, revision, granted, ends_at, changed_by, changed_at from rule order by name

-- name: rule
select name, body, revision, granted, ends_at, changed_by, changed_at from rule where name = ?

-- name: ended grants
select name, body, revision, granted, ends_at, changed_by, changed_at from rule
where granted = true and ends_at <= ? order by name

-- name: insert rule
insert into rule (body, revision, granted, ends_at, changed_by, changed_at, name) values (?, ?, ?, ?, ?, ?, ?)

-- name: update rule
update rule set body = ?, revision = ?, granted = ?, ends_at = ?, changed_by = ?, changed_at = ? where name = ?

-- name: delete rule
delete from rule where name = ?

-- name: last revision
select coalesce(max(revision), 0) from revision where name = ?

-- name: insert revision
insert into revision (name, revision, action, body, granted, changed_by, approved_by, reason, changed_at)
values (?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: history
select revision, action, body, granted, changed_by, approved_by, reason, changed_at from revision
where name = ? and revision < ? order by revision desc limit ?

-- name: revision
select revision, action, body, granted, changed_by, approved_by, reason, changed_at from revision
where name = ? and revision = ?

-- name: insert audit
insert into audit (happened_at, who, address, action, target, detail) values (?, ?, ?, ?, ?, ?)

-- name: audit after
select id, happened_at, who, address, action, target, detail from audit where id > ? order by id limit ?

-- name: audit before
select id, happened_at, who, address, action, target, detail from audit where id < ? order by id desc limit ?

-- name: tokens
select name, role, made_by, made_at from token order by name

-- name: token by hash
select name, role, made_by, made_at from token where hash = ?

-- name: role of token
select role from token where name = ?

-- name: makers of token
select makers from token where name = ?

-- name: count tokens
select count(*) from token

-- name: count tokens of role
select count(*) from token where role = ?

-- name: insert token
insert into token (name, role, hash, made_by, made_at, makers) values (?, ?, ?, ?, ?, ?)

-- name: delete token
delete from token where name = ?

-- name: insert proposal
insert into proposal (action, name, body, granted, base_revision, reason, author, made_at, status)
values (?, ?, ?, ?, ?, ?, ?, ?, 'open')

-- name: proposals
select id, action, name, body, granted, base_revision, reason, author, made_at, status, decided_by, decided_at
from proposal where id < ? order by id desc limit ?

-- name: open proposals
select id, action, name, body, granted, base_revision, reason, author, made_at, status, decided_by, decided_at
from proposal where status = 'open' and id < ? order by id desc limit ?

-- name: decided proposals
select id, action, name, body, granted, base_revision, reason, author, made_at, status, decided_by, decided_at
from proposal where status <> 'open' and id < ? order by id desc limit ?

-- name: proposal
select id, action, name, body, granted, base_revision, reason, author, made_at, status, decided_by, decided_at
from proposal where id = ?

-- name: decide proposal
update proposal set status = ?, decided_by = ?, decided_at = ? where id = ? and status = 'open'
