-- Calls under way. The limit's numbers: how many at a time, how long a lease lasts.
--
-- Each lease is a member, its number, with its end as score. One of another cost than 1 has a second member, 'w' and the number, with the
-- cost below zero as score, so these come between the header and the leases. The header has the sum of all costs, how many are not 1, the
-- number given out last, a time before which no lease ends, and the time of the last change.
--
-- A lease is numbered by the time at which it was given out, moved on where that number was given out before. So a number is
-- never given out again, not even by a bucket that was forgotten in between.

do
  local STATE = '<ddddd'
  local NUMBER = '>d'
  local CHUNK = 100
  local NEVER = 9007199254740992
  local leases = {fetch = fetch_set}

  function leases.keeps()
    return true
  end

  local function cost_of(bucket, member)
    if bucket.weighted == 0 then
      return 1
    end
    local score = call('ZSCORE', bucket.key, 'w' .. member)
    return score and -score or 1
  end

  function leases.remove(bucket, member)
    local cost = cost_of(bucket, member)
    call('ZREM', bucket.key, member)
    bucket.total = bucket.total - cost
    if cost ~= 1 then
      call('ZREM', bucket.key, 'w' .. member)
      bucket.weighted = bucket.weighted - 1
    end
    bucket.dirty = true
  end

  local function move_back(bucket, micros)
    local members = call('ZRANGE', bucket.key, 1 + bucket.weighted, -1, 'WITHSCORES')
    for i = 1, #members, 2 do
      call('ZADD', bucket.key, max(0, members[i + 1] - micros), members[i])
    end
    bucket.earliest = 0
    bucket.dirty = true
  end

  -- Ends the leases that have lasted long enough.
  local function purge(bucket)
    if bucket.earliest > now then
      return
    end
    for _, member in ipairs(call('ZRANGEBYSCORE', bucket.key, 0, now)) do
      leases.remove(bucket, member)
    end
    bucket.earliest = bucket.total > 0 and score_at(bucket.key, 1 + bucket.weighted) or NEVER
    bucket.dirty = true
  end

  function leases.max(bucket)
    return bucket.a
  end

  function leases.read(bucket, stored)
    local seen
    bucket.header = stored
    bucket.total, bucket.weighted, bucket.newest, bucket.earliest, seen = unpack(STATE, stored, LIMIT_SIZE + 1)
    if seen > now then
      move_back(bucket, seen - now)
    end
    purge(bucket)
  end

  local function hold(bucket, number, cost)
    local member = pack(NUMBER, number)
    call('ZADD', bucket.key, now + bucket.b, member)
    if cost ~= 1 then
      call('ZADD', bucket.key, -cost, 'w' .. member)
      bucket.weighted = bucket.weighted + 1
    end
    bucket.total = bucket.total + cost
    bucket.earliest = min(bucket.earliest, now + bucket.b)
  end

  function leases.charged(bucket, taken)
    bucket.total, bucket.weighted, bucket.newest, bucket.earliest = 0, 0, now - 1, NEVER
    if bucket.replaces then
      clear(bucket)
    end
    if taken > 0 then
      -- Nobody holds this lease, so it has a number that nobody can give back.
      hold(bucket, now + 0.5, min(taken, MOST))
      leases.write(bucket, bucket.b)
    end
  end

  -- More than the limit, if that was lowered.
  function leases.taken(bucket)
    return bucket.total
  end

  function leases.wait(bucket, cost)
    local excess = bucket.total + cost - bucket.a
    if cost == 0 or excess <= 0 then
      return 0
    end
    local rank = 1 + bucket.weighted
    if bucket.weighted == 0 then
      return score_at(bucket.key, excess) - now
    end
    while true do
      local members = call('ZRANGE', bucket.key, rank, rank + CHUNK - 1, 'WITHSCORES')
      for i = 1, #members, 2 do
        excess = excess - cost_of(bucket, members[i])
        if excess <= 0 then
          return members[i + 1] - now
        end
      end
      rank = rank + CHUNK
    end
  end

  -- Returns that the call need not wait, and the number of its lease.
  function leases.take(bucket, cost)
    local number = max(now, bucket.newest + 1)
    hold(bucket, number, cost)
    bucket.newest = number
    return 0, number
  end

  function leases.left(bucket)
    return max(0, bucket.a - bucket.total), bucket.total == 0 and 0 or score_at(bucket.key, -1) - now
  end

  function leases.write(bucket, reset)
    write_header(bucket, pack(STATE, bucket.total, bucket.weighted, bucket.newest, bucket.earliest, now), reset)
  end

  algorithms[6] = leases
end
