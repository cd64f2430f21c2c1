import { crypto } from '../base/crypto';
import { argumentRows, type ArgumentRow } from './argument-rows';
import { howMany } from '../base/how-many';
import { resourceCount } from './count-resources';
import { CATALOGUE_MARK } from './catalogue-mark';
import { CATALOGUE_STYLE } from './catalogue-style';
import { descriptionParts, hintsOf } from './description-parts';
import { html, type Markup } from './html-markup';
import type { PeerPrompt, PeerResource } from '../client/peer-lists';
import type { Catalogue, ShownTool } from './inspect-wire';

/** Writes a catalogue as one page that needs nothing else: no script, and nothing is loaded from anywhere. */
export function catalogueHtml(catalogue: Catalogue): string {
  const { name, version, instructions, tools, prompts, resources, total } = catalogue;
  const hash = crypto().createHash('sha256').update(CATALOGUE_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const style = html.trusted(`<style>${CATALOGUE_STYLE}</style>`);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="generator" content="${CATALOGUE_MARK}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${name}: tools, prompts and resources</title>
        ${style}
      </head>
      <body>
        <header>
          <h1>${name} ${version ? html`<small>${version}</small>` : ''}</h1>
          <p>
            ${howMany(tools.length, 'tool')}, ${howMany(prompts.length, 'prompt')},
            ${resourceCount(resources)}. The list of tools and the instructions cost an agent about
            <strong>${total.tokens}</strong> tokens.
          </p>
        </header>
        <div class="columns">
          <nav aria-label="Contents">
            ${contents('Tools', 'tool', tools)}${contents('Prompts', 'prompt', prompts)}${resources.length ? html`<p><a href="#resources">Resources</a></p>` : ''}
          </nav>
          <main>
            ${
              instructions
                ? html`<section>
                    <h2>Instructions</h2>
                    <p class="text">${instructions}</p>
                  </section>`
                : ''
            }
            ${
              tools.length
                ? html`<section>
                    <h2>Tools</h2>
                    ${tools.map(toolArticle)}
                  </section>`
                : ''
            }
            ${
              prompts.length
                ? html`<section>
                    <h2>Prompts</h2>
                    ${prompts.map(promptArticle)}
                  </section>`
                : ''
            }
            ${resources.length ? resourceTable(resources) : ''}
          </main>
        </div>
      </body>
    </html> `.text;
}

function contents(
  title: string,
  kind: string,
  entries: readonly { readonly name: string }[],
): Markup | string {
  if (!entries.length) return '';
  const items = entries.map(({ name }) => html`<li><a href="#${anchor(kind, name)}">${name}</a></li>`);
  return html`<p>${title}</p>
    <ul>
      ${items}
    </ul>`;
}

function toolArticle(tool: ShownTool): Markup {
  const { name, description, inputSchema, outputSchema, annotations, cost, disabled } = tool;
  const { purpose, usage, examples } = descriptionParts(description);
  const hints = [
    ...hintsOf(annotations),
    ...(disabled ? ['disabled'] : []),
    ...(cost ? [`${cost.tokens} tokens`] : []),
  ];
  const rows = argumentRows(inputSchema);
  const results = outputSchema ? argumentRows(outputSchema) : [];
  return html`<article id="${anchor('tool', name)}">
    <h3>${name}</h3>
    <p class="hints">${hints.map((hint) => html`<span>${hint}</span> `)}</p>
    <p class="text">${purpose}</p>
    ${usage ? html`<p class="text">${usage}</p>` : ''}
    ${rows.length ? fieldTable('Arguments', name, rows) : html`<p>No arguments.</p>`}
    ${results.length ? fieldTable('Result', name, results) : ''}
    ${examples.map(
      ({ explains, args }) =>
        html`<figure>
          <figcaption>${explains || 'Example'}</figcaption>
          <pre>${args}</pre>
        </figure>`,
    )}
  </article> `;
}

// Only arguments have defaults; a field that is required in a result is always there.
const FIELDS = {
  Arguments: { heading: 'Argument', mark: 'required', defaults: true },
  Result: { heading: 'Result', mark: 'always', defaults: false },
};

function fieldTable(kind: keyof typeof FIELDS, tool: string, rows: readonly ArgumentRow[]): Markup {
  const { heading, mark, defaults } = FIELDS[kind];
  return html`<div class="wide" role="region" aria-label="${kind} of ${tool}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${heading}</th>
          <th scope="col">Value</th>
          ${defaults ? html`<th scope="col">Default</th>` : ''}
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <th scope="row"><code>${row.name}</code>${row.required ? html` <b>${mark}</b>` : ''}</th>
              <td>${row.type}${row.rules ? html`<br /><small>${row.rules}</small>` : ''}</td>
              ${defaults ? html`<td>${row.default === undefined ? '' : html`<code>${row.default}</code>`}</td>` : ''}
              <td class="text">${row.description}</td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

function promptArticle({ name, description, arguments: args = [] }: PeerPrompt): Markup {
  const items = args.map(
    (each) =>
      html`<li>
        <code>${each.name}</code>${each.required ? html` <b>required</b>` : ''} ${each.description ?? ''}
      </li>`,
  );
  return html`<article id="${anchor('prompt', name)}">
    <h3>${name}</h3>
    <p class="text">${description ?? ''}</p>
    ${
      items.length
        ? html`<ul>
            ${items}
          </ul>`
        : ''
    }
  </article> `;
}

function resourceTable(resources: readonly PeerResource[]): Markup {
  const rows = resources.map(
    ({ uri, name = '', description = '' }) =>
      html`<tr>
        <th scope="row"><code>${uri}</code></th>
        <td>${name}</td>
        <td class="text">${description}</td>
      </tr> `,
  );
  return html`<section id="resources">
    <h2>Resources</h2>
    <div class="wide" role="region" aria-label="Resources" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Name</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}

function anchor(kind: string, name: string): string {
  return `${kind}-${name.replace(/[^\w-]/g, (character) => `.${character.codePointAt(0)!.toString(16)}`)}`;
}
