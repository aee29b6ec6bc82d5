-- Sliding log. The limit's numbers: limit, window, gap, 1 if refused calls count.
--
-- Each call is a member with its time as score: a number that keeps calls of one time in order, and the cost. The header has the sum of
-- all costs, how many of them are not 1, the number given out last, when the last call came, the time of the last change, when the
-- youngest call came that was cut off (-1 if none was), when the oldest and the youngest entry came, since when the bucket has existed; and
-- the largest limit that a call was counted under since the log was empty, if that is not the one it has.

do
  local STATE = '<ddddddddd'
  local ENTRY = '>dd'
  local CHUNK = 100
  local LARGEST = LIMIT_SIZE + 9 * 8 + 1
  local log = {fetch = fetch_set}

  function log.keeps(old, bucket)
    return old.b == bucket.b
  end

  local function cost_of(member)
    local _, cost = unpack(ENTRY, member)
    return cost
  end

  local function count(bucket, cost, sign)
    bucket.total = bucket.total + sign * cost
    if cost ~= 1 then
      bucket.weighted = bucket.weighted + sign
    end
    bucket.dirty = true
  end

  function log.add(bucket, cost)
    bucket.seq = bucket.seq + 1
    call('ZADD', bucket.key, now, pack(ENTRY, bucket.seq, cost))
    if bucket.total == 0 then
      bucket.oldest, bucket.largest = now, bucket.a
    end
    bucket.youngest, bucket.largest = now, max(bucket.largest, bucket.a)
    count(bucket, cost, 1)
  end

  -- Takes an entry out, or leaves so much of it.
  function log.remove(bucket, member, score, left)
    local seq, cost = unpack(ENTRY, member)
    call('ZREM', bucket.key, member)
    count(bucket, cost, -1)
    if left > 0 then
      call('ZADD', bucket.key, score, pack(ENTRY, seq, left))
      count(bucket, left, 1)
    else
      bucket.oldest = score_at(bucket.key, 1) or now
      bucket.youngest = bucket.total > 0 and score_at(bucket.key, -1) or now
    end
  end

  -- Drops the calls that have left the window.
  local function purge(bucket)
    local key, border = bucket.key, now - bucket.b
    if bucket.total == 0 or bucket.oldest > border then
      return
    end
    for _, member in ipairs(call('ZRANGEBYSCORE', key, 0, border)) do
      count(bucket, cost_of(member), -1)
    end
    call('ZREMRANGEBYSCORE', key, 0, border)
    bucket.oldest = score_at(key, 1) or now
  end

  local function move_back(bucket, micros)
    local key = bucket.key
    local members = call('ZRANGE', key, 1, -1, 'WITHSCORES')
    for i = 1, #members, 2 do
      call('ZADD', key, max(0, members[i + 1] - micros), members[i])
    end
    for _, name in ipairs({'last', 'oldest', 'youngest'}) do
      bucket[name] = max(0, bucket[name] - micros)
    end
    bucket.cut = bucket.cut < 0 and -1 or max(0, bucket.cut - micros)
    bucket.dirty = true
  end

  function log.max(bucket)
    return bucket.a
  end

  function log.read(bucket, stored)
    local seen
    bucket.header = stored
    bucket.total, bucket.weighted, bucket.seq, bucket.last, seen, bucket.cut, bucket.oldest, bucket.youngest, bucket.made =
      unpack(STATE, stored, LIMIT_SIZE + 1)
    local _, limit = unpack(LIMIT, stored)
    bucket.largest = #stored >= LARGEST and unpack('<d', stored, LARGEST) or limit
    if seen > now then
      move_back(bucket, seen - now)
    end
    purge(bucket)
  end

  function log.charged(bucket, taken)
    bucket.total, bucket.weighted, bucket.seq, bucket.cut = 0, 0, 0, -1
    bucket.last, bucket.oldest, bucket.youngest, bucket.made = now, now, now, now
    bucket.largest = bucket.a
    if bucket.replaces then
      clear(bucket)
    end
    if taken > 0 then
      log.add(bucket, min(taken, MOST))
      log.write(bucket, bucket.b)
    end
  end

  -- More than the limit, if that was lowered.
  function log.taken(bucket)
    return bucket.total
  end

  -- When the oldest calls came that make up an amount.
  local function instant_of_oldest(bucket, amount)
    if bucket.weighted == 0 then
      return score_at(bucket.key, amount) or bucket.last
    end
    local sum, rank = 0, 1
    while true do
      local members = call('ZRANGE', bucket.key, rank, rank + CHUNK - 1, 'WITHSCORES')
      if #members == 0 then
        return bucket.last
      end
      for i = 1, #members, 2 do
        sum = sum + cost_of(members[i])
        if sum >= amount then
          return tonumber(members[i + 1])
        end
      end
      rank = rank + CHUNK
    end
  end

  function log.wait(bucket, cost)
    if cost == 0 or bucket.total == 0 then
      return 0
    end
    local gap, at = bucket.c, now
    if gap > 0 then
      at = bucket.last + gap
    end
    local excess = bucket.total + cost - bucket.a
    if excess > 0 then
      at = max(at, instant_of_oldest(bucket, excess) + bucket.b)
    end
    return max(0, at - now)
  end

  function log.take(bucket, cost)
    log.add(bucket, cost)
    bucket.last = now
    return 0
  end

  -- Counts a refused call, if they count, and cuts off what the younger calls alone make superfluous, under the largest limit.
  function log.refuse(bucket, cost)
    if bucket.d == 0 then
      return
    end
    log.take(bucket, cost)
    local members = call('ZRANGE', bucket.key, 1, 1, 'WITHSCORES')
    while bucket.total - cost_of(members[1]) >= bucket.largest do
      bucket.cut = tonumber(members[2])
      log.remove(bucket, members[1], members[2], 0)
      members = call('ZRANGE', bucket.key, 1, 1, 'WITHSCORES')
    end
  end

  function log.left(bucket)
    return max(0, bucket.a - bucket.total), bucket.total == 0 and 0 or bucket.youngest + bucket.b - now
  end

  function log.write(bucket, reset)
    local state = pack(
      STATE, bucket.total, bucket.weighted, bucket.seq, bucket.last, now, bucket.cut, bucket.oldest, bucket.youngest,
      bucket.made
    )
    if bucket.largest ~= bucket.a then
      state = state .. pack('<d', bucket.largest)
    end
    write_header(bucket, state, reset)
  end

  algorithms[5] = log
end
