import { guardHtmlSinks } from './more.ts';
import { clean } from './natives.ts';

const REFUSED = ['link', 'iframe', 'frame', 'frameset', 'object', 'embed', 'portal', 'fencedframe', 'meta', 'base'];

test.each(REFUSED)('clean makes <%s> elements inert in every spelling', (name) => {
  for (const begin of [name, name.toUpperCase(), `svg:${name}`])
    for (const end of ['>', ' href="https://elsewhere.example.org">', '/>', '\n>', '\t/>'])
      expect(clean(`<p>a</p><${begin}${end}</${begin}>`)).not.toMatch(new RegExp(`</?(svg:)?${name}`, 'i'));
});

test('clean leaves other HTML unchanged', () => {
  const html =
    '<p title="a < b">1 &lt; 2<linked-list></linked-list><objective>link iframe</objective></p><a href="#">x</a>';
  expect(clean(html)).toBe(html);
});

describe('in a browser without trusted types', () => {
  beforeAll(() => guardHtmlSinks());
  const inserted = (insert: (place: HTMLElement, html: string) => void) => {
    const place = document.body.appendChild(document.createElement('div'));
    insert(place, '<b>bold</b><iframe src="https://elsewhere.example.org"></iframe><link rel="preconnect" href="//x">');
    return [...document.body.querySelectorAll('*')].map(({ localName }) => localName);
  };

  afterEach(() => document.body.replaceChildren());

  test.each<[string, (place: HTMLElement, html: string) => void]>([
    ['innerHTML', (place, html) => Object.assign(place, { innerHTML: html })],
    ['outerHTML', (place, html) => Object.assign(place, { outerHTML: html })],
    ['insertAdjacentHTML', (place, html) => place.insertAdjacentHTML('beforeend', html)],
    ['createContextualFragment', (place, html) => place.append(document.createRange().createContextualFragment(html))],
    [
      'innerHTML of a shadow root',
      (place, html) => {
        const root = place.attachShadow({ mode: 'open' });
        root.innerHTML = html;
        place.replaceWith(...root.childNodes);
      },
    ],
  ])('%s creates no element that opens another document', (_way, insert) => {
    const names = inserted(insert);
    expect(names).toContain('b');
    expect(names).toContain('x-iframe');
    expect(names).not.toContain('iframe');
    expect(names).not.toContain('link');
  });
});
