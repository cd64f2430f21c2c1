import { defineApp } from 'toolwright';
import { PlanDay } from './prompts/plan-day.js';
import { NotePage } from './resources/note-page.js';
import { AddNote } from './tools/add-note.js';

/** Everything this server offers; nothing happens until it is served, called or tested. */
export default defineApp({
  name: '{{name}}',
  version: '0.1.0',
  instructions: 'Notes of the user. Add one whenever something is to be remembered.',
  tools: [AddNote],
  prompts: [PlanDay],
  resources: [NotePage],
});
