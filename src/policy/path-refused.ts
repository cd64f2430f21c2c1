import { FileProblem } from '../disk/file-problem';
import { describeDecision, type Decision } from './policy-decision';

/** Thrown for a path that the policy refuses. */
export class PathRefused extends FileProblem {
  constructor(
    path: string,
    readonly decision: Decision,
  ) {
    super('refused', `Access to ${path} ${describeDecision(decision)}`);
    this.name = 'PathRefused';
  }
}
