-- Decides all claims of a call together: takes all of them, or none.
--
-- KEYS: a bucket for each claim. ARGV: the time or '', 1 to take or 0 to look only, and for each claim the limit's numbers and the cost.
-- Returns for each claim, packed, 0 if it is admitted, 1 if not now, 2 if never; what is left; how long until the bucket is as new; how long
-- to wait; the number of a lease or 0. Returns nothing where a bucket is of an algorithm that this script lacks.

do
  local taking = ARGV[2] == '1'
  local buckets, of, waits, allowed, known = {}, {}, {}, true, true

  for i = 1, #KEYS do
    local bucket, algorithm = open(KEYS[i], ARGV[2 * i + 1])
    if not bucket then
      known = false
      break
    end
    buckets[i], of[i] = bucket, algorithm
    local cost = tonumber(ARGV[2 * i + 2])
    local wait = cost > algorithm.max(bucket) and -1 or algorithm.wait(bucket, cost)
    waits[i] = wait
    allowed = allowed and wait == 0
  end

  local answer = ''
  for i = 1, #buckets do
    local bucket, algorithm, wait = buckets[i], of[i], waits[i]
    local outcome, lease = 0, 0
    if wait < 0 then
      outcome, wait = 2, 0
    elseif wait > 0 then
      outcome = 1
      if taking and known and algorithm.refuse then
        algorithm.refuse(bucket, tonumber(ARGV[2 * i + 2]))
        wait = algorithm.wait(bucket, tonumber(ARGV[2 * i + 2]))
      end
    elseif allowed and known and taking and ARGV[2 * i + 2] ~= '0' then
      wait, lease = algorithm.take(bucket, tonumber(ARGV[2 * i + 2]))
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
