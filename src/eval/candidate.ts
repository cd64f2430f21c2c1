import type { ObjectSchema } from '../base/json-schema';
import type { OfferedTool } from '../base/offer';
import { nearestNames } from '../base/names';

/** A tool as a model is offered it. */
export interface CandidateTool extends OfferedTool {
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** Its name without prefix, by which tasks may call it too. */
  readonly bare?: string | undefined;
}

/** What is evaluated: the tools and the instructions of one server. */
export interface Candidate {
  readonly label: string;
  readonly instructions?: string | undefined;
  readonly tools: readonly CandidateTool[];
}

/** Returns the tool with this name, as it is listed or without prefix. */
export function findCandidateTool({ tools }: Candidate, name: string): CandidateTool | undefined {
  return tools.find((tool) => tool.name === name) ?? tools.find((tool) => tool.bare === name);
}

/** Says that a candidate has no such tool, with the nearest name. */
export function noSuchTool({ tools, label }: Candidate, name: string): string {
  const [near] = nearestNames(
    name,
    tools.map((tool) => tool.name),
    1,
  );
  return `'${name}' is no tool of ${label}${near === undefined ? '' : `; did you mean ${near}?`}`;
}
