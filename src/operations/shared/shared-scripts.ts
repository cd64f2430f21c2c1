/**
 * What happens in Redis in one step. The state of an operation changes only here, so two processes can never disagree
 * about it: an operation ends once, and only whoever holds it may change it. Times are those of Redis.
 *
 * KEYS[1] is the prefix of all keys: `op:ID` is a hash with everything about an operation, `result:ID` a large result,
 * `answers:ID` a list of answers that its worker has not taken yet, `by:CALLER` and `done:CALLER` what a caller has and what of it
 * has ended, `waiting`, `running` (by the end of the lease), `asking`, `ended` and `sized` what is in that state; `waiting:bytes` how large
 * those that wait are together.
 */
const PRELUDE = `
local p = KEYS[1]
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
-- Lists are ordered by microseconds: what happens within one millisecond has an order too.
local exactly = clock[1] * 1000 + clock[2] / 1000
-- Whatever else was written there stops nobody: what is no hash has no fields.
local function factsOf(op, ...)
  local found = redis.pcall('HMGET', op, ...)
  if found.err then return {} end
  return found
end
local function sizeOf(id) return tonumber(factsOf(p .. 'op:' .. id, 'size')[1]) or 0 end
local function queue(id, at)
  if redis.call('ZADD', p .. 'waiting', at, id) == 1 then redis.call('INCRBY', p .. 'waiting:bytes', sizeOf(id)) end
end
local function unqueue(id)
  if redis.call('ZREM', p .. 'waiting', id) == 1 then redis.call('DECRBY', p .. 'waiting:bytes', sizeOf(id)) end
end
local function forget(id)
  local op = p .. 'op:' .. id
  local facts = factsOf(op, 'caller', 'bytes')
  if facts[1] then
    redis.call('ZREM', p .. 'by:' .. facts[1], id)
    redis.call('ZREM', p .. 'done:' .. facts[1], id)
  end
  if redis.call('ZREM', p .. 'sized', id) == 1 then redis.call('DECRBY', p .. 'bytes', tonumber(facts[2]) or 0) end
  redis.call('ZREM', p .. 'ended', id)
  redis.call('DEL', op, p .. 'result:' .. id, p .. 'answers:' .. id)
end
local function finish(id, state, reason, fields, large, bytes, keep, keepMs, keepBytes)
  local op = p .. 'op:' .. id
  local caller = redis.call('HGET', op, 'caller')
  redis.call('HDEL', op, 'soFar', 'questions', 'args')
  redis.call('HSET', op, 'state', state, 'endedAt', now, 'bytes', bytes, unpack(fields))
  if reason ~= '' then redis.call('HSET', op, 'reason', reason) end
  if large ~= '' then redis.call('SET', p .. 'result:' .. id, large, 'PX', keepMs) end
  redis.call('PEXPIRE', op, keepMs * 2)
  unqueue(id)
  redis.call('ZREM', p .. 'running', id)
  redis.call('ZREM', p .. 'asking', id)
  redis.call('ZADD', p .. 'ended', exactly, id)
  redis.call('ZADD', p .. 'sized', exactly, id)
  redis.call('DEL', p .. 'answers:' .. id)
  if caller then
    local done = p .. 'done:' .. caller
    redis.call('ZADD', done, exactly, id)
    if redis.call('ZCARD', done) > keep then forget(redis.call('ZRANGE', done, 0, 0)[1]) end
  end
  local total = redis.call('INCRBY', p .. 'bytes', bytes)
  while total > keepBytes do
    local oldest = redis.call('ZRANGE', p .. 'sized', 0, 0)[1]
    if not oldest or oldest == id then break end
    redis.call('ZREM', p .. 'sized', oldest)
    local known = factsOf(p .. 'op:' .. oldest, 'bytes', 'state')
    total = redis.call('DECRBY', p .. 'bytes', tonumber(known[1]) or 0)
    redis.call('DEL', p .. 'result:' .. oldest)
    if known[2] then
      redis.call('HDEL', p .. 'op:' .. oldest, 'result', 'forCode')
      redis.call('HSET', p .. 'op:' .. oldest, 'dropped', 1)
    end
  end
  redis.call('PUBLISH', p .. 'up:' .. id, 'ended')
end
local function isOpen(state) return state == 'Pending' or state == 'InProgress' end
`;

