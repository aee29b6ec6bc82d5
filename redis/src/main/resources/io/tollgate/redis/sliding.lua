-- Sliding window. The limit's numbers: limit, window.
--
-- State: when the window began, what was taken in it and in the one before, since when the bucket has existed.

do
  local STATE = '<dddd'
  local sliding = {fetch = fetch_string}

  -- A product of two numbers as the sum of two, both exact: Dekker's way with Veltkamp's halves of 26 and 27 bits.
  local function product(a, b)
    local p = a * b
    local c = 134217729 * a
    local a1 = c - (c - a)
    local a2 = a - a1
    c = 134217729 * b
    local b1 = c - (c - b)
    local b2 = b - b1
    return p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2
  end

  -- a * b / c, rounded down, for a result that is not above a or not above b.
  local function mul_div(a, b, c)
    local p = a * b
    if p <= 9007199254740992 then
      return floor_div(p, c)
    end
    -- The quotient is at most one off. What is left over tells.
    local quotient = math.floor(p / c)
    local high, low = product(a, b)
    local high2, low2 = product(quotient, c)
    local rest = (high - high2) + (low - low2)
    if rest < 0 then
      return quotient - 1
    end
    return rest >= c and quotient + 1 or quotient
  end

  -- How far into a window the one before it, of which so much was taken, weighs no more than there is room.
  local function faded_to(room, taken, window)
    return taken <= room and 0 or window - mul_div(room, window, taken)
  end

  function sliding.max(bucket)
    return bucket.a
  end

  function sliding.read(bucket, stored)
    local start, current, previous, made = unpack(STATE, stored, LIMIT_SIZE + 1)
    local window, elapsed = bucket.b, now - start
    if elapsed >= window then
      start = now - fmod(elapsed, window)
      previous = elapsed < 2 * window and current or 0
      current = 0
    elseif elapsed < 0 then
      start, bucket.dirty = now - fmod(now, window), true
    end
    bucket.start, bucket.current, bucket.previous, bucket.made = start, current, previous, made
  end

  function sliding.charged(bucket, taken)
    bucket.start, bucket.current, bucket.previous = now - fmod(now, bucket.b), taken, 0
    bucket.made = now
  end

  function sliding.taken(bucket)
    return bucket.a - (sliding.left(bucket))
  end

  function sliding.wait(bucket, cost)
    if cost == 0 then
      return 0
    end
    local limit, window, start = bucket.a, bucket.b, bucket.start
    local room = limit - bucket.current - cost
    if room < 0 then
      return start + window + faded_to(limit - cost, bucket.current, window) - now
    end
    return max(0, start + faded_to(room, bucket.previous, window) - now)
  end

  function sliding.take(bucket, cost)
    bucket.current = bucket.current + cost
    return 0
  end

  function sliding.left(bucket)
    local window, current, previous = bucket.b, bucket.current, bucket.previous
    local gone = mul_div(previous, now - bucket.start, window)
    local remaining = max(0, bucket.a - current - (previous - gone))
    local stop = bucket.start + window
    if current > 0 then
      return remaining, stop + window - now
    end
    return remaining, previous > 0 and stop - now or 0
  end

  function sliding.write(bucket)
    local state = pack(STATE, bucket.start, bucket.current, bucket.previous, bucket.made)
    write_string(bucket, state, bucket.start + 2 * bucket.b)
  end

  algorithms[4] = sliding
end
