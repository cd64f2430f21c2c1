import { ToolArguments } from '../arguments';

/** `system_info` takes no arguments. */
export class SystemInfoArgs extends ToolArguments {}
