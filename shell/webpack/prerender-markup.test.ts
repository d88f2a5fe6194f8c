import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markupFaults, type RenderedScreen } from 'shared-ui/contract/documents';

interface Rendered {
  html: string;
  css: string;
  names: Set<string>;
  prefix: string;
}

/** Not TypeScript: webpack bundles it with the code that it renders. */
const MARKUP: string = '../../shared-ui/webpack/prerender/markup.js';
const { partOf } = (await import(MARKUP)) as { partOf(rendered: Rendered): RenderedScreen };

const part = (html: string, css = '', names: string[] = []) =>
  partOf({ html, css, names: new Set(names), prefix: 'fs' });

describe('the markup of a prerendered part', () => {
  it('has separate classes, without those that have no rules', () => {
    const { html, css } = part(
      '<div class="sc-a bcd lucide"><i class="sc-b"></i></div>',
      '.bcd{margin:0}.bcd .lucide{color:red}',
      ['sc-a', 'bcd', 'sc-b'],
    );
    assert.equal(html, '<div class="fs0 lucide"><i></i></div>');
    assert.equal(css, '.fs0{margin:0}.fs0 .lucide{color:red}');
  });

  it('has separate ids, wherever one is named', () => {
    const { html } = part(
      '<label for="a" id="b">A</label><input id="a" aria-describedby="b c"/><a href="#a">A</a><path fill="url(#c)"></path><a href="/a#b">B</a>',
    );
    assert.equal(
      html,
      '<label for="fs-a" id="fs-b">A</label><input id="fs-a" aria-describedby="fs-b fs-c"/><a href="#fs-a">A</a><path fill="url(#fs-c)"></path><a href="/a#b">B</a>',
    );
  });

  it('has no style attribute, but a rule for each style', () => {
    const { html, css } = part(
      '<i class="x" style="width:1px;font:&quot;A&quot;"></i><b style="width:1px;font:&quot;A&quot;"></b>',
    );
    assert.equal(html, '<i class="x fs-style0"></i><b class="fs-style0"></b>');
    assert.equal(css, '.fs-style0{width:1px;font:"A"}');
  });

  it('has forms that go nowhere, and no comments', () => {
    const { html } = part('<!--$--><form action="#" noValidate=""><input name="a" value="&lt;b&gt;"/></form><!--/$-->');
    assert.equal(html, '<form noValidate="" method="dialog"><input name="a" value="&lt;b&gt;"/></form>');
    assert.deepEqual(markupFaults({ html, css: '' }), []);
  });

  it('takes its title from its heading', () => {
    assert.equal(part('<h1 tabindex="-1">Welcome to <b>A &amp; B</b></h1>').title, 'Welcome to A &amp; B');
  });
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

  it('refuses styles that load something or end their element', () => {
    for (const css of ['a{}</style>', '@import "a"', 'a{background:url(a.png)}'])
      assert.equal(markupFaults({ html: '', css }).length, 1);
    assert.deepEqual(markupFaults({ html: '<img src="lodestar-base/a.0a1b2c3d.png"/>', css: '.a{fill:url(#b)}' }), []);
  });
});
