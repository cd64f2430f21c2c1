import {
  MissingCapabilityError,
  ToolDisabledError,
  ToolExecutionError,
  ToolNotFoundError,
  ToolTimeoutError,
  ToolValidationError,
  toProtocolError,
} from '../../src/errors';

test.each([
  [new ToolNotFoundError('x', ['y']), -32001],
  [new ToolDisabledError('x'), -32004],
  [new ToolExecutionError('boom', 'x'), -32005],
  [new ToolValidationError('bad', 'x'), -32602],
  [new ToolTimeoutError('late', 'x'), -32006],
])('%s has the code of the table', (error, code) => {
  expect(error.code).toBe(code);
  expect(toProtocolError(error)).toMatchObject({ code, message: error.message, data: { tool: 'x' } });
});

test('what is not of the table is an internal error', () => {
  expect(toProtocolError(new Error('oops'))).toEqual({ code: -32603, message: 'oops' });
});

test.each([
  [{ elicitation: {} }, "ask its user questions, and this call can't go on without an answer", 'elicitation'],
  [
    { elicitation: { form: {} } },
    "ask its user questions, and this call can't go on without an answer",
    'elicitation.form',
  ],
  [
    { elicitation: { url: {} } },
    "send its user to a web page, and this call can't go on without",
    'elicitation.url',
  ],
  [{ sampling: {} }, "have its model write something, and this call can't go on without", 'sampling'],
  [
    { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    'follow a task, and this runs as one',
    'extensions.io.modelcontextprotocol/tasks',
  ],
  [{ extensions: { 'com.example/maps': {} } }, 'do what this call needs', 'extensions.com.example/maps'],
  [{ roots: true }, "say which directories it works in, and this call can't go on without", 'roots'],
])('a missing capability %j is told to people', (required, what, name) => {
  expect(new MissingCapabilityError(required).message).toBe(
    `The client can't ${what}: use one with the capability '${name}'`,
  );
});
