-- Decides claims on token buckets, as long as nothing has changed: the usual case, by a script without functions, because Redis
-- makes those anew each time. Where a limit has changed or a clock was set back it returns one -1, and the general script decides.
--
-- Arguments, answers and states are those of decide.lua and token.lua.

local call, pack, unpack, fmod, sub = redis.call, struct.pack, struct.unpack, math.fmod, string.sub

local now
if ARGV[1] == '' then
  local time = call('TIME')
  now = time[1] * 1000000 + time[2]
else
  now = ARGV[1] + 0
end

local count, all = #KEYS, true
local buckets = {}
for i = 1, count do
  local params = ARGV[2 * i + 1]
  local _, per_micro, per_token, burst = unpack('<Bddd', params)
  local debt, made = 0, now
  local stored = redis.pcall('GET', KEYS[i])
  if stored then
    if type(stored) == 'table' or sub(stored, 1, 33) ~= params then
      return {-1}
    end
    local owed, at, since = unpack('<ddd', stored, 34)
    local paid = (now - at) * per_micro
    if paid < 0 then
      return {-1}
    end
    if owed > paid then
      debt, made = owed - paid, since
    end
  end
  local cost = ARGV[2 * i + 2] + 0
  local over = debt - (burst - cost) * per_token
  buckets[i] = {per_micro, per_token, burst, debt, made, cost, over}
  if over > 0 and cost > 0 then
    all = false
  end
end

local take = all and ARGV[2] == '1'
local answers = {}
for i = 1, count do
  local b = buckets[i]
  local per_micro, per_token, burst, debt, cost, over = b[1], b[2], b[3], b[4], b[6], b[7]
  local outcome, wait = 0, 0
  if cost > burst then
    outcome = 2
  elseif over > 0 and cost > 0 then
    outcome = 1
    local rest = fmod(over, per_micro)
    wait = (over - rest) / per_micro
    if rest > 0 then
      wait = wait + 1
    end
  end
  if take and cost > 0 then
    debt = debt + cost * per_token
  end
  local rest = fmod(debt, per_micro)
  local reset = (debt - rest) / per_micro
  if rest > 0 then
    reset = reset + 1
  end
  local free = burst * per_token - debt
  local remaining = 0
  if free > 0 then
    remaining = (free - fmod(free, per_token)) / per_token
  end
  if take and cost > 0 then
    local millis = (reset - fmod(reset, 1000)) / 1000 + 10001
    call('SET', KEYS[i], ARGV[2 * i + 1] .. pack('<ddd', debt, now, b[5]), 'PX', millis)
  end
  local n = 5 * i
  answers[n - 4], answers[n - 3], answers[n - 2], answers[n - 1], answers[n] = outcome, remaining, reset, wait, 0
end
return answers
