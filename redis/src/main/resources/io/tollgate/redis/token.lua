-- Token and leaky bucket. The limit's numbers: units in a microsecond, units in a token, burst.
--
-- State: what is owed in units, when, and since when the bucket has existed or last was full. Behind that, if there is any, what was taken
-- under another definition of the limit and is more than this one can owe: it does not count before the limit changes again, and is
-- forgotten when the bucket is full. quick.lua keeps it as it is.

do
  local STATE = '<ddd'
  local BEYOND = LIMIT_SIZE + 3 * 8 + 1
  local token = {fetch = fetch_string}

  -- What is owed above this, in all, is forgotten.
  local MOST_OWED = 9007199254740992

  local function all_owed(bucket)
    return min(bucket.debt + bucket.beyond, MOST_OWED)
  end

  -- As many tokens in units of another bucket, rounded up to one of them.
  local function in_units(amount, there, here)
    if there == here then
      return amount
    end
    if amount / there * here >= MOST_OWED then
      return MOST_OWED
    end
    local units, rest = mul_div(amount, here, there)
    return min(rest > 0 and units + 1 or units, MOST_OWED)
  end

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
    bucket.beyond = debt > 0 and #stored >= BEYOND and unpack('<d', stored, BEYOND) or 0
    bucket.made = debt == 0 and now or made
  end

  function token.charged(bucket, taken)
    local all = min(taken * bucket.b, MOST_OWED)
    bucket.debt = min(all, bucket.b * bucket.c)
    bucket.beyond = all - bucket.debt
    bucket.made = now
  end

  -- Owes as many tokens as the bucket that it takes the place of; below empty, as far as that did.
  function token.succeed(bucket, old)
    local all = in_units(all_owed(old), old.b, bucket.b)
    local over = min(all, in_units(max(0, old.debt - old.b * old.c), old.b, bucket.b))
    local capacity = bucket.b * bucket.c
    bucket.debt = min(all - over, capacity) + min(over, capacity)
    bucket.beyond = all - bucket.debt
    bucket.made = now
  end

  -- More than the limit, if that was lowered.
  function token.taken(bucket)
    return ceil_div(all_owed(bucket), bucket.b)
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
    local state = pack(STATE, bucket.debt, now, bucket.made)
    if bucket.beyond > 0 then
      state = state .. pack('<d', bucket.beyond)
    end
    write_string(bucket, state, now + bucket.debt / bucket.a)
  end

  algorithms[1], algorithms[2] = token, token
end