const script = (body: string): string => PRELUDE + body;

/** The scripts by name; each says what its arguments are. */
export const SCRIPTS = {
  // id, caller, most that may wait, most bytes that may wait, its own, then fields of the operation. Bytes are counted anew, once a second at
  // most, before any are too many: a process of an earlier version doesn't count them. What nothing waits before is never too large.
  create: script(`
    local waiting = redis.call('ZCARD', p .. 'waiting')
    if waiting >= tonumber(ARGV[3]) then return { 0, waiting, 0 } end
    local room = tonumber(ARGV[4]) - tonumber(ARGV[5])
    local bytes = tonumber(redis.call('GET', p .. 'waiting:bytes') or 0)
    if bytes > room and redis.call('SET', p .. 'waiting:counted', 1, 'NX', 'PX', 1000) then
      bytes = 0
      for _, id in ipairs(redis.call('ZRANGE', p .. 'waiting', 0, -1)) do bytes = bytes + sizeOf(id) end
      redis.call('SET', p .. 'waiting:bytes', bytes)
    end
    if waiting > 0 and bytes > room then return { 0, waiting, bytes } end
    local op = p .. 'op:' .. ARGV[1]
    redis.call('HSET', op, 'caller', ARGV[2], 'state', 'Pending', 'createdAt', now, 'attempt', 0, 'size', ARGV[5], unpack(ARGV, 6))
    queue(ARGV[1], now)
    redis.call('ZADD', p .. 'by:' .. ARGV[2], exactly, ARGV[1])
    return { 1, now }`),

  // id, the attempt that is expected, worker, milliseconds of the lease, the stored version and the rules that the worker knows. Answers
  // nothing if the operation is not to be begun, its version, rules and age if this worker must not begin it, and else all of it.
  begin: script(`
    local op = p .. 'op:' .. ARGV[1]
    local found = redis.call('HMGET', op, 'state', 'attempt', 'v', 'rules', 'createdAt')
    if found[1] ~= 'Pending' or found[2] ~= ARGV[2] then return {} end
    if (tonumber(found[3]) or 0) > tonumber(ARGV[5]) or found[4] ~= ARGV[6] then
      return { found[3] or '0', found[4] or '', now - (tonumber(found[5]) or 0) }
    end
    redis.call('HSET', op, 'state', 'InProgress', 'startedAt', now, 'worker', ARGV[3], 'attempt', ARGV[2] + 1)
    unqueue(ARGV[1])
    redis.call('ZADD', p .. 'running', now + ARGV[4], ARGV[1])
    redis.call('PUBLISH', p .. 'up:' .. ARGV[1], 'begun')
    return redis.call('HGETALL', op)`),

  // id, attempt, how many questions are open (-1 if that does not change), what is published, then fields.
  update: script(`
    local op = p .. 'op:' .. ARGV[1]
    local found = redis.call('HMGET', op, 'state', 'attempt')
    if found[1] ~= 'InProgress' or found[2] ~= ARGV[2] then return 0 end
    if #ARGV > 4 then redis.call('HSET', op, unpack(ARGV, 5)) end
    local asked = tonumber(ARGV[3])
    if asked >= 0 then redis.call('HSET', op, 'askedAt', now) end
    if asked > 0 then redis.call('ZADD', p .. 'asking', now, ARGV[1]) end
    if asked == 0 then redis.call('ZREM', p .. 'asking', ARGV[1]) end
    redis.call('PUBLISH', p .. 'up:' .. ARGV[1], ARGV[4])
    return 1`),

  // id, attempt or '' for whoever holds it, state, reason, large result, bytes, keep, keep ms, keep bytes, then fields.
  finish: script(`
    local op = p .. 'op:' .. ARGV[1]
    local found = redis.call('HMGET', op, 'state', 'attempt')
    if not isOpen(found[1]) or (ARGV[2] ~= '' and found[2] ~= ARGV[2]) then return 0 end
    finish(ARGV[1], ARGV[3], ARGV[4], { unpack(ARGV, 10) }, ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9]))
    if ARGV[2] == '' then redis.call('PUBLISH', p .. 'work', 'ended ' .. ARGV[1]) end
    return 1`),

  // id, attempt. Gives an operation back to the queue, for another worker.
  handBack: script(`
    local op = p .. 'op:' .. ARGV[1]
    local found = redis.call('HMGET', op, 'state', 'attempt', 'createdAt')
    if found[1] ~= 'InProgress' or found[2] ~= ARGV[2] then return 0 end
    redis.call('HSET', op, 'state', 'Pending')
    redis.call('HDEL', op, 'worker', 'questions', 'progress', 'soFar')
    redis.call('ZREM', p .. 'running', ARGV[1])
    redis.call('ZREM', p .. 'asking', ARGV[1])
    queue(ARGV[1], tonumber(found[3]) or now)
    return 1`),

  // Worker, what is known of it, milliseconds of the lease, then pairs of id and attempt. Answers which attempts (id-attempt) are lost, and which have answers.
  renew: script(`
    redis.call('ZADD', p .. 'workers', now + ARGV[3], ARGV[1])
    redis.call('HSET', p .. 'crew', ARGV[1], ARGV[2])
    local lost, answered = {}, {}
    for i = 4, #ARGV, 2 do
      local id = ARGV[i]
      local found = factsOf(p .. 'op:' .. id, 'state', 'attempt')
      if found[1] == 'InProgress' and found[2] == ARGV[i + 1] then
        redis.call('ZADD', p .. 'running', now + ARGV[3], id)
        if redis.call('EXISTS', p .. 'answers:' .. id) == 1 then table.insert(answered, id .. '-' .. ARGV[i + 1]) end
      else table.insert(lost, id .. '-' .. ARGV[i + 1]) end
    end
    return { lost, answered }`),

  // Worker.
  leave: script(`
    redis.call('ZREM', p .. 'workers', ARGV[1])
    redis.call('HDEL', p .. 'crew', ARGV[1])
    return 1`),

  // How many workers may be lost with an operation, keep, keep ms, keep bytes, the prefix of the queue's jobs, milliseconds after which a job must be there,
  // milliseconds of the lease. When nobody swept for half a lease, Redis was away: workers get the time of two leases to connect again and renew
  // theirs. Hands back or ends what lost its worker. Forgets what is old. Returns what must be queued again (id, attempt, tool, …), and what was lost.
  sweep: script(`
    local again, lost = {}, {}
    local last = tonumber(redis.call('GET', p .. 'swept') or 0)
    redis.call('SET', p .. 'swept', now)
    if now - last > ARGV[7] / 2 then redis.call('SET', p .. 'calm', now + 2 * ARGV[7]) end
    local late = now >= tonumber(redis.call('GET', p .. 'calm') or 0) and now or 0
    for _, id in ipairs(redis.call('ZRANGEBYSCORE', p .. 'running', '-inf', late, 'LIMIT', 0, 100)) do
      local op = p .. 'op:' .. id
      local facts = factsOf(op, 'again', 'attempt', 'worker', 'createdAt', 'tool')
      local worker, tool = facts[3] or '?', facts[5] or '?'
      local losses = facts[2] and redis.pcall('HINCRBY', op, 'losses', 1)
      if type(losses) ~= 'number' then redis.call('ZREM', p .. 'running', id)
      elseif facts[1] == '1' and losses < tonumber(ARGV[1]) then
        redis.call('HSET', op, 'state', 'Pending')
        redis.call('HDEL', op, 'worker', 'questions', 'progress', 'soFar')
        redis.call('ZREM', p .. 'running', id)
        redis.call('ZREM', p .. 'asking', id)
        queue(id, tonumber(facts[4]) or now)
        redis.call('PUBLISH', p .. 'work', 'ended ' .. id)
        table.insert(again, id)
        table.insert(again, facts[2])
        table.insert(again, tool)
        table.insert(lost, id)
      else
        local why = 'its worker ' .. worker .. ' was lost'
        local text = id .. ' failed: it was begun on worker ' .. worker .. ', which was lost. '
        if facts[1] == '1' then text = text .. 'That was the worker number ' .. losses .. ' to be lost with it, so it is not tried again.'
        else text = text .. tool .. ' is not declared idempotent, so it is not run again; it may have done part of its work: look before you call it again.' end
        local result = cjson.encode({ content = { { type = 'text', text = text } }, isError = true })
        finish(id, 'Failed', why, { 'result', result }, '', #result, tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]))
        redis.call('PUBLISH', p .. 'work', 'ended ' .. id)
        table.insert(lost, id)
      end
    end
    for _, id in ipairs(redis.call('ZRANGEBYSCORE', p .. 'waiting', '-inf', now - ARGV[6], 'LIMIT', 0, 200)) do
      local facts = factsOf(p .. 'op:' .. id, 'attempt', 'tool')
      if not facts[1] then redis.call('ZREM', p .. 'waiting', id)
      elseif redis.call('EXISTS', ARGV[5] .. id .. '-' .. facts[1]) == 0 then
        table.insert(again, id)
        table.insert(again, facts[1])
        table.insert(again, facts[2] or '?')
      end
    end
    for _, id in ipairs(redis.call('ZRANGEBYSCORE', p .. 'ended', '-inf', now - ARGV[3], 'LIMIT', 0, 200)) do forget(id) end
    for _, worker in ipairs(redis.call('ZRANGEBYSCORE', p .. 'workers', '-inf', now)) do
      redis.call('ZREM', p .. 'workers', worker)
      redis.call('HDEL', p .. 'crew', worker)
    end
    return { again, lost }`),

  // id, what the client said. Answers whether the operation runs.
  answer: script(`
    if redis.call('HGET', p .. 'op:' .. ARGV[1], 'state') ~= 'InProgress' then return 0 end
    redis.call('RPUSH', p .. 'answers:' .. ARGV[1], ARGV[2])
    redis.call('PUBLISH', p .. 'work', 'answered ' .. ARGV[1])
    return 1`),

  // id. Answers what the client said since the last time.
  takeAnswers: script(`
    local key = p .. 'answers:' .. ARGV[1]
    local said = redis.call('LRANGE', key, 0, -1)
    redis.call('DEL', key)
    return said`),

  // id.
  noteWait: script(`
    local op = p .. 'op:' .. ARGV[1]
    if redis.call('EXISTS', op) == 1 then redis.call('HSETNX', op, 'firstWaitAt', now) end
    return 1`),

  // Answers how many wait, run and ask, since when the first waits and how many workers there are, with what is known of each.
  load: script(`
    local first = redis.call('ZRANGE', p .. 'waiting', 0, 0, 'WITHSCORES')
    local alive = redis.call('ZRANGEBYSCORE', p .. 'workers', now, '+inf')
    local crew = {}
    for _, worker in ipairs(alive) do table.insert(crew, redis.call('HGET', p .. 'crew', worker) or '{}') end
    return {
      redis.call('ZCARD', p .. 'waiting'), redis.call('ZCARD', p .. 'running'), redis.call('ZCARD', p .. 'asking'),
      first[2] and now - tonumber(first[2]) or 0, crew, tonumber(redis.call('GET', p .. 'bytes') or 0),
    }`),
} as const;
