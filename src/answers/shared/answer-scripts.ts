// KEYS[1] begins the name of everything: `NAME:text:ID` is a text, `NAME:order` has the ids by the time at which they expire,
// `NAME:sizes` their bytes, `NAME:bytes` the sum. Times are those of Redis.

const PRELUDE = `local space = KEYS[1]
local clock = redis.call('TIME')
-- With microseconds, so that what is kept within one millisecond has an order too.
local now = clock[1] * 1000 + clock[2] / 1000
local order, sizes, sum = space .. ':order', space .. ':sizes', space .. ':bytes'
local function drop(id)
  redis.call('DEL', space .. ':text:' .. id)
  redis.call('ZREM', order, id)
  local size = redis.call('HGET', sizes, id)
  if size then
    redis.call('HDEL', sizes, id)
    redis.call('DECRBY', sum, size)
  end
end
`;

/** Keeps a text, dropping what is over and then the oldest to make room. ARGV: id, text, bytes, milliseconds, most, most bytes. */
export const KEEP = `${PRELUDE}
drop(ARGV[1])
local bytes, most, mostBytes = tonumber(ARGV[3]), tonumber(ARGV[5]), tonumber(ARGV[6])
if bytes > mostBytes or most < 1 then return 0 end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', order, '-inf', now)) do drop(id) end
local total = tonumber(redis.call('GET', sum) or 0)
while redis.call('ZCARD', order) >= most or total + bytes > mostBytes do
  local oldest = redis.call('ZRANGE', order, 0, 0)[1]
  if not oldest then break end
  drop(oldest)
  total = tonumber(redis.call('GET', sum) or 0)
end
redis.call('SET', space .. ':text:' .. ARGV[1], ARGV[2], 'PX', ARGV[4])
redis.call('ZADD', order, now + ARGV[4], ARGV[1])
redis.call('HSET', sizes, ARGV[1], bytes)
redis.call('INCRBY', sum, bytes)
for _, key in ipairs({ order, sizes, sum }) do redis.call('PEXPIRE', key, ARGV[4]) end
return 1`;

/** Returns a text, or nothing. ARGV: id. */
export const FIND = `return redis.call('GET', KEYS[1] .. ':text:' .. ARGV[1])`;
