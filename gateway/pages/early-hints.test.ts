import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { it } from 'node:test';
import { startPublished } from '../testing/fixtures.ts';
import { listen } from '../testing/servers.ts';
import { earlyHints } from './pages.ts';

it('earlyHints names the files of the first screen, and no others', () => {
  const page = [
    '<link rel="manifest" href="/manifest.webmanifest" />',
    '<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,x">',
    '<link rel="preload" as="font" type="font/woff2" crossorigin href="/shell/1.0.0/font.woff2">',
    '<link rel="preload" as="script" href="https://other.example.org/x.js" crossorigin="anonymous">',
    '<script type="application/json" id="lodestar-runtime">{}</script>',
    '<script defer src="/shell/1.0.0/first.js" integrity="sha384-A+/=" crossorigin="anonymous"></script>',
    '<link rel="stylesheet" href="/shell/1.0.0/main.css" integrity="sha384-B" crossorigin="anonymous">',
  ];
  assert.deepEqual(earlyHints(page.join('\n')), [
    '</shell/1.0.0/font.woff2>; rel=preload; as=font; crossorigin="anonymous"',
    '</shell/1.0.0/first.js>; rel=preload; as=script; crossorigin="anonymous"; integrity="sha384-A+/="',
    '</shell/1.0.0/main.css>; rel=preload; as=style; crossorigin="anonymous"; integrity="sha384-B"',
  ]);
});

it('the gateway sends 103 before a page only with EARLY_HINTS', async (test) => {
  for (const isOn of [true, false]) {
    const { port } = await listen((await startPublished(test, { earlyHints: isOn })).app);
    const links: unknown[] = [];
    const page = get({ port, path: '/expired', headers: { accept: 'text/html' } });
    page.on('information', ({ headers }) => links.push(headers.link));
    const [response] = await once(page, 'response');
    await once(response.resume(), 'end');
    assert.deepEqual([response.statusCode, links.length], [200, isOn ? 1 : 0]);
    if (isOn) assert.match(String(links), /remote\.json>; rel=preload; as=fetch/);
  }
});
