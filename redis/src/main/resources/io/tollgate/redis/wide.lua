-- Products above 2^53, for the algorithms that need them.

-- A product of two numbers as the sum of two, both exact: Dekker's way with Veltkamp's halves of 26 and 27 bits.
local function product(a, b)
  local p = a * b
  local c = 134217729 * a
  local a1 = c - (c - a)
  local a2 = a - a1
  c = 134217729 * b
  local b1 = c - (c - b)
  local b2 = b - b1
  return p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2
end

-- a * b / c, rounded down, and what is left over, for a result below 2^53 and a c of at most 2^52.
local function mul_div(a, b, c)
  local p = a * b
  -- One that is 2^53 may have been rounded to it.
  if p < 9007199254740992 then
    local rest = fmod(p, c)
    return (p - rest) / c, rest
  end
  -- The quotient is at most two off. What is left over tells, and is exact, since it is at most twice c.
  local quotient = math.floor(p / c)
  local high, low = product(a, b)
  local high2, low2 = product(quotient, c)
  local rest = (high - high2) + (low - low2)
  while rest < 0 do
    quotient, rest = quotient - 1, rest + c
  end
  while rest >= c do
    quotient, rest = quotient + 1, rest - c
  end
  return quotient, rest
end
