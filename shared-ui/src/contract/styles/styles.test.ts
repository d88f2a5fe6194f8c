import { parseSync } from '@swc/core';
import postcss from 'postcss';
import { checkStyles, scopeStyles } from './index.ts';
import { globalStylesIn } from './sheet.ts';

const ROOT = '[data-remote="pharmacy"]';

/** Parts of what Tailwind 4 writes: its theme, its preflight, two utilities and what they register. */
const TAILWIND = `
@layer properties;
@layer theme, base, components, utilities;
@layer theme { :root, :host { --spacing: 0.25rem; --animate-spin: spin 1s linear infinite } }
@layer base {
  *, ::after, ::before, ::backdrop, ::file-selector-button { box-sizing: border-box; margin: 0 }
  html, :host { line-height: 1.5 }
  h1, h2 { font-size: inherit }
  [hidden]:where(:not([hidden='until-found'])) { display: none !important }
}
@layer utilities {
  .animate-spin { animation: var(--animate-spin) !important }
  .shadow-lg { --tw-shadow: 0 10px 15px #0003 !important; box-shadow: var(--tw-shadow) !important }
}
@property --tw-shadow { syntax: "*"; inherits: false; initial-value: 0 0 #0000 }
@keyframes spin { to { transform: rotate(360deg) } }
@layer properties { @supports (-webkit-hyphens: none) { *, ::before { --tw-shadow: 0 0 #0000 } } }
`;

const globalsOf = (css: string) => globalStylesIn(css, 'pharmacy').map(({ text }) => text);

const faultsIn = (code: string) =>
  checkStyles('pharmacy', { sheets: new Map(), scripts: new Map([['exposed.js', parseSync(code)]]) }).faults;

describe('stylesheets', () => {
  it.each([
    ['body { background: red }', 'body'],
    ['html { color: red }', 'html'],
    [':root { --ink: red }', ':root'],
    ['* { margin: 0 }', '*'],
    ['h1, .pharmacy-title { margin: 0 }', 'h1'],
    ['#app { margin: 0 }', '#app'],
    ['.card { margin: 0 }', '.card'],
    ['[hidden] { display: block }', '[hidden]'],
    ['::selection { color: red }', '::selection'],
    ['body.pharmacy-open { overflow: hidden }', 'body.pharmacy-open'],
    ['body:has(.pharmacy-list) { overflow: hidden }', 'body:has(.pharmacy-list)'],
    [':is(.pharmacy-a, p) { margin: 0 }', ':is(.pharmacy-a, p)'],
    ['p:not(.pharmacy-a) { margin: 0 }', 'p:not(.pharmacy-a)'],
    [`${ROOT} + div { margin: 0 }`, `${ROOT} + div`],
    ['[data-remote="timeline"] p { margin: 0 }', '[data-remote="timeline"] p'],
    ['@media (width > 40rem) { body { margin: 0 } }', 'body'],
    ['@layer pharmacy-base { body { margin: 0 } }', 'body'],
    ['@scope (main) { p { margin: 0 } }', '@scope (main)'],
    ['@scope { p { margin: 0 } }', '@scope'],
    ['.pharmacy-list { body:has(&) { margin: 0 } }', 'body:has(&)'],
    ['@import url(theme.css);', '@import url(theme.css)'],
    ['@keyframes spin { to { rotate: 1turn } }', '@keyframes spin'],
    ['@property --tw-scale { syntax: "*"; inherits: false }', '@property --tw-scale'],
    ['@layer base, utilities;', '@layer base'],
    ['@font-face { font-family: "Inter"; src: url(inter.woff2) }', '@font-face Inter'],
  ])('%s has an effect outside of the remote', (css, text) => {
    expect(globalsOf(css)).toContain(text);
  });

  it.each([
    `${ROOT} { color: red }`,
    `${ROOT} h1 + p, ${ROOT} #map, ${ROOT}:has(h1) * { margin: 0 }`,
    `:where(${ROOT}) *, :where(${ROOT}) ::before { margin: 0 }`,
    `${ROOT} { h1 { margin: 0 } &:hover { color: red } }`,
    `@scope (${ROOT}) to (.pharmacy-end) { h1 { margin: 0 } :scope { color: red } }`,
    '.pharmacy-card p, .pharmacy_title, html.dark .pharmacy-card { margin: 0 }',
    '.pharmacy-card { @media (width > 40rem) { p { margin: 0 } } }',
    '@media print { body { display: block } }',
    '@keyframes pharmacy-spin { 50% { rotate: 1turn } }',
    '@property --pharmacy-angle { syntax: "<angle>"; inherits: false; initial-value: 0deg }',
    '@layer pharmacy-base { @layer reset { .pharmacy-a { margin: 0 } } }',
    '@font-face { font-family: "Pharmacy Inter"; src: url(inter.woff2) }',
  ])('%s stays within the remote', (css) => {
    expect(globalsOf(css)).toEqual([]);
  });
});

