-- Fixed window. The limit's numbers: limit, window.
--
-- State: when the window began, what was taken in it, since when the bucket has existed.

do
  local STATE = '<ddd'
  local fixed = {fetch = fetch_string}

  function fixed.keeps(old, bucket)
    return old.b == bucket.b
  end

  function fixed.max(bucket)
    return bucket.a
  end

  function fixed.read(bucket, stored)
    local start, taken, made = unpack(STATE, stored, LIMIT_SIZE + 1)
    local window, elapsed = bucket.b, now - start
    if elapsed >= window then
      start, taken = now - fmod(elapsed, window), 0
    elseif elapsed < 0 then
      start, bucket.dirty = now - fmod(now, window), true
    end
    bucket.start, bucket.count, bucket.made = start, taken, made
  end

  function fixed.charged(bucket, taken)
    bucket.start, bucket.count, bucket.made = now - fmod(now, bucket.b), min(taken, MOST), now
  end

  -- More than the limit, if that was lowered.
  function fixed.taken(bucket)
    return bucket.count
  end

  function fixed.wait(bucket, cost)
    return (cost == 0 or cost <= bucket.a - bucket.count) and 0 or bucket.start + bucket.b - now
  end

  function fixed.take(bucket, cost)
    bucket.count = bucket.count + cost
    return 0
  end

  function fixed.left(bucket)
    return max(0, bucket.a - bucket.count), bucket.count == 0 and 0 or bucket.start + bucket.b - now
  end

  function fixed.write(bucket)
    write_string(bucket, pack(STATE, bucket.start, bucket.count, bucket.made), bucket.start + bucket.b)
  end

  algorithms[3] = fixed
end
