-- Gives leases back.
--
-- KEYS: a bucket for each lease. ARGV: for each lease its number. One that has ended does no harm.

do
  for i = 1, #KEYS do
    local key, number = KEYS[i], pack('>d', ARGV[i])
    local stored = fetch_set(key)
    -- A bucket whose limit counts something else now has no leases.
    if stored and string.byte(stored) == 6 and call('ZSCORE', key, number) then
      local bucket, leases = open(key, sub(stored, 1, LIMIT_SIZE))
      if call('ZSCORE', key, number) then
        leases.remove(bucket, number)
      end
      if bucket.dirty then
        local _, left = leases.left(bucket)
        leases.write(bucket, left)
      end
    end
  end
  return ''
end
