import type { Brand } from 'shared-ui/contract';

/** The product's colours (shared-ui/src/ui/theme/tokens.css), and four for the lines of charts. */
const LIGHT = `
  --page: #f7f4ee; --surface: #ffffff; --sunken: #efeae0; --line: #e2dccf; --field: #6f7f88;
  --ink: #16262e; --soft: #4d5f68; --brand: #0d5c63; --brand-soft: #dcecea; --on-brand: #ffffff; --focus: #1b6ef3;
  --good: #1d7a4c; --good-soft: #e0f2e8; --trial: #985200; --trial-soft: #fdf0dc; --bad: #b8322a; --bad-soft: #fbe4e1;
  --on-bad: #ffffff; --line-0: #0d5c63; --line-1: #b05a00; --line-2: #6a3fb5; --line-3: #4d5f68;`;
const DARK = `
  --page: #0e1a20; --surface: #16262e; --sunken: #0a1419; --line: #2a3d46; --field: #7d929c;
  --ink: #eef3f4; --soft: #a9bbc3; --brand: #6cc9c4; --brand-soft: #173a40; --on-brand: #06282b; --focus: #8ab8ff;
  --good: #63d096; --good-soft: #12362a; --trial: #f4b860; --trial-soft: #3a2c14; --bad: #ff9489; --bad-soft: #43201d;
  --on-bad: #43100c; --line-0: #6cc9c4; --line-1: #f4b860; --line-2: #c3a6ff; --line-3: #a9bbc3;`;

