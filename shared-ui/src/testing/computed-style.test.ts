/** The tests' `getComputedStyle` remembers what it returned, but never past a change. */

const visibility = (element: Element) => getComputedStyle(element).visibility;

it('getComputedStyle follows changes of the element, its ancestors and the style sheets', () => {
  document.head.innerHTML = '<style>.hidden { visibility: hidden }</style>';
  document.body.innerHTML = '<section><p>Text</p></section><aside></aside>';
  const [section, paragraph, aside] = ['section', 'p', 'aside'].map((name) =>
    document.querySelector<HTMLElement>(name),
  );
  if (!section || !paragraph || !aside) throw new Error('the page is incomplete');
  expect(visibility(paragraph)).toBe('visible');
  expect(getComputedStyle(paragraph)).toBe(getComputedStyle(paragraph));
  section.className = 'hidden';
  expect(visibility(paragraph)).toBe('hidden');
  paragraph.style.visibility = 'visible';
  expect(visibility(paragraph)).toBe('visible');
  paragraph.removeAttribute('style');
  expect(visibility(paragraph)).toBe('hidden');
  aside.append(paragraph);
  expect(visibility(paragraph)).toBe('visible');
  document.head.innerHTML = '<style>aside { visibility: collapse }</style>';
  expect(visibility(paragraph)).toBe('collapse');
  document.head.firstElementChild?.append('p { visibility: hidden }');
  expect(visibility(paragraph)).toBe('hidden');
  paragraph.remove();
  document.body.append(paragraph);
  document.head.innerHTML = '';
  expect(visibility(paragraph)).toBe('visible');
});
