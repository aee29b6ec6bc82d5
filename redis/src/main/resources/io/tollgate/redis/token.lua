-- Token and leaky bucket. The limit's numbers: units in a microsecond, units in a token, burst.
--
-- State: what is owed in units, when, and since when the bucket has existed or last was full.

do
  local STATE = '<ddd'
  local token = {fetch = fetch_string}

  function token.max(bucket)
    return bucket.c
  end

  function token.read(bucket, stored)
    local debt, at, made = unpack(STATE, stored, LIMIT_SIZE + 1)
    if now >= at then
      -- A product above 2^53 is rounded, and is still above every debt.
      local paid = (now - at) * bucket.a
      debt = debt > paid and debt - paid or 0
    else
      bucket.dirty = true
    end
    bucket.debt = debt
    bucket.made = debt == 0 and now or made
  end

  function token.charged(bucket, taken)
    bucket.debt = min(taken, bucket.c) * bucket.b
    bucket.made = now
  end

  function token.taken(bucket)
    return bucket.c - (token.left(bucket))
  end

  function token.wait(bucket, cost)
    local over = bucket.debt - (bucket.c - cost) * bucket.b
    return (over <= 0 or cost == 0) and 0 or ceil_div(over, bucket.a)
  end

  -- Returns how long the call waits for its turn.
  function token.take(bucket, cost)
    local before = bucket.debt
    bucket.debt = before + cost * bucket.b
    return bucket.code == 2 and ceil_div(before, bucket.a) or 0
  end

  function token.left(bucket)
    local debt, capacity = bucket.debt, bucket.b * bucket.c
    local remaining = debt < capacity and floor_div(capacity - debt, bucket.b) or 0
    return remaining, ceil_div(debt, bucket.a)
  end

  function token.write(bucket)
    write_string(bucket, pack(STATE, bucket.debt, now, bucket.made), now + bucket.debt / bucket.a)
  end

  algorithms[1], algorithms[2] = token, token
end