describe('styles in scripts', () => {
  it.each([
    ['createGlobalStyle', `const S = (0, r.createGlobalStyle)\`h1 { color: \${({ c }) => c}; \${mixin}; }\``],
    ['a constructed stylesheet', 'const sheet = new CSSStyleSheet(); sheet.replaceSync("h1 { color: red }")'],
    ['css-loader’s list', 'e.push([t.id, "h1{color:red}", ""])'],
    ['a template', `style.textContent = \`h1 { color: \${red} }\``],
    ['an at-rule', 'style.textContent = "@media (width > 3px){h1{color:red}}"'],
  ])('%s may not have a selector for the whole page', (_what, code) => {
    expect(faultsIn(code)).toEqual([
      expect.stringMatching(/^"h1" \(exposed\.js\) .*begin each selector with \[data-remote="pharmacy"\]/),
    ]);
  });

  it('of a component may not be about the page', () => {
    expect(faultsIn('x.div`color: red; body { margin: 0 }`')).toEqual([expect.stringMatching(/^"body"/)]);
  });

  it.each([
    `x.div\`color: red; & > p, h1, * { margin: 0 } html.dark & { color: blue } \${Other} & { margin: 0 }\``,
    'const frames = x.keyframes`from { opacity: 0 } to { opacity: 1 }`',
    'sheet.replaceSync(".pharmacy-card h1 { color: red }")',
    'root.append(Object.assign(style, { textContent: ":host { color: red } p { margin: 0 }" }))',
    'ask("query { user: name }"); say("a { b: c }"); run("function go() { const a = { color: red } }"); log("{\\"p\\": {\\"color\\": 1}}")',
    `sheet.insertRule(\`@font-face { font-family: \${name}; src: url(\${file}) }\`)`,
    `(0, r.createGlobalStyle)\`\${Card} p { margin: 0 }\``,
    'say("Note: take it {daily: 2} with water")',
  ])('%s has no effect outside of the remote', (code) => {
    expect(faultsIn(code)).toEqual([]);
  });

  it('are named in one message, however many there are', () => {
    const css = Array.from({ length: 12 }, (_, place) => `#a${place} { color: red }`).join('\n');
    const { faults } = checkStyles('pharmacy', { sheets: new Map([['main.css', css]]), scripts: new Map() });
    expect(faults).toEqual([expect.stringContaining('"#a4" (main.css), 7 more can affect')]);
  });
});

describe('scopeStyles', () => {
  const scope = (css: string) => postcss([scopeStyles('pharmacy')]).process(css, { from: undefined }).css;

  it.each([
    ['html, :host { line-height: 1.5 }', `:where(${ROOT}) { line-height: 1.5 }`],
    ['html body > h1 { margin: 0 }', `:where(${ROOT}) > h1 { margin: 0 }`],
    ['body.dark p { margin: 0 }', `:where(${ROOT}).dark p { margin: 0 }`],
    ['*, ::before { margin: 0 }', `:where(${ROOT}) *, :where(${ROOT}) ::before { margin: 0 }`],
    ['.a { p { margin: 0 } }', `:where(${ROOT}) .a { p { margin: 0 } }`],
    ['@layer base, x.y;', '@layer pharmacy-base, pharmacy-x.y;'],
    [
      '@property --tw-x { inherits: false } .a { --tw-x: 1; margin: var(--tw-x) var(--tw-x-y) }',
      `@property --pharmacy-tw-x { inherits: false } :where(${ROOT}) .a { --pharmacy-tw-x: 1; margin: var(--pharmacy-tw-x) var(--tw-x-y) }`,
    ],
    [
      '@keyframes spin { 50% { rotate: 1turn } } .a { animation: spin 1s, spin-out 2s }',
      `@keyframes pharmacy-spin { 50% { rotate: 1turn } } :where(${ROOT}) .a { animation: pharmacy-spin 1s, spin-out 2s }`,
    ],
  ])('rewrites %s', (css, expected) => {
    const written = scope(css);
    expect(written).toBe(expected);
    expect(globalsOf(written)).toEqual([]);
    expect(scope(written)).toBe(written);
  });

  it('confines the output of Tailwind, with its preflight', () => {
    const { faults: before } = checkStyles('pharmacy', {
      sheets: new Map([['main.css', TAILWIND]]),
      scripts: new Map(),
    });
    expect(before).toEqual([expect.stringMatching(/"\*".* begin each selector .*, and each name with pharmacy-/)]);
    const written = scope(TAILWIND);
    expect(globalsOf(written)).toEqual([]);
    expect(written).toContain(`:where(${ROOT}) { line-height: 1.5 }`);
    expect(written).toContain(`:where(${ROOT}) .animate-spin { animation: var(--animate-spin) !important }`);
    expect(written).toContain('--animate-spin: pharmacy-spin 1s linear infinite');
    expect(written).toContain('box-shadow: var(--pharmacy-tw-shadow) !important');
  });
});
