'use strict';
// A server as authors write them, started by scripts/bundle.mjs: what it runs belongs to every start, as what the command runs.
const { createHash } = require('node:crypto');
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const loader = require(process.argv[2]);
const { Arg, Tool, ToolArguments, defineApp, lazyTools, readManifest, serveStdio } = loader.load('index');

class EchoArgs extends ToolArguments {
  repeat = 1;
}
Arg({ description: 'What to say back', type: 'string', minLength: 1 })(EchoArgs.prototype, 'message');
Arg({ description: 'How often', type: 'integer', minimum: 1 })(EchoArgs.prototype, 'repeat');
Arg({ description: 'Labels', items: 'string', optional: true })(EchoArgs.prototype, 'tags');
Arg({ description: 'How loud', enum: ['low', 'high'], optional: true })(EchoArgs.prototype, 'volume');

class Echo {
  run({ message, repeat }) {
    return message.repeat(repeat);
  }
}
Tool({ name: 'guide_echo', args: EchoArgs, description: 'Say the message back.' })(Echo);

// Listed from a manifest as `toolwright generate` writes it, and not loaded before it is called.
const lines = [
  '{"name":"later","className":"Later","summary":"Later.","inputSchema":',
  '{"type":"object","properties":{}}',
  '}],',
  '"types":{}}',
  '',
].join('\n');
const digest = createHash('sha1').update(lines).digest('hex');
const directory = mkdtempSync(join(tmpdir(), 'author-server-'));
writeFileSync(join(directory, 'manifest.json'), `{"lines":"${digest}","tools":[\n${lines}`);
const manifest = readManifest(join(directory, 'manifest.json'));
rmSync(directory, { recursive: true });
const later = lazyTools(manifest, { later: async () => Echo });

process.argv.splice(2, 1);
void serveStdio(defineApp({ name: 'author', version: '1.0.0', tools: [Echo, later] }));
