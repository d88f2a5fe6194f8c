import assert from 'node:assert/strict';
import { request } from 'node:http';
import { it } from 'node:test';
import { startPublished } from '../testing/fixtures.ts';
import { listen } from '../testing/servers.ts';
import { earlyHints } from './early-hints.ts';

it('earlyHints names the files of the first screen, and no others', () => {
  const page = [
    '<link rel="manifest" href="/manifest.webmanifest" />',
    '<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,x">',
    '<link rel="preload" as="font" type="font/woff2" crossorigin href="/shell/1.0.0/font.woff2">',
    '<link rel="preload" as="script" href="https://other.example.org/x.js" crossorigin="anonymous">',
    '<script type="application/json" id="lodestar-runtime">{}</script>',
    '<script defer src="/shell/1.0.0/first.js" integrity="sha384-A+/=" crossorigin="anonymous"></script>',
    '<link rel="stylesheet" href="/shell/1.0.0/main.css" integrity="sha384-B" crossorigin="anonymous">',
  ].join('\n');
  assert.deepEqual(earlyHints(page), [
    '</shell/1.0.0/font.woff2>; rel=preload; as=font; crossorigin="anonymous"',
    '</shell/1.0.0/first.js>; rel=preload; as=script; crossorigin="anonymous"; integrity="sha384-A+/="',
    '</shell/1.0.0/main.css>; rel=preload; as=style; crossorigin="anonymous"; integrity="sha384-B"',
  ]);
});

for (const earlyHintsOn of [true, false])
  it(`the gateway sends ${earlyHintsOn ? '' : 'no '}103 before a page with EARLY_HINTS=${Number(earlyHintsOn)}`, async (test) => {
    const { app } = await startPublished(test, { earlyHints: earlyHintsOn });
    const { port } = await listen(app);
    const hints: number[] = [];
    const page = request({ port, path: '/expired', headers: { accept: 'text/html' } });
    page.on('information', ({ statusCode, headers }) => {
      hints.push(statusCode);
      assert.match(String(headers.link), /remote\.json>; rel=preload; as=fetch/);
    });
    const status = await new Promise((resolve, reject) => {
      page.on('error', reject);
      page.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      });
      page.end();
    });
    assert.deepEqual([hints, status], [earlyHintsOn ? [103] : [], 200]);
  });
