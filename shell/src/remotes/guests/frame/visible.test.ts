import { isAnythingVisible } from './visible.ts';

/** jsdom lays nothing out: boxes come from `data-box` (left, top, width, height), else from the element around. */
function boxOf(node: Node): DOMRect {
  const element = (node instanceof Element ? node : node.parentElement)?.closest('[data-box]');
  const [left = 0, top = 0, width = 0, height = 0] = (element?.getAttribute('data-box') ?? '').split(' ').map(Number);
  return { left, top, right: left + width, bottom: top + height } as DOMRect;
}

beforeAll(() => {
  Object.assign(Element.prototype, {
    getBoundingClientRect(this: Element) {
      return boxOf(this);
    },
    checkVisibility(this: Element) {
      const { display, opacity, visibility } = getComputedStyle(this);
      return display !== 'none' && opacity !== '0' && visibility !== 'hidden';
    },
  });
  Object.assign(Range.prototype, {
    getBoundingClientRect(this: Range) {
      return boxOf(this.startContainer);
    },
  });
});

/** Returns whether anything is visible in a form with this content, in a frame of 390 x 616 pixels. */
function seen(html: string, box = '0 0 390 616'): boolean {
  document.body.innerHTML = `<div data-box="${box}"><div>${html}</div></div>`;
  return isAnythingVisible(document.body.firstElementChild as Element);
}

test.each([
  ['a text', '<p data-box="8 8 300 20">How was it?</p>'],
  ['a control', '<textarea data-box="8 8 300 80"></textarea>'],
  ['a text in an element without a box', '<p data-box="8 8 300 20"><b style="display: contents">How was it?</b></p>'],
  ['a custom element with a closed shadow tree', '<hospital-form data-box="8 8 300 500"></hospital-form>'],
])('a form with %s is visible', (_what, html) => {
  expect(seen(html)).toBe(true);
});

test('a text in an open shadow tree is visible', () => {
  seen('<hospital-form></hospital-form>');
  const shadow = document.querySelector('hospital-form')?.attachShadow({ mode: 'open' });
  Object.assign(shadow ?? {}, { innerHTML: '<p data-box="8 8 300 20">How was it?</p>' });
  expect(isAnythingVisible(document.body.firstElementChild as Element)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['spaces and boxes', '<div data-box="8 8 300 500"> \n </div>'],
  ['a picture alone', '<svg data-box="8 8 300 300"></svg>'],
  ['a text that is hidden', '<p data-box="8 8 300 20" style="visibility: hidden">How was it?</p>'],
  ['a text that never fades in', '<p data-box="8 8 300 20" style="opacity: 0">How was it?</p>'],
  ['a text without size', '<p data-box="8 8 300 0">How was it?</p>'],
  ['a text beside the frame', '<p data-box="-9999 8 300 20">How was it?</p>'],
  [
    'a text that is cut off',
    '<div data-box="8 8 300 0" style="overflow: hidden"><p data-box="8 8 300 20">No</p></div>',
  ],
])('a form with %s is not visible', (_what, html) => {
  expect(seen(html)).toBe(false);
});

test('a form that gives its frame no height is not visible', () => {
  expect(seen('<p data-box="8 8 300 20">How was it?</p>', '0 0 390 16')).toBe(false);
});

test('a text is visible in browsers that can’t say what is rendered', () => {
  const { checkVisibility } = Element.prototype;
  Reflect.deleteProperty(Element.prototype, 'checkVisibility');
  expect(seen('<p data-box="8 8 300 20">How was it?</p>')).toBe(true);
  expect(seen('<p data-box="8 8 300 20" style="visibility: hidden">How was it?</p>')).toBe(false);
  Object.assign(Element.prototype, { checkVisibility });
});

test('a guest that breaks what measures it is not visible', () => {
  const create = jest.spyOn(document, 'createTreeWalker').mockImplementation(() => {
    throw new Error('no');
  });
  expect(seen('<p data-box="8 8 300 20">How was it?</p>')).toBe(false);
  create.mockRestore();
});
