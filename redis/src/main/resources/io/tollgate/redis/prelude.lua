-- What all scripts share. A script is made of this file, the files of the algorithms that it needs, and a main part.
--
-- Times are microseconds. All numbers are whole and below 2^53, where Lua's doubles are exact. Divisions go by way
-- of fmod, which is exact, because a quotient alone may be rounded up to a whole number.
--
-- A limit's numbers come packed, and stand as they came in front of the state of its buckets. A state with other numbers
-- in front is one of a limit that has changed since: what was taken of it is taken from the changed one.
--
-- A bucket that a clock set back makes one of the future counts from now on, with all that was taken of it.

local call, try, pack, unpack, fmod = redis.call, redis.pcall, struct.pack, struct.unpack, math.fmod
local max, min, sub = math.max, math.min, string.sub

local LIMIT = '<Bdddd'
local LIMIT_SIZE = 33

-- More than this is not counted, so that sums stay exact; no limit comes near it.
local MOST = 4503599627370496

-- How much longer a key lives than its bucket needs it: longer than clocks of servers differ and replicas lag.
local MARGIN_MILLIS = 10000

local algorithms = {}

local now
if ARGV[1] == '' then
  local time = call('TIME')
  now = time[1] * 1000000 + time[2]
else
  now = tonumber(ARGV[1])
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

local function millis(micros)
  return ceil_div(micros, 1000) + MARGIN_MILLIS
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

local function write_string(bucket, state, reset)
  call('SET', bucket.key, bucket.params .. state, 'PX', millis(reset))
end

local function named(key, params)
  local code, a, b, c, d = unpack(LIMIT, params)
  return {key = key, params = params, code = code, a = a, b = b, c = c, d = d}, algorithms[code]
end

-- The successor of a bucket whose limit has changed; nil if this script lacks the algorithm that it had.
local function convert(bucket, algorithm, stored)
  local old, before = named(bucket.key, sub(stored, 1, LIMIT_SIZE))
  if not before then
    return nil
  end
  bucket.dirty = true
  if before == algorithm and algorithm.keeps then
    algorithm.read(bucket, stored)
  else
    before.read(old, stored)
    bucket.replaces = true
    algorithm.charged(bucket, before.taken(old))
  end
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
