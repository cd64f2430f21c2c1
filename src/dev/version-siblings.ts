import type { Siblings } from '../app/siblings';
import type { KeptAnswer, KeptLimits } from '../answers/kept-answers';
import type { FromVersion } from './version-messages';

/** The other versions as a version sees them: through the front process, which knows them all. */
export class VersionSiblings implements Siblings {
  private readonly open = new Map<number, (values: readonly unknown[]) => void>();
  private count = 0;

  constructor(private readonly tell: (message: FromVersion) => void) {}

  ask(question: unknown): Promise<readonly unknown[]> {
    return this.request((number) => ({ kind: 'asks', number, question }));
  }

  reconfigured(): void {
    this.tell({ kind: 'reconfigured' });
  }

  keep(owner: string, answer: KeptAnswer, limits: KeptLimits): void {
    this.tell({ kind: 'keeps', owner, answer, limits });
  }

  async kept(owner: string, handle: string): Promise<KeptAnswer | undefined> {
    const [found] = await this.request((number) => ({ kind: 'seeks', number, owner, handle }));
    return found as KeptAnswer | undefined;
  }

  /** Takes the replies to a question. */
  told(number: number, values: readonly unknown[]): void {
    this.open.get(number)?.(values);
    this.open.delete(number);
  }

  private request(message: (number: number) => FromVersion): Promise<readonly unknown[]> {
    const number = ++this.count;
    return new Promise((resolve) => {
      this.open.set(number, resolve);
      this.tell(message(number));
    });
  }
}
