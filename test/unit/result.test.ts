import { Result, ToolResult } from '../../src/index';

describe('Result', () => {
  test('G12 a null value is left out, every other value is there', () => {
    expect(Result.ok(null).toJson()).toEqual({ success: true });
    expect(Result.ok().toJson()).toEqual({ success: true });
    for (const value of [false, 0, '', [], {}])
      expect(Result.ok(value).toJson()).toEqual({ success: true, value });
  });

  test('G12 a failure carries the exception as type and message, never as itself', () => {
    const failure = Result.failure('No such file', 'not_found', { exception: new TypeError('bad path') });
    expect(failure.toJson()).toEqual({
      success: false,
      error: 'No such file',
      error_type: 'not_found',
      exception_type: 'TypeError',
      exception_message: 'bad path',
    });
    expect(failure.toJsonString()).not.toContain('stack');
  });

  test('G12 message and instruction appear only when given, and in a fixed order', () => {
    const failure = Result.failure('x', 'y', { message: 'm', instruction: 'i', errorData: { a: 1 } });
    expect(Object.keys(failure.toJson())).toEqual([
      'success',
      'error',
      'error_type',
      'error_data',
      'message',
      'instruction',
    ]);
    expect(Object.keys(Result.ok(1, { message: '', instruction: '' }).toJson())).toEqual([
      'success',
      'value',
    ]);
  });

  test('the error type is unknown when nobody said one, and empty error data is left out', () => {
    expect(Result.failure('x', undefined, { errorData: {} }).toJson()).toEqual({
      success: false,
      error: 'x',
      error_type: 'unknown',
    });
  });

  test('isOk and isFailure narrow the type', () => {
    const result = Result.ok(3) as Result<number>;
    if (!result.isOk()) throw new Error('not ok');
    const value: number = result.value;
    expect(value).toBe(3);
    expect(result.isFailure()).toBe(false);
  });

  test('JSON.stringify of a Result gives its wire shape', () => {
    expect(JSON.stringify(Result.ok('a'))).toBe('{"success":true,"value":"a"}');
  });
});

describe('ToolResult', () => {
  test('T21 text, json, error and empty have the shapes of the document', () => {
    expect(ToolResult.text('hi').toJson()).toEqual({ content: [{ type: 'text', text: 'hi' }] });
    expect(ToolResult.json({ a: 1 }).toJson()).toEqual({
      content: [{ type: 'text', text: '{"a":1}' }],
    });
    expect(ToolResult.error('no').toJson()).toEqual({
      content: [{ type: 'text', text: 'no' }],
      isError: true,
    });
    expect(ToolResult.empty().toJson()).toEqual({ content: [] });
  });

  test('images, audio, links and embedded resources are proper content blocks', () => {
    const bytes = Uint8Array.from([1, 2, 3]);
    expect(ToolResult.image(bytes, 'image/png').content).toEqual([
      { type: 'image', data: 'AQID', mimeType: 'image/png' },
    ]);
    expect(ToolResult.audio(bytes, 'audio/wav').content).toEqual([
      { type: 'audio', data: 'AQID', mimeType: 'audio/wav' },
    ]);
    expect(ToolResult.link('file:///a', 'a').content).toEqual([
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
    ]);
    expect(ToolResult.resource({ uri: 'x:y', text: 't' }).content).toEqual([
      { type: 'resource', resource: { uri: 'x:y', text: 't' } },
    ]);
  });

  test('only an object is structured content', () => {
    expect(ToolResult.json({ a: 1 }).structured).toEqual({ a: 1 });
    expect(ToolResult.json([1]).structured).toBeUndefined();
  });
});
