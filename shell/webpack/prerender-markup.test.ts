import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markupFaults, type RenderedScreen } from 'shared-ui/contract/documents';

/** Not TypeScript: webpack bundles it with the code that it renders. */
const MARKUP: string = '../../shared-ui/webpack/prerender/markup.js';
const { partOf } = (await import(MARKUP)) as {
  partOf(rendered: { html: string; css: string; names: Set<string>; prefix: string }): RenderedScreen;
};

describe('the markup of a prerendered part', () => {
  const quoted = 'width:1px;font:&quot;A&quot;';
  for (const [what, given, html, css] of [
    [
      'has separate classes, without those that have no rules',
      '<div class="sc-a bcd lucide"><i class="sc-b"></i></div>',
      '<div class="fs0 lucide"><i></i></div>',
      '.fs0{margin:0}.fs0 .lucide{color:red}',
    ],
    [
      'has separate ids, wherever one is named',
      '<label for="a" id="b">A</label><input id="a" aria-describedby="b c"/><a href="#a">A</a><path fill="url(#c)"></path><a href="/a#b">B</a>',
      '<label for="fs-a" id="fs-b">A</label><input id="fs-a" aria-describedby="fs-b fs-c"/><a href="#fs-a">A</a><path fill="url(#fs-c)"></path><a href="/a#b">B</a>',
      '',
    ],
    [
      'has no style attribute, but a rule for each style',
      `<i class="x" style="${quoted}"></i><b style="${quoted}"></b>`,
      '<i class="x fs-style0"></i><b class="fs-style0"></b>',
      '.fs-style0{width:1px;font:"A"}',
    ],
    [
      'has forms that go nowhere, and no comments',
      '<!--$--><form action="#" noValidate=""><input name="a" value="&lt;b&gt;"/></form><!--/$-->',
      '<form noValidate="" method="dialog"><input name="a" value="&lt;b&gt;"/></form>',
      '',
    ],
  ] as const)
    it(what, () => {
      const rules = given.includes('bcd') ? '.bcd{margin:0}.bcd .lucide{color:red}' : '';
      const made = partOf({ html: given, css: rules, names: new Set(['sc-a', 'bcd', 'sc-b']), prefix: 'fs' });
      assert.deepEqual([made.html, made.css], [html, css]);
      assert.deepEqual(markupFaults({ html, css: '' }), []);
    });
});

it('the title of a prerendered part is its heading', () => {
  const html = '<h1 tabindex="-1">Welcome to <b>A &amp; B</b></h1>';
  assert.equal(partOf({ html, css: '', names: new Set(), prefix: 'fs' }).title, 'Welcome to A &amp; B');
});

describe('markupFaults', () => {
  for (const [html, says] of [
    ['<script>a()</script>', "<script> can't be prerendered"],
    ['<p onclick="a()">A</p>', '<p> has the attribute onclick'],
    ['<a href="javascript:a()">A</a>', '<a> links to javascript:a()'],
    ['<a href="//elsewhere.example">A</a>', '<a> links to //elsewhere.example'],
    ['<form method="post"></form>', 'a form is sent by post'],
    ['<form></form>', 'a form lacks method="dialog"'],
    ["<p title='a'>A</p>", 'the markup is not as React writes it'],
    ['<img src="https://elsewhere.example/a.png"/>', '<img> has the attribute src'],
    ['<svg><foreignObject></foreignObject></svg>', "<foreignobject> can't be prerendered"],
  ] as const)
    it(`refuses ${html}`, () => {
      assert.ok(markupFaults({ html, css: '' }).includes(says), markupFaults({ html, css: '' }).join('; '));
    });

  it('allows names of either direction within a sentence', () => {
    assert.deepEqual(markupFaults({ html: '<p>From <bdi>A</bdi></p>', css: '' }), []);
  });

  it('refuses styles that load something or end their element', () => {
    for (const css of ['a{}</style>', '@import "a"', 'a{background:url(a.png)}'])
      assert.equal(markupFaults({ html: '', css }).length, 1);
    for (const css of ['.a{fill:url(#b)}', '@container (34rem < block-size <= 40rem){.a{margin:0}}'])
      assert.deepEqual(markupFaults({ html: '<img src="lodestar-base/a.0a1b2c3d.png"/>', css }), []);
  });
});
