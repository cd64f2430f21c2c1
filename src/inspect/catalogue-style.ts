/** The style of the written catalogue; its hash is part of the page's Content Security Policy. */
export const CATALOGUE_STYLE = `
:root { color-scheme: light dark; --line: #d0d5dd; --soft: #f5f6f8; --dim: #5b6472; --link: #1d4ed8 }
@media (prefers-color-scheme: dark) { :root { --line: #3a4150; --soft: #1c2129; --dim: #a3adbb; --link: #8ab4ff } body { background: #12161c; color: #e7eaf0 } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 0 1rem 4rem }
a { color: var(--link) }
h1 small, .hints, nav p, td small { color: var(--dim) }
.columns { display: grid; gap: 2rem; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr) }
nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; font-size: .9rem }
nav ul { list-style: none; padding: 0; margin: 0 } nav p { font-weight: 600; margin: 1rem 0 .2rem } nav li { overflow-wrap: anywhere }
article { border-top: 1px solid var(--line); padding: .5rem 0 1rem } h3 { font-family: ui-monospace, monospace; margin: .5rem 0; overflow-wrap: anywhere }
.hints span { border: 1px solid var(--line); border-radius: 1rem; font-size: .8rem; padding: .1rem .6rem }
.text { white-space: pre-wrap; overflow-wrap: anywhere }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .9rem; width: 100% } th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top } thead th { background: var(--soft) } th b { font-size: .75rem; color: var(--dim) }
code, pre { font-family: ui-monospace, monospace; font-size: .9em } code { overflow-wrap: anywhere }
pre { background: var(--soft); border-radius: .4rem; overflow-x: auto; padding: .7rem } figure { margin: .8rem 0 } figcaption { color: var(--dim); overflow-wrap: anywhere }
@media (max-width: 44rem) { .columns { grid-template-columns: minmax(0, 1fr) } nav { position: static; max-height: 14rem; border: 1px solid var(--line); border-radius: .4rem; padding: 0 .7rem .7rem } }
@media print { nav { display: none } .columns { display: block } }
`;
