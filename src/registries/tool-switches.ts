import type { ToolShape } from '../tool/tool';

/** Whether a tool is offered, and what its callers are told where it is not. */
export interface ToolSwitch {
  readonly on: boolean;
  readonly reason?: string | undefined;
}

/** What an operator says of a tool; undefined where they say nothing. */
export type OperatorSwitch = (tool: ToolShape) => ToolSwitch | undefined;

/** Which tools of a registry are on. Nobody but the operator switches on what the operator has switched off. */
export class ToolSwitches {
  private readonly switched = new Map<string, ToolSwitch>();

  constructor(private readonly operator: OperatorSwitch | undefined) {}

  /** Returns whether a tool is on: by the operator's no, else as it was switched last, else by the operator's yes, else by its own word. */
  readonly isOn = (tool: ToolShape | undefined): boolean => {
    if (!tool) return false;
    const ruled = this.operator?.(tool);
    if (ruled?.on === false) return false;
    return this.switched.get(tool.name)?.on ?? ruled?.on ?? tool.enabled;
  };

  /** Returns why a tool is off, if a reason was given. */
  reasonOf(tool: ToolShape | undefined): string | undefined {
    if (!tool) return undefined;
    const ruled = this.operator?.(tool);
    if (ruled?.on === false) return ruled.reason;
    return this.switched.get(tool.name)?.reason ?? tool.disabledReason;
  }

  /** Switches a tool; returns whether that changed anything. */
  switch(tool: ToolShape, to: ToolSwitch): boolean {
    const before = this.isOn(tool);
    this.switched.set(tool.name, to);
    return this.isOn(tool) !== before;
  }

  /** Forgets how a tool was switched that is no longer there. */
  forget(name: string): void {
    this.switched.delete(name);
  }
}
