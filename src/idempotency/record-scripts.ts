// Scripts run whole in Redis, by its clock, so that servers need not agree on the time. A record is a hash:
// digest, state, token (whose lease), until (when that ends), round, text (the answer, or the question).
// KEYS: the record, the caller's records by expiry, the caller's answers in order, the bytes of them, the caller's questions by expiry, the
// bytes of them.

const NOW = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)`;

const OWN = `if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
if redis.call('HGET', KEYS[1], 'state') ~= 'running' then return 0 end`;

const KEEP = `redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[2], KEYS[1])
redis.call('PEXPIRE', KEYS[2], ARGV[2])`;

/** Takes the right to run a call. ARGV: token, keepMs, digest, round, repeatable, leaseMs, keep. */
export const CLAIM = `${NOW}
local known = redis.call('HMGET', KEYS[1], 'digest', 'state', 'until', 'round', 'text')
local function take(word)
  redis.call('HSET', KEYS[1], 'digest', ARGV[3], 'state', 'running', 'token', ARGV[1], 'until', now + ARGV[6], 'round', ARGV[4], 'text', '')
  ${KEEP}
  return { word }
end
if not known[1] then
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[7]) then return { 'full' } end
  return take('mine')
end
if known[1] ~= ARGV[3] then return { 'other' } end
if known[2] == 'asked' then
  if known[4] == ARGV[4] then
    if redis.call('ZREM', KEYS[5], #known[5] .. ' ' .. KEYS[1]) == 1 then redis.call('DECRBY', KEYS[6], #known[5]) end
    return take('mine')
  end
  if known[5] == '' then return { 'dropped' } end
  return { 'asked', known[5] }
end
if known[2] ~= 'running' then return { known[2], known[5] } end
if tonumber(known[3]) > now then return { 'running' } end
if ARGV[5] ~= '1' then return { 'lost' } end
if known[4] == ARGV[4] then return take('again') end
return take('mine')`;

/** Prolongs a lease. ARGV: token, keepMs, leaseMs. */
export const RENEW = `${NOW}
${OWN}
redis.call('HSET', KEYS[1], 'until', now + ARGV[3])
${KEEP}
return 1`;

/**
 * Records a question for as long as it can be answered, and drops the texts of the caller's oldest ones if they are too many bytes: these can
 * still be answered. ARGV: token, keepMs, round, text, answerMs, keepBytes.
 */
export const ASK = `${NOW}
${OWN}
local most = tonumber(ARGV[6])
local size = #ARGV[4]
local function sizeOf(member) return tonumber(string.sub(member, 1, string.find(member, ' ', 1, true) - 1)) end
for _, old in ipairs(redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', now)) do
  redis.call('ZREM', KEYS[5], old)
  redis.call('DECRBY', KEYS[6], sizeOf(old))
end
redis.call('HSET', KEYS[1], 'state', 'asked', 'round', ARGV[3], 'text', size > most and '' or ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[2], now + ARGV[5], KEYS[1])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
if size > most then return 1 end
-- With microseconds, so that questions of one millisecond have an order too.
redis.call('ZADD', KEYS[5], now + ARGV[5] + t[2] % 1000 / 1000, size .. ' ' .. KEYS[1])
local bytes = redis.call('INCRBY', KEYS[6], size)
redis.call('PEXPIRE', KEYS[5], ARGV[2])
redis.call('PEXPIRE', KEYS[6], ARGV[2])
while bytes > most do
  local oldest = redis.call('ZRANGE', KEYS[5], 0, 0)[1]
  if not oldest then break end
  redis.call('ZREM', KEYS[5], oldest)
  local record = string.sub(oldest, string.find(oldest, ' ', 1, true) + 1)
  if redis.call('HGET', record, 'state') == 'asked' then redis.call('HSET', record, 'text', '') end
  bytes = redis.call('DECRBY', KEYS[6], sizeOf(oldest))
end
return 1`;

/** Forgets a call. ARGV: token. */
export const RELEASE = `${OWN}
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], KEYS[1])
return 1`;

/** Records an answer, and drops the caller's oldest ones if they are too many bytes. ARGV: token, keepMs, keepBytes, text. */
export const END = `${NOW}
${OWN}
local size = #ARGV[4]
local most = tonumber(ARGV[3])
if size > most then
  redis.call('HSET', KEYS[1], 'state', 'dropped')
  ${KEEP}
  return 1
end
redis.call('HSET', KEYS[1], 'state', 'ended', 'text', ARGV[4])
${KEEP}
redis.call('RPUSH', KEYS[3], size .. ' ' .. KEYS[1])
local bytes = redis.call('INCRBY', KEYS[4], size)
redis.call('PEXPIRE', KEYS[3], ARGV[2])
redis.call('PEXPIRE', KEYS[4], ARGV[2])
while bytes > most do
  local oldest = redis.call('LPOP', KEYS[3])
  if not oldest then break end
  local cut = string.find(oldest, ' ', 1, true)
  local record = string.sub(oldest, cut + 1)
  if redis.call('HGET', record, 'state') == 'ended' then redis.call('HSET', record, 'state', 'dropped', 'text', '') end
  bytes = redis.call('DECRBY', KEYS[4], string.sub(oldest, 1, cut - 1))
end
return 1`;
