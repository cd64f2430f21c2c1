// @rekog/mcp-nest; decorators are applied by hand, since this file is plain JavaScript.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { McpController, McpStrategy, StdioTransport, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { info, text, zodTools } from './shared.mjs';

class BenchController {}
for (const { name, description, shape, run } of zodTools(z)) {
  BenchController.prototype[name] = async (args) => text(run(args));
  const descriptor = Object.getOwnPropertyDescriptor(BenchController.prototype, name);
  Tool({ name, description, parameters: z.object(shape) })(BenchController.prototype, name, descriptor);
  Payload()(BenchController.prototype, name, 0);
}
McpController()(BenchController);

class BenchModule {}
Module({ controllers: [BenchController] })(BenchModule);

const strategy = new McpStrategy({ ...info, transports: [new StdioTransport()] });
const app = await NestFactory.createMicroservice(BenchModule, { strategy, logger: false });
await app.listen();
