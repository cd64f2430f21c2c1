import {
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
