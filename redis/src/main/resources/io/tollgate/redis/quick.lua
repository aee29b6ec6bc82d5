-- Decides claims whose buckets are strings, as decide.lua does, in less than half of the time: this is the script that runs all day.
--
-- It has no functions, because Redis makes those of a script anew each time it runs it, and for one claim no tables. It writes a bucket over the one that
-- is there and leaves its expiry alone for as long as prelude.lua would not give it another. It leaves the working out of answers to the caller, and
-- whatever is unusual to decide.lua: a limit that has changed, a clock that was set back, a sliding window so near to its limit that it takes more
-- than doubles to tell.
--
-- KEYS and ARGV as decide.lua has them. Returns nothing if it leaves the call to that. Otherwise for each claim, packed, 1 if it and all before it are
-- admitted and 0 if not; the time; and the state of its bucket before the call: the debt of a token bucket, or what fixed.lua and
-- sliding.lua call the state of a window, without since when it has existed.

local call, pack, unpack = redis.call, struct.pack, struct.unpack
local keys, argv = KEYS, ARGV
local count = #keys
local manner = argv[count + 1]

local now
if manner and string.find(manner, '@', 1, true) then
  now = tonumber(string.match(manner, '%d+'))
else
  local time = call('TIME')
  now = time[1] * 1000000 + time[2]
end

-- Of several claims, the answers and what is to be written, in a table that has room for three; of one, the variables have it.
local several = count > 1 and {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
local allowed = 1
local answer, state, until_before, until_after

for i = 1, count do
  local code, a, b, c, d, cost = unpack('<Bddddd', argv[i])
  local stored = redis.pcall('GET', keys[i])
  local x, y, z
  if stored then
    if stored.err then
      return ''
    end
    local code1, a1, b1, c1, d1
    code1, a1, b1, c1, d1, x, y, z = unpack('<Bddddddd', stored)
    if code1 ~= code or a1 ~= a or b1 ~= b or c1 ~= c or d1 ~= d then
      return ''
    end
  end
  state, until_before = false, false

  if code <= 2 then
    -- x: debt, y: when, z: since when
    local beyond
    if stored then
      if y > now then
        return ''
      end
      until_before = y + x / a
      x = x - (now - y) * a
      if x <= 0 then
        x, z = 0, now
      end
      if #stored > 57 then
        -- What is beyond the limit is kept until the bucket is full.
        if x > 0 then
          beyond = string.sub(stored, 58)
        else
          until_before = false
        end
      end
    else
      x, z = 0, now
    end
    if cost > 0 then
      if x > (c - cost) * b then
        allowed = 0
      end
      local debt = x + cost * b
      state, until_after = pack('<ddd', debt, now, z), now + debt / a
      if beyond then
        state = state .. beyond
      end
    end
    answer = pack('<ddd', allowed, now, x)
  elseif code == 3 then
    -- x: start, y: taken, z: since when
    if stored then
      if x > now then
        return ''
      end
      until_before = x + b
      if until_before <= now then
        x, y = now - math.fmod(now - x, b), 0
      end
    else
      x, y, z = now - math.fmod(now, b), 0, now
    end
    if cost > 0 then
      if cost > a - y then
        allowed = 0
      end
      state, until_after = pack('<ddd', x, y + cost, z), x + b
    end
    answer = pack('<dddd', allowed, now, x, y)
  else
    -- x: start, y: taken in this window, z: taken in the one before
    local since = now
    if stored then
      since = unpack('<d', stored, 58)
      local elapsed = now - x
      if elapsed < 0 then
        return ''
      end
      until_before = x + 2 * b
      if elapsed >= b then
        x = now - math.fmod(elapsed, b)
        y, z = 0, elapsed < 2 * b and y or 0
      end
    else
      x, y, z = now - math.fmod(now, b), 0, 0
    end
    if cost > 0 then
      local room = a - y - cost
      if room < 0 then
        allowed = 0
      elseif z > room then
        -- The part of the window before that is still covered may weigh too much.
        local has, weighs = room * b, z * (b - (now - x))
        if has < weighs then
          allowed = 0
        end
        if weighs > 9007199254740992 and math.abs(has - weighs) < weighs / 1000000000 then
          return ''
        end
      end
      state, until_after = pack('<dddd', x, y + cost, z, since), x + 2 * b
    end
    answer = pack('<ddddd', allowed, now, x, y, z)
  end

  if several then
    local place = 4 * i
    several[place - 3], several[place - 2], several[place - 1], several[place] = answer, state, until_before, until_after
  end
end

if allowed == 1 and not (manner and string.find(manner, '?', 1, true)) then
  for i = 1, count do
    if several then
      local place = 4 * i
      state, until_before, until_after = several[place - 2], several[place - 1], several[place]
    end
    if state then
      local expiry = until_after - until_after % 16000000
      if until_before and until_before - until_before % 16000000 == expiry then
        call('SETRANGE', keys[i], '33', state)
      else
        -- As expiry_millis in prelude.lua.
        local millis = (expiry + 32000000 - now) / 1000
        call('SET', keys[i], string.sub(argv[i], 1, 33) .. state, 'PX', millis - millis % 1)
      end
    end
  end
end
if several then
  answer = several[1]
  for i = 2, count do
    answer = answer .. several[4 * i - 3]
  end
end
return answer
