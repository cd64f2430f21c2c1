import { api, listenToEvents } from './api';
import { showActivity } from './activity';
import { showBanner } from './banner';
import { announce, byId, duration, fill, h } from './dom';
import { Drafts } from './drafts';
import { showNav } from './nav';
import { promptView, resourceView, type View } from './other-views';
import { askQuestions } from './question-dialog';
import { addressOf, currentRoute } from './route';
import { Store } from './store';
import { ToolView } from './tool-view';

const store = new Store();
const drafts = new Drafts(store);
const main = byId('main');
const told = new Set<number>();
let tool: ToolView | undefined;
let isHeard = false;
let isDrawn = false;
let isReload = true;

function fail(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  main.prepend(h('p', { class: 'problem', role: 'alert' }, text));
}

function showTool(name: string, callId?: number): void {
  const found = store.catalogue?.tools.find((each) => each.name === name);
  if (!found) return start(`There is no tool ${name}.`);
  // The lists may have been read again, with the same in them.
  const isNew = JSON.stringify(tool?.tool) !== JSON.stringify(found);
  if (isNew) {
    leave();
    tool = new ToolView(found, store, fail);
    show(tool);
  }
  const call = callId === undefined ? (isNew ? store.lastOf(name) : undefined) : store.calls.get(callId);
  // Who chooses a call wants its arguments; who loads the page again wants what was there.
  const draft = isNew && (callId === undefined || isReload) ? drafts.of(name) : undefined;
  if (call) tool!.show(call, !draft);
  if (draft) tool!.restore(draft);
}

// What was typed for a tool and not run is there again when one comes back.
function leave(): void {
  if (tool) drafts.keep(tool.tool, tool.draft);
}

function show(view: View): void {
  fill(main, view.element);
  fill(byId('said'), view.answer);
  scrollTo(0, 0);
  view.heading.focus({ preventScroll: true });
}

function start(problem = ''): void {
  leave();
  tool = undefined;
  const [first] = store.catalogue?.tools ?? [];
  if (!problem && first) return location.replace(addressOf('tool', first.name));
  const words = store.catalogue?.tools.length
    ? 'Choose a tool from the list.'
    : 'This server offers no tools.';
  fill(
    main,
    problem !== '' && h('p', { class: 'problem', role: 'alert' }, problem),
    h('p', { class: 'empty' }, words),
  );
}

function draw(): void {
  if (!store.catalogue || !isDrawn) return;
  const route = currentRoute();
  const { prompts, resources } = store.catalogue;
  if (route.kind === 'tool') return showTool(route.name);
  if (route.kind === 'call') {
    const call = store.calls.get(route.id);
    return call ? showTool(call.tool, call.id) : start(`Call ${route.id} is not in the history any more.`);
  }
  if (route.kind === 'start') return start();
  leave();
  tool = undefined;
  if (route.kind === 'prompt') {
    const prompt = prompts.find(({ name }) => name === route.name);
    return prompt ? show(promptView(prompt)) : start(`There is no prompt ${route.name}.`);
  }
  const resource = resources.find(({ uri }) => uri === route.name) ?? { uri: route.name };
  show(resourceView(resource));
}

// Only what ended while the page was open is news.
function announceEnds(): void {
  for (const { id, tool: name, state, took = 0 } of store.calls.values()) {
    if (state === 'running') told.add(id);
    else if (told.delete(id)) announce(`${name}: ${state} after ${duration(took)}.`);
  }
}

async function load(): Promise<void> {
  try {
    store.setCatalogue(await api.catalogue());
    drawFirst();
  } catch (error) {
    if (!store.catalogue) fill(main);
    fail(error);
  }
}

// What the address means is known once both the tools and the calls are there.
function drawFirst(): void {
  if (isDrawn || !isHeard || !store.catalogue) return;
  isDrawn = true;
  draw();
  isReload = false;
}

history.replaceState(null, '', `/${location.hash}`);
showNav(store);
showActivity(store);
askQuestions(store, fail);
store.on('calls', () => {
  tool?.update();
  announceEnds();
});
addEventListener('hashchange', draw);
addEventListener('pagehide', leave);
void load();
listenToEvents((event) => {
  if (event.kind === 'changed') void load();
  isHeard ||= event.kind === 'hello';
  store.take(event);
  drawFirst();
}, showBanner(store));
