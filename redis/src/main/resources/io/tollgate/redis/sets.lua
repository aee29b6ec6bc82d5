-- What the algorithms share whose bucket is a sorted set.
--
-- The first member is the header: the limit's numbers and the state that does not grow. It changes by being replaced. Its score is
-- below all others, so it has rank 0.

local function fetch_set(key)
  local members = try('ZRANGE', key, 0, 0)
  if not members.err then
    return members[1] or false
  end
  -- Any other failure comes again, and ends the script.
  return is_of_another_type(members) and call('GET', key) or call('ZRANGE', key, 0, 0)[1]
end

local function score_at(key, rank)
  return tonumber(call('ZRANGE', key, rank, rank, 'WITHSCORES')[2])
end

-- Replaces the header.
local function write_header(bucket, state, reset)
  local key, header = bucket.key, bucket.params .. state
  if bucket.header and bucket.header ~= header then
    call('ZREM', key, bucket.header)
  end
  call('ZADD', key, '-inf', header)
  call('PEXPIRE', key, expiry_millis(now + reset))
  bucket.header = header
end

-- Puts a set in place of whatever there was, before anything is added to it.
local function clear(bucket)
  call('DEL', bucket.key)
  bucket.replaces, bucket.header = nil, nil
end
