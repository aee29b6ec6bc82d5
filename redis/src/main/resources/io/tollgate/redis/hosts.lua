-- Says that a host is there, and returns how many hosts are.
--
-- KEYS[1]  the hosts, sorted by when each was last heard of
-- ARGV[1]  this host
-- ARGV[2]  after how many milliseconds without a word a host is gone

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local life = tonumber(ARGV[2])

redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - life)
-- A clock that was set back has left words from the future.
redis.call('ZREMRANGEBYSCORE', KEYS[1], now + life, '+inf')
redis.call('PEXPIRE', KEYS[1], life)
return redis.call('ZCOUNT', KEYS[1], '-inf', '+inf')
