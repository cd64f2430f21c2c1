import { AuthorProblems } from '../author-problems';

/** The mistakes of registration: thrown as they are found, or kept until all are known. */
export class RegistrationProblems {
  private readonly kept = new AuthorProblems();

  constructor(private keeps: boolean) {}

  /** Runs what registers several things, and throws the mistakes that it finds together, unless they are kept. */
  collect(register: (problems: AuthorProblems) => void): void {
    const problems = this.keeps ? this.kept : new AuthorProblems();
    register(problems);
    if (!this.keeps) problems.throwAny();
  }

  /** Adds one mistake, or several that were found together; any other error is thrown. */
  add(error: unknown): void {
    this.collect((problems) => problems.add(error));
  }

  /** Hands over what was kept; from now on mistakes are thrown as they are found. */
  take(problems: AuthorProblems): void {
    this.keeps = false;
    for (const problem of this.kept.list) problems.add(problem);
  }

  /** Throws what was kept, all together; from now on mistakes are thrown as they are found. */
  throwKept(): void {
    this.keeps = false;
    this.kept.throwAny();
  }
}