/** Returns the style sheet of the page. */
export const styleSheet = ({ colours }: Brand): string => `
:root { color-scheme: light dark;${LIGHT} }
@media (prefers-color-scheme: dark) { :root {${DARK} } }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; border-block-start: 4px solid ${colours.theme}; background: var(--page); color: var(--ink);
  font: 1rem/1.5 "Atkinson Hyperlegible Next", system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, p, dl, dd, ul, ol, figure { margin: 0; padding: 0; }
h1 { font-size: 1.875rem; line-height: 1.2; letter-spacing: -.015em; margin-block-end: .5rem; }
h2 { font-size: 1.25rem; line-height: 1.25; }
h2.small { font-size: 1rem; margin-block-start: 1rem; }
h3 { font-size: 1.1875rem; line-height: 1.3; }
a { color: var(--brand); text-underline-offset: .18em; }
a.inline { display: inline-flex; align-items: center; gap: .25rem; min-block-size: 2.75rem; min-inline-size: 2.75rem; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
main:focus { outline: none; }
ul, ol { list-style: none; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-block-start: -6rem; inset-inline-start: 1rem; z-index: 1; padding: .75rem 1rem; background: var(--surface); }
.skip:focus { inset-block-start: 1rem; }
.soft { color: var(--soft); font-size: .9375rem; }
.icon { inline-size: 1.25rem; block-size: 1.25rem; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.number { font-variant-numeric: tabular-nums; }
.top { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1.5rem; align-items: center; padding: .5rem 1rem; background: var(--surface); border-block-end: 1px solid var(--line); }
.brand { display: inline-flex; gap: .625rem; align-items: center; min-block-size: 2.75rem; color: inherit; text-decoration: none; font-size: 1.0625rem; }
.brand img { border-radius: 8px; }
.session { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; }
.session span { display: inline-flex; gap: .375rem; align-items: center; }
main { max-inline-size: 80rem; margin-inline: auto; padding: 1.25rem 1rem 3rem; }
.narrow { max-inline-size: 42rem; }
.narrow > * { margin-block-end: 1rem; }
section { margin-block-start: 1.75rem; }
section > * + *, .card > * + * { margin-block-start: .75rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 1rem; box-shadow: 0 1px 2px rgb(0 0 0 / .05); min-inline-size: 0; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); margin-block: 1rem; }
.cards .card { display: flex; flex-direction: column; }
.cards h2 { margin-block-start: -.375rem; }
.cards .actions { margin-block-start: auto; padding-block-start: .75rem; }
.uses { display: grid; gap: .5rem; }
.use { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: flex-start; }
.use dt { min-inline-size: 8rem; }
.use dd { display: flex; flex: 1 1 11rem; min-block-size: 1.625rem; flex-wrap: wrap; gap: .125rem .5rem; align-items: center; }
.badge { display: inline-flex; gap: .3125rem; align-items: center; padding: .125rem .5rem .125rem .3125rem; border-radius: 999px; background: var(--sunken); color: var(--ink); font-size: .875rem; font-weight: 600; }
.badge .icon { inline-size: 1.125rem; block-size: 1.125rem; }
.badge.active, .badge.healthy { background: var(--good-soft); color: var(--good); }
.badge.trial { background: var(--trial-soft); color: var(--trial); }
.badge.fallback { background: var(--brand-soft); color: var(--brand); }
.badge.failing, .badge.revoked { background: var(--bad-soft); color: var(--bad); }
.badge.unknown, .badge.unused { background: none; padding-inline: 0; color: var(--soft); }
.badges { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; }
.button { display: inline-flex; gap: .375rem; align-items: center; justify-content: center; min-block-size: 2.75rem; min-inline-size: 2.75rem; padding: .5rem .875rem; border: 2px solid transparent; border-radius: 12px; font: inherit; font-weight: 650; line-height: 1.25; text-align: center; text-decoration: none; cursor: pointer; }
.button.primary { background: var(--brand); color: var(--on-brand); }
.button.danger { border-color: currentColor; background: none; color: var(--bad); }
button.button.danger { border-color: transparent; background: var(--bad); color: var(--on-bad); }
.button.plain { border-color: var(--field); background: none; color: var(--ink); }
.button.plain[aria-current] { border-color: var(--brand); background: var(--brand-soft); }
button.quiet { min-block-size: 2.75rem; margin-inline: -.5rem; padding-inline: .5rem; border: 0; background: none; color: var(--brand); font: inherit; text-decoration: underline; text-underline-offset: .18em; cursor: pointer; }
@media (forced-colors: active) { .button { border-color: ButtonText; } }
.notice { display: flex; gap: .625rem; align-items: start; padding: .75rem 1rem; border-radius: 12px; background: var(--brand-soft); margin-block: .75rem; }
.notice > .icon { margin-block-start: .125rem; }
.notice > div { display: grid; gap: .5rem; }
.notice.good { background: var(--good-soft); border-inline-start: 4px solid var(--good); font-weight: 600; }
.notice.bad { background: var(--bad-soft); border-inline-start: 4px solid var(--bad); }
.state { display: flex; flex-wrap: wrap; gap: 0 .5rem; align-items: center; }
.rows { display: grid; gap: .75rem; }
.version dl { display: grid; gap: .5rem; }
.version dt { font-size: .875rem; color: var(--soft); }
.version dd { display: flex; flex-wrap: wrap; gap: 0 .5rem; align-items: center; }
.which { display: grid; gap: .375rem; }
.acts > .act + .act { margin-block-start: .625rem; border-block-start: 1px solid var(--line); padding-block-start: .625rem; }
.why { white-space: pre-line; border-inline-start: 3px solid var(--line); padding-inline-start: .625rem; margin-block-start: .25rem; }
summary { display: list-item; min-block-size: 2.75rem; padding: .5rem 0; font-weight: 650; color: var(--brand); cursor: pointer; }
details > :not(summary) { margin-block-start: .5rem; }
.scroll { overflow-x: auto; max-inline-size: 100%; }
table { border-collapse: collapse; inline-size: 100%; font-size: .9375rem; font-variant-numeric: tabular-nums; background: var(--surface); }
th, td { padding: .5rem .625rem; border-block-end: 1px solid var(--line); text-align: start; white-space: nowrap; }
.narrow th, .narrow td { white-space: normal; overflow-wrap: break-word; }
pre { margin: 0; white-space: pre-wrap; padding: .75rem 1rem; border-radius: 12px; background: var(--sunken); }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .9375rem; }
.periods, .legend { display: flex; flex-wrap: wrap; gap: .5rem; }
.legend { gap: .25rem 1.25rem; }
.legend li { display: inline-flex; gap: .5rem; align-items: center; }
.mark { inline-size: 2.125rem; block-size: .75rem; flex: none; }
.charts { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
.charts figcaption { font-weight: 650; }
.charts .card > * + * { margin-block-start: .375rem; }
.chart { display: block; inline-size: 100%; min-inline-size: 19rem; block-size: auto; }
.chart text { font-size: 11.5px; fill: var(--soft); }
.grid { stroke: var(--line); stroke-width: 1; fill: none; }
.line .stroke { fill: none; stroke-width: 2; }
.line-0 { stroke: var(--line-0); fill: var(--line-0); }
.line-1 { stroke: var(--line-1); fill: var(--line-1); }
.line-1 .stroke { stroke-dasharray: 7 3; }
.line-2 { stroke: var(--line-2); fill: var(--line-2); }
.line-2 .stroke { stroke-dasharray: 2 3; }
.line-3 { stroke: var(--line-3); fill: var(--line-3); }
.line-3 .stroke { stroke-dasharray: 9 3 2 3; }
.bars { display: block; inline-size: 100%; block-size: auto; }
.bar { fill: var(--field); }
.bar-failing { fill: var(--bad); }
.field { display: grid; gap: .25rem; }
.card > input[type="hidden"] + .field { margin-block-start: 0; }
.field label { font-weight: 650; }
.field input, .field textarea { inline-size: 100%; min-block-size: 2.75rem; padding: .5rem .75rem; border: 1.5px solid var(--field); border-radius: 10px; background: var(--surface); color: inherit; font: inherit; }
.field input { max-inline-size: 8rem; }
@media (min-width: 60rem) {
  .top { padding-inline: 2rem; }
  main { padding-inline: 2rem; }
  .version { display: grid; grid-template-columns: 15rem 1fr auto; gap: 1rem; align-items: center; }
  .version > * + * { margin-block-start: 0; }
  .version dl { grid-template-columns: repeat(3, 1fr); }
  .version dl.facts { grid-template-columns: repeat(4, 1fr); gap: .5rem 1rem; }
}
`;
