import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOfRules, sectionsIn } from './rules.ts';

const TITLES = new Map([['shell/menu.test.ts', new Set(['Menu lists its links', 'Menu closes on %s'])]]);
const problemsOf = (markdown: string) => problemsOfRules(markdown, (file) => TITLES.get(file));

const GOOD = `# Rules

What it does.

## Purpose

<!-- no rule -->

One place for everything.

## Menu

It has links:

- Home, Help
  and Settings
  <!-- test: shell/menu.test.ts › Menu lists its links -->
- It closes on Escape.
  <!-- test: shell/menu.test.ts › Menu lists
    › Menu closes on -->

| key | what |
| --- | --- |
| Escape | closes |
<!-- test: shell/menu.test.ts › Menu closes on %s -->

### Names

Paths are below /app.
<!-- no rule -->
`;

test('sectionsIn returns list items, paragraphs and tables with the comments below them', () => {
  assert.deepEqual(
    sectionsIn(GOOD).map(({ rules }) => rules.map(({ line, text, notes }) => [line, text.slice(0, 12), notes.length])),
    [
      [[9, 'One place fo', 0]],
      [
        [13, 'It has links', 0],
        [15, '- Home, Help', 1],
        [18, '- It closes ', 1],
        [22, '| key | what', 1],
      ],
      [[29, 'Paths are be', 1]],
    ],
  );
  const [, menu] = sectionsIn(GOOD);
  assert.equal(menu?.rules[1]?.text, '- Home, Help and Settings');
  assert.equal(menu?.rules[2]?.notes[0]?.text, 'test: shell/menu.test.ts › Menu lists › Menu closes on');
});

test('problemsOfRules accepts a page that names an existing test for each rule', () => {
  assert.deepEqual(problemsOf(GOOD), []);
});

test('problemsOfRules reports each rule without a test, with its line', () => {
  const page =
    '## Menu\n\nIt opens.\n\n- Home\n- Help\n  <!-- test: shell/menu.test.ts › Menu lists -->\n\n## Other\n\nText';
  assert.deepEqual(
    problemsOf(page).map((problem) => problem.split(' names')[0]),
    ['3: "It opens.…"', '5: "- Home…"', '11: "Text…"'],
  );
});

const WRONG: [string, RegExp][] = [
  ['test: shell/gone.test.ts › Menu lists its links', /^4: there is no shell\/gone\.test\.ts/],
  ['test: shell/menu.test.ts › Menu sings', /^4: .* no test whose title starts with "Menu sings"/],
  ['test: shell/menu.test.ts › lists its links', /^4: .* no test whose title starts with "lists its links"/],
  ['test: shell/menu.test.ts › Menu lists › Menu sings', /^4: .* starts with "Menu sings"/],
  ['test: shell/menu.test.ts', /^4: write this comment as <!-- test: path › title -->/],
  ['tests: shell/menu.test.ts › Menu lists', /^4: write this comment as/],
];

test('problemsOfRules reports a comment that names no existing test', () => {
  for (const [note, problem] of WRONG) {
    const problems = problemsOf(`## Menu\n\nIt opens.\n<!-- ${note} -->\n`);
    assert.equal(problems.length, 1, note);
    assert.match(problems[0] ?? '', problem);
  }
});

test('problemsOfRules reports a test that is named above the first rule', () => {
  assert.deepEqual(problemsOf('## Menu\n<!-- test: shell/menu.test.ts › Menu lists -->\n\nIt opens.\n'), [
    '2: this comment follows no rule: move it below one',
    '4: "It opens.…" names no test: add <!-- test: path › title --> in the line below it',
  ]);
});
