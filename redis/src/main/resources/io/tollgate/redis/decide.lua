-- Decides all claims of a call together: takes all of them, or none.
--
-- KEYS: a bucket for each claim. ARGV: for each claim, packed, the limit's numbers and the cost.
-- Returns for each claim, packed, 0 if it is admitted, 1 if not now, 2 if never; what is left; how long until the bucket is as new; how long
-- to wait; the number of a lease or 0. Returns nothing where a bucket is of an algorithm that this script lacks.

do
  local buckets, of, costs, waits, allowed, known = {}, {}, {}, {}, true, true

  for i = 1, #KEYS do
    local bucket, algorithm = open(KEYS[i], sub(ARGV[i], 1, LIMIT_SIZE))
    if not bucket then
      known = false
      break
    end
    buckets[i], of[i] = bucket, algorithm
    local cost = unpack('<d', ARGV[i], LIMIT_SIZE + 1)
    costs[i] = cost
    local wait = cost > algorithm.max(bucket) and -1 or algorithm.wait(bucket, cost)
    waits[i] = wait
    allowed = allowed and wait == 0
  end

  local answer = ''
  for i = 1, #buckets do
    local bucket, algorithm, cost, wait = buckets[i], of[i], costs[i], waits[i]
    local outcome, lease = 0, 0
    if wait < 0 then
      outcome, wait = 2, 0
    elseif wait > 0 then
      outcome = 1
      if not looks and known and algorithm.refuse then
        algorithm.refuse(bucket, cost)
        wait = algorithm.wait(bucket, cost)
      end
    elseif allowed and known and not looks and cost > 0 then
      wait, lease = algorithm.take(bucket, cost)
      bucket.dirty = true
    end
    local remaining, reset = algorithm.left(bucket)
    if bucket.dirty then
      algorithm.write(bucket, reset)
    end
    answer = answer .. pack('<ddddd', outcome, remaining, reset, wait, lease or 0)
  end
  return known and answer or ''
end
