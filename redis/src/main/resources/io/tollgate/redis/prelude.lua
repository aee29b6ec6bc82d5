-- What all scripts share. A script is made of this file, the files of the algorithms that it needs, and a main part.
--
-- Times are microseconds. All numbers are whole and below 2^53, where Lua's doubles are exact. Divisions go by way
-- of fmod, which is exact, because a quotient alone may be rounded up to a whole number.
--
-- A limit's numbers come packed, and stand as they came in front of the state of its buckets. A state with other numbers
-- in front is one of a limit that has changed since: what was taken of it is taken from the changed one, and none of it is lost, so that it does
-- not matter how often and in which order a limit's definitions are asked.
--
-- An argument behind all others says what is not usual: '?' to look and not to take, '<' to undo what was taken, '@' and a time that takes the
-- place of Redis's.
--
-- A bucket that a clock set back makes one of the future counts from now on, with all that was taken of it.

local call, try, pack, unpack, fmod = redis.call, redis.pcall, struct.pack, struct.unpack, math.fmod
local max, min, sub = math.max, math.min, string.sub

local LIMIT = '<Bdddd'
local LIMIT_SIZE = 33

-- More than this is not counted, so that sums stay exact; no limit comes near it.
local MOST = 4503599627370496

-- A key lives for one to two of these longer than its bucket needs it, which is longer than clocks of servers differ and replicas lag. Since it is
-- whole ones since 1970, a busy bucket has the same expiry for a while, and need not be given it again.
local MARGIN = 16000000

-- How much later than a call its bucket may seem to have been made, because callers measure time as well as they can.
local SLACK = 134218

local algorithms = {}

local manner = ARGV[#ARGV]
local looks = string.byte(manner) == 63
local given = string.match(manner, '^[?<]?@(%d+)$')
local now
if given then
  now = tonumber(given)
else
  local time = call('TIME')
  now = time[1] * 1000000 + time[2]
end

local function floor_div(a, b)
  return (a - fmod(a, b)) / b
end

local function ceil_div(a, b)
  local rest = fmod(a, b)
  if rest == 0 then
    return a / b
  end
  return (a - rest) / b + 1
end

-- How long a key lives whose bucket is needed until a time.
local function expiry_millis(needed)
  return floor_div(needed - needed % MARGIN + 2 * MARGIN - now, 1000)
end

-- Whether a command failed because the key is of another type, which it is when its limit has changed.
local function is_of_another_type(failure)
  return string.find(failure.err, 'WRONGTYPE', 1, true) ~= nil
end

-- The state of a bucket that is one string, which begins with the limit's numbers; false if there is none.
local function fetch_string(key)
  local stored = try('GET', key)
  if type(stored) ~= 'table' then
    return stored
  end
  -- Any other failure comes again, and ends the script.
  return is_of_another_type(stored) and call('ZRANGE', key, 0, 0)[1] or call('GET', key)
end

local function write_string(bucket, state, needed)
  call('SET', bucket.key, bucket.params .. state, 'PX', expiry_millis(needed))
end

local function named(key, params)
  local code, a, b, c, d = unpack(LIMIT, params)
  return {key = key, params = params, code = code, a = a, b = b, c = c, d = d}, algorithms[code]
end

-- The successor of a bucket whose limit has changed; nil if this script lacks the algorithm that it had.
local function convert(bucket, algorithm, stored)
  if bucket.code <= 2 and bucket.c == 0 then
    -- It can owe nothing, so it leaves the bucket of the other definition in its place.
    algorithm.charged(bucket, 0)
    return bucket, algorithm
  end
  local old, before = named(bucket.key, sub(stored, 1, LIMIT_SIZE))
  if not before then
    return nil
  end
  bucket.dirty = true
  if before == algorithm and algorithm.keeps and algorithm.keeps(old, bucket) then
    algorithm.read(bucket, stored)
    return bucket, algorithm
  end
  before.read(old, stored)
  bucket.replaces = true
  if before == algorithm and algorithm.succeed then
    algorithm.succeed(bucket, old)
  else
    algorithm.charged(bucket, before.taken(old))
  end
  -- Whatever calls took before cannot be told apart in it, so nothing of that comes back by itself.
  bucket.made = now + SLACK + 1
  return bucket, algorithm
end

-- The bucket of a key as it is now, and its algorithm.
local function open(key, params)
  local bucket, algorithm = named(key, params)
  local stored = algorithm.fetch(key)
  if not stored then
    algorithm.charged(bucket, 0)
  elseif sub(stored, 1, LIMIT_SIZE) == params then
    algorithm.read(bucket, stored)
  else
    return convert(bucket, algorithm, stored)
  end
  return bucket, algorithm
end
