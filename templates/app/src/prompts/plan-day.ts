import { Arg, Prompt, ToolArguments } from 'toolwright';
import { NoteStore } from '../note-store.js';

/** Arguments of `plan_day`. */
export class PlanDayArgs extends ToolArguments {
  @Arg('The day to plan, such as "Monday"')
  day!: string;
}

/** Asks for a plan that takes the notes into account. */
@Prompt({ args: PlanDayArgs, description: 'Plan a day around the notes.' })
export class PlanDay {
  constructor(private readonly notes: NoteStore) {}

  render({ day }: PlanDayArgs): string {
    const lines = this.notes.names().map((name) => `- ${name}: ${this.notes.get(name)!.text}`);
    return `Plan my ${day}. Keep these notes in mind:\n${lines.join('\n') || '(none yet)'}`;
  }
}
