import { validateDefinition } from '../../../../src/mtdf/validate-definition';

const definition = (provider: object, more: object = {}) => ({
  name: 'watch',
  description: 'Watches.',
  command: 'tail',
  tool_type: 'livelog',
  livelog: {
    source_command: 'tail',
    detection_prompt: 'Errors.',
    llm_provider: { base_url: 'http://localhost:11434/v1', model: 'm', ...provider },
  },
  ...more,
});
const problems = (content: object) => validateDefinition(JSON.stringify(content, null, 2), 'w.json').problems;

test.each([
  'http://localhost:11434/v1',
  'https://api.example.com',
  'http://[::1]:8080/v1/',
  'https://x.example/a?v=1',
])('%s is an address', (base_url) =>
  expect(problems(definition({ base_url, api_key: '${KEY}' }))).toEqual([]),
);

test.each([
  ['localhost:11434/v1', 'InvalidValue', 'use the form "http://localhost:11434/v1"'],
  ['api.example.com/v1', 'InvalidValue', 'use the form "https://api.example.com/v1"'],
  ['ws://api.example.com', 'InvalidValue', 'use the form "https://api.example.com"'],
  ['the usual one', 'InvalidValue', 'use the form "http://localhost:11434/v1"'],
  ['http://localhost/v1/chat/completions', 'InvalidValue', 'remove "/chat/completions"'],
  ['https://me:pass@api.example.com', 'Security', 'a key belongs in "api_key"'],
  ['https://me@api.example.com', 'Security', 'a key belongs in "api_key"'],
  ['https://:pass@api.example.com', 'Security', 'a key belongs in "api_key"'],
])('%s is none', (base_url, kind, suggestion) => {
  const [problem, ...others] = problems(definition({ base_url }));
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    path: 'livelog.llm_provider.base_url',
    line: 10,
    severity: 'error',
    kind,
    suggestion: expect.stringContaining(suggestion),
  });
  expect(JSON.stringify(problem)).not.toContain('pass@');
});

test.each([
  ['sk-0123', 'warning', 'the key is written in this file'],
  ['Bearer ${KEY}', 'error', '"${NAME}" must be the whole value'],
])('the key %s is reported, and not repeated', (api_key, severity, message) => {
  const found = problems(definition({ api_key }));
  expect(found).toMatchObject([
    {
      path: 'livelog.llm_provider.api_key',
      severity,
      message,
      suggestion: expect.stringContaining('${NAME}'),
    },
  ]);
  expect(JSON.stringify(found)).not.toContain(api_key);
});

test('a livelog without its type, and a type without its livelog', () => {
  expect(problems(definition({}, { tool_type: undefined }))).toMatchObject([
    { path: 'livelog', severity: 'warning', suggestion: 'add "tool_type": "livelog"' },
  ]);
  expect(problems(definition({}, { livelog: undefined }))).toMatchObject([
    { path: 'livelog', severity: 'error', kind: 'MissingRequired' },
  ]);
  expect(problems(definition({}, { monitor_level: 'error' }))).toMatchObject([
    { path: 'monitor_level', severity: 'warning' },
  ]);
});
