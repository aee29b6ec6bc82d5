-- Decides claims whose buckets are strings, as decide.lua does, in a third of the time: this is the script that runs all day.
--
-- It has no functions, because Redis makes those of a script anew each time it runs it, and hardly any tables. It leaves the working out of answers to
-- the caller, and whatever is unusual to decide.lua: a limit that has changed, a clock that was set back, a sliding window so near to its limit
-- that it takes more than doubles to tell.
--
-- KEYS and ARGV as decide.lua has them. Returns nothing if it leaves the call to that. Otherwise 1 if all claims are admitted and 0 if not, the time, and
-- for each claim what prelude.lua calls a state, without the time of a token bucket's debt and without since when a bucket has existed: after the
-- call if its claims were taken, and else before.

local call, pack, unpack, fmod = redis.call, struct.pack, struct.unpack, math.fmod
local keys, argv = KEYS, ARGV
local count = #keys

local now
if argv[1] == '' then
  local time = call('TIME')
  now = time[1] * 1000000 + time[2]
else
  now = tonumber(argv[1])
end

-- A bucket's state is in w, x, y and z, for one claim as for the last of several; those of several are also in the table.
local w, x, y, z
local states = count > 1 and {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
local allowed = 1

for i = 1, count do
  local params, cost = argv[2 * i + 1], argv[2 * i + 2] + 0
  local code, a, b, c = unpack('<Bddd', params)
  local stored = redis.pcall('GET', keys[i])
  if stored and (type(stored) ~= 'string' or string.sub(stored, 1, 33) ~= params) then
    return ''
  end

  if code <= 2 then
    -- w: debt, x: since when
    w, x = 0, now
    if stored then
      local at
      w, at, x = unpack('<ddd', stored, 34)
      if at > now then
        return ''
      end
      local paid = (now - at) * a
      if w > paid then
        w = w - paid
      else
        w, x = 0, now
      end
    end
    if cost > 0 and w > (c - cost) * b then
      allowed = 0
    end
  elseif code == 3 then
    -- w: start, x: taken, y: since when
    if stored then
      w, x, y = unpack('<ddd', stored, 34)
      if w > now then
        return ''
      end
      if now - w >= b then
        w, x = now - fmod(now - w, b), 0
      end
    else
      w, x, y = now - fmod(now, b), 0, now
    end
    if cost > 0 and cost > a - x then
      allowed = 0
    end
  else
    -- w: start, x: taken in this window, y: taken in the one before, z: since when
    if stored then
      w, x, y, z = unpack('<dddd', stored, 34)
      local elapsed = now - w
      if elapsed < 0 then
        return ''
      end
      if elapsed >= b then
        w = now - fmod(elapsed, b)
        y = elapsed < 2 * b and x or 0
        x = 0
      end
    else
      w, x, y, z = now - fmod(now, b), 0, 0, now
    end
    local room = a - x - cost
    if cost == 0 or y <= room then
      room = 0
    elseif room < 0 then
      allowed = 0
    else
      -- The part of the window before that is still covered weighs too much.
      local has, weighs = room * b, y * (b - (now - w))
      if has < weighs then
        allowed = 0
      end
      if weighs > 9007199254740992 and math.abs(has - weighs) < weighs / 1000000000 then
        return ''
      end
    end
  end

  if states then
    local place = 4 * i
    states[place - 3], states[place - 2], states[place - 1], states[place] = w, x, y, z
  end
end

local taking = allowed == 1 and argv[2] == '1'
local answer = pack('<dd', allowed, now)

for i = 1, count do
  local params, cost = argv[2 * i + 1], argv[2 * i + 2] + 0
  local code, a, b = unpack('<Bdd', params)
  if states then
    local place = 4 * i
    w, x, y, z = states[place - 3], states[place - 2], states[place - 1], states[place]
  end
  local takes = taking and cost > 0
  local millis, state

  if code <= 2 then
    if takes then
      w = w + cost * b
      state, millis = pack('<ddd', w, now, x), w / a / 1000
    end
    answer = answer .. pack('<d', w)
  elseif code == 3 then
    if takes then
      x = x + cost
      state, millis = pack('<ddd', w, x, y), (w + b - now) / 1000
    end
    answer = answer .. pack('<dd', w, x)
  else
    if takes then
      x = x + cost
      state, millis = pack('<dddd', w, x, y, z), (w + 2 * b - now) / 1000
    end
    answer = answer .. pack('<ddd', w, x, y)
  end

  if takes then
    -- Ten seconds more, as MARGIN_MILLIS in prelude.lua.
    call('SET', keys[i], params .. state, 'PX', 10001 + millis - millis % 1)
  end
end
return answer
