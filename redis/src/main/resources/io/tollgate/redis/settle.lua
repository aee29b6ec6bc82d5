-- Corrects what calls took.
--
-- KEYS: a bucket for each settlement. ARGV: for each settlement the limit's numbers, how much more the call should have
-- taken (less, if negative), how much it took, how long ago, and how long the bucket would have taken then to be as new.
--
-- What a call cost less comes back only while its limit is as it was. A call that is undone gets back what it took, whatever
-- has become of its limit since.

do
  local function same(boundary, measured, window)
    return math.abs(boundary - measured) <= (window - 1) / 2
  end

  local function sum(taken, more)
    return min(taken + more, MOST)
  end

  local undoes = string.byte(manner) == 60
  local charge, refund, undo = {}, {}, {}

  charge[1] = function(bucket, more)
    local deepest = 2 * bucket.b * bucket.c
    bucket.debt = max(bucket.debt, min(bucket.debt + min(more, 2 * bucket.c) * bucket.b, deepest))
  end

  refund[1] = function(bucket, less, taken, elapsed, reset)
    local units, unit = bucket.a, bucket.b
    local longest = ceil_div(2 * unit * bucket.c, units)
    if reset <= 0 or elapsed >= longest then
      return
    end
    -- The reset was rounded up to whole microseconds, so a unit more than one less is sure.
    local sure = (min(reset, longest) - 1) * units + 1
    local left = max(sure, min(taken, bucket.c) * unit) - elapsed * units
    local back = min(left, min(less, bucket.c) * unit)
    bucket.debt = max(0, bucket.debt - max(0, back))
  end

  -- If there is something beyond, the bucket has not been full since the limit changed. Otherwise what was taken may be paid off by now.
  undo[1] = function(bucket, less, _, elapsed)
    local back = less * bucket.b
    local from_beyond = min(back, bucket.beyond)
    bucket.beyond = bucket.beyond - from_beyond
    bucket.debt = max(0, bucket.debt - max(0, back - from_beyond - elapsed * bucket.a))
  end

  charge[2], refund[2], undo[2] = charge[1], refund[1], undo[1]

  charge[3] = function(bucket, more)
    bucket.count = sum(bucket.count, more)
  end

  refund[3] = function(bucket, less, _, elapsed, reset)
    if same(bucket.start + bucket.b, now - elapsed + reset, bucket.b) then
      bucket.count = max(0, bucket.count - less)
    end
  end

  undo[3] = function(bucket, less, _, elapsed)
    if bucket.start <= now - elapsed then
      bucket.count = max(0, bucket.count - less)
    end
  end

  charge[4] = function(bucket, more)
    bucket.current = sum(bucket.current, more)
  end

  refund[4] = function(bucket, less, _, elapsed, reset)
    -- What is taken in a window counts until the end of the next one.
    local start = now - elapsed + reset - 2 * bucket.b
    if same(bucket.start, start, bucket.b) then
      bucket.current = max(0, bucket.current - less)
    elseif same(bucket.start - bucket.b, start, bucket.b) then
      bucket.previous = max(0, bucket.previous - less)
    end
  end

  undo[4] = function(bucket, less, _, elapsed)
    if bucket.start <= now - elapsed then
      bucket.current = max(0, bucket.current - less)
    elseif bucket.start - bucket.b <= now - elapsed then
      bucket.previous = max(0, bucket.previous - less)
    end
  end

  -- Takes the tokens now; but that is no call, and the gap is counted from the last call.
  charge[5] = function(bucket, more)
    local added = sum(bucket.total, more) - bucket.total
    if added > 0 then
      algorithms[5].add(bucket, added)
    end
  end

  -- The first entry of at least a cost, going up or down from a time.
  local function next_entry(key, command, from, to, cost)
    local offset = 0
    while true do
      local members = call(command, key, from, to, 'WITHSCORES', 'LIMIT', offset, 100)
      for i = 1, #members, 2 do
        local _, taken = unpack('>dd', members[i])
        if taken >= cost then
          return members[i], tonumber(members[i + 1])
        end
      end
      if #members == 0 then
        return nil
      end
      offset = offset + 100
    end
  end

  -- Takes from the entry of at least what the call took that came nearest to it.
  refund[5] = function(bucket, less, taken, elapsed, reset)
    local cut = bucket.cut >= 0 and now - bucket.cut < bucket.b
    local at = now - elapsed + reset - bucket.b
    if cut then
      return
    end
    local key = bucket.key
    local member, score = next_entry(key, 'ZREVRANGEBYSCORE', at, 0, taken)
    if member then
      -- Of several of one time the first.
      member = next_entry(key, 'ZRANGEBYSCORE', score, score, taken)
    end
    local later, its_score = next_entry(key, 'ZRANGEBYSCORE', '(' .. string.format('%.0f', at), '+inf', taken)
    if later and (not member or its_score - at < at - score) then
      member, score = later, its_score
    end
    if not member then
      return
    end
    local _, cost = unpack('>dd', member)
    algorithms[5].remove(bucket, member, score, max(0, cost - less))
    if cost <= less then
      bucket.last = min(bucket.last, bucket.total > 0 and bucket.youngest or now)
    end
  end

  undo[5] = function(bucket, less, taken, elapsed)
    if elapsed < bucket.b then
      refund[5](bucket, less, taken, elapsed, bucket.b)
    end
  end

  for i = 1, #KEYS do
    local key, place = KEYS[i], 5 * i - 4
    local params, more, taken = ARGV[place], tonumber(ARGV[place + 1]), tonumber(ARGV[place + 2])
    local elapsed, reset = tonumber(ARGV[place + 3]), tonumber(ARGV[place + 4])
    local _, named_algorithm = named(key, params)
    local stored = named_algorithm.fetch(key)
    local current = stored and sub(stored, 1, LIMIT_SIZE) or params
    if more > 0 or (stored and elapsed < reset and (current == params or undoes)) then
      -- A charge goes to the limit as it is now, whatever it was for.
      local bucket, algorithm = open(key, current)
      local settle = charge[bucket.code]
      if more < 0 then
        -- Calls under way have nothing to settle.
        local same_bucket = current == params and now - elapsed - (bucket.made or now) >= -SLACK
        settle = same_bucket and refund[bucket.code] or undoes and undo[bucket.code]
      end
      if settle then
        settle(bucket, math.abs(more), taken, elapsed, reset)
      end
      if settle or bucket.dirty then
        local _, left = algorithm.left(bucket)
        algorithm.write(bucket, left)
      end
    end
  end
  return ''
end
