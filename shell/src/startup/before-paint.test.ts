import { readFileSync } from 'node:fs';
import path from 'node:path';

const html = readFileSync(path.join(__dirname, '../index.html'), 'utf8');

/** Runs the page's first inline script, as the browser does before it paints anything. */
function startPage(settings: string): DOMStringMap {
  const { documentElement: root } = document;
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
  localStorage.setItem('settings', settings);
  const script = document.createElement('script');
  script.textContent = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  document.head.append(script);
  script.remove();
  return root.dataset;
}

afterEach(() => localStorage.clear());

test.each(['large', 'larger', 'largest'])('the page has the chosen text size before the first paint: %s', (size) => {
  expect(startPage(JSON.stringify({ textSize: size.toUpperCase() }))).toMatchObject({ textSize: size });
});

test.each(['{}', '{"textSize":"PHONE"}', '{"textSize":"HUGE"}', '{'])(
  'the page keeps the phone’s text size with the settings %s',
  (settings) => {
    jest.spyOn(console, 'info').mockImplementation();
    expect(startPage(settings)).not.toHaveProperty('textSize');
  },
);
