-- Sliding window. The limit's numbers: limit, window.
--
-- State: when the window began, what was taken in it and in the one before, since when the bucket has existed.

do
  local STATE = '<dddd'
  local sliding = {fetch = fetch_string}

  function sliding.keeps(old, bucket)
    return old.b == bucket.b
  end

  -- How far into a window the one before it, of which so much was taken, weighs no more than there is room.
  local function faded_to(room, taken, window)
    return taken <= room and 0 or window - (mul_div(room, window, taken))
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
    bucket.start, bucket.current, bucket.previous = now - fmod(now, bucket.b), min(taken, MOST), 0
    bucket.made = now
  end

  -- More than the limit, if that was lowered.
  function sliding.taken(bucket)
    local gone = mul_div(bucket.previous, now - bucket.start, bucket.b)
    return bucket.current + (bucket.previous - gone)
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
    local remaining = max(0, bucket.a - sliding.taken(bucket))
    local stop = bucket.start + bucket.b
    if bucket.current > 0 then
      return remaining, stop + bucket.b - now
    end
    return remaining, bucket.previous > 0 and stop - now or 0
  end

  function sliding.write(bucket)
    local state = pack(STATE, bucket.start, bucket.current, bucket.previous, bucket.made)
    write_string(bucket, state, bucket.start + 2 * bucket.b)
  end

  algorithms[4] = sliding
end
