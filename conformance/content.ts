// Tools that return each kind of content, as the conformance suite asks for them.
import { defineTool, Tool, ToolResult, type ToolContext } from 'toolwright';

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SILENCE = Buffer.from('UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=', 'base64');
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

@Tool({ name: 'test_simple_text', description: 'Return a text.' })
export class SimpleText {
  run(): string {
    return 'This is a simple text response for testing.';
  }
}

@Tool({ name: 'test_image_content', description: 'Return an image.' })
export class ImageContent {
  run(): ToolResult {
    return ToolResult.image(PIXEL, 'image/png');
  }
}

@Tool({ name: 'test_audio_content', description: 'Return a sound.' })
export class AudioContent {
  run(): ToolResult {
    return ToolResult.audio(SILENCE, 'audio/wav');
  }
}

const embedded = {
  uri: 'test://embedded-resource',
  mimeType: 'text/plain',
  text: 'This is an embedded resource content.',
};

@Tool({ name: 'test_embedded_resource', description: 'Return a resource.' })
export class EmbeddedResource {
  run(): ToolResult {
    return ToolResult.resource(embedded);
  }
}

@Tool({ name: 'test_multiple_content_types', description: 'Return a text, an image and a resource.' })
export class MultipleContentTypes {
  run(): ToolResult {
    const resource = {
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: JSON.stringify({ test: 'data', value: 123 }),
    };
    return new ToolResult([
      { type: 'text', text: 'Multiple content types test:' },
      ...ToolResult.image(PIXEL, 'image/png').content,
      { type: 'resource', resource },
    ]);
  }
}

@Tool({ name: 'test_error_handling', description: 'Fail.' })
export class ErrorHandling {
  run(): ToolResult {
    return ToolResult.error('This tool intentionally returns an error for testing');
  }
}

@Tool({ name: 'test_tool_with_logging', description: 'Write to the log of the client.' })
export class ToolWithLogging {
  async run(_args: unknown, { log }: ToolContext): Promise<string> {
    log.info('Tool execution started');
    await pause();
    log.info('Tool processing data');
    await pause();
    log.info('Tool execution completed');
    return 'logged';
  }
}

@Tool({ name: 'test_logging_tool', description: 'Write to the log of the client.' })
export class LoggingTool {
  run(_args: unknown, { log }: ToolContext): string {
    log.info('a record');
    return 'logged';
  }
}

@Tool({ name: 'test_tool_with_progress', description: 'Report progress.' })
export class ToolWithProgress {
  async run(_args: unknown, context: ToolContext): Promise<string> {
    for (const progress of [0, 50, 100]) {
      context.progress({ progress, total: 100 });
      await pause();
    }
    return 'done';
  }
}

export const jsonSchemaTool = defineTool({
  name: 'json_schema_2020_12_tool',
  description: 'Tool with JSON Schema 2020-12 features',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
  run: () => 'ok',
});

export const headerTool = defineTool({
  name: 'test_custom_headers',
  description: 'Tool whose argument is repeated in a header.',
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', description: 'A region', 'x-mcp-header': 'Region' } },
    required: ['region'],
    additionalProperties: false,
  },
  run: (args) => `region ${String(args['region'])}`,
});
