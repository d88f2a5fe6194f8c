import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';

import { REPO } from 'server-kit/paths';
import { OFFERED } from 'shared-ui/contract/languages';
import { inlineScriptHashes } from '../http/security.ts';
import { publishShell } from '../publish/publisher.ts';
import { emptyRegistry, publishedFolder } from '../registry/registry.ts';
import { startPublished, writeShellBuild } from '../testing/fixtures.ts';
import { readBrand } from './brand.ts';
import { dataBlock } from './first-screen.ts';
import { preloadLinks, renderPage } from './page.ts';

const html = { accept: 'text/html,application/xhtml+xml' };

/** Returns a page's preloads: type, URL and whether it has a hash, and whether the page's script decides about them. */
const preloadsIn = (body: string) => {
  const link = /<link rel="preload" as="(\w+)" href="([^"]+)"( integrity="sha384-[^"]+")? crossorigin="anonymous">/g;
  const open = [...body.matchAll(link)].map(([, as, href, integrity]) => [as, href, integrity !== undefined]);
  const [, guarded] = /id="lodestar-preload">(.*?)<\/script>/.exec(body) ?? [];
  const script: { guarded?: boolean; links: Record<string, string>[] } = JSON.parse(guarded ?? '{"links":[]}');
  const links = script.links.map(({ as, href, integrity }) => [as, href, integrity !== undefined]);
  return { open, links, guarded: script.guarded };
};

/** Returns the preloads of a remote without separate chunks. */
const preloadsOf = (remote: string, version = '1.0.0') => [
  ['fetch', `/remotes/${remote}/${version}/remote.json`, false],
  ['script', `/remotes/${remote}/${version}/remoteEntry.0a1b2c3d.js`, true],
  ['script', `/remotes/${remote}/${version}/feature.4e5f6a7b.js`, true],
];

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the page', () => {
  it('is served at every route, with configuration and registry inside', async (test) => {
    const { app } = await startPublished(test, { textCountries: ['CA', 'US', '33'] });
    const config = (await app.inject('/config.json')).json();
    const recorder = { url: 'http://localhost:3002/', authorizer: 'demo-recorder-key', retention: 'drop' };
    const { brand, ...settings } = config;
    assert.equal(brand.name, 'Lodestar');
    assert.deepEqual(settings, {
      ...{
        api: '/api',
        recorder,
        demo: true,
        dev: false,
        shell: '1.0.0',
        surveyTokens: true,
        textCountries: ['1', '33'],
        textAreas: ['CA', 'US', '33'],
      },
      ...{
        invitedDomains: 'approved',
        emailFormat: 'basic',
        passwordRule: 'classes',
        pinDigits: 4,
        sessionIdleMinutes: 30,
        signInProviders: [],
      },
      languages: OFFERED,
      timeZone: 'America/Toronto',
    });
    const registry = (await app.inject('/registry.json')).json();
    for (const url of ['/', '/onboarding/pin-code', '/app', '/profile/1/results/7', '/nobody/knows', '/reset?x=1']) {
      const { statusCode, headers, body } = await app.inject({ url, headers: html });
      const { 'content-type': type, 'cache-control': caching, 'integrity-policy': integrity } = headers;
      assert.deepEqual([statusCode, type, caching], [200, 'text/html; charset=utf-8', 'private, no-cache'], url);
      assert.equal(integrity, 'blocked-destinations=(script)');
      const data = JSON.parse(/id="lodestar-runtime">(.*?)<\/script>/.exec(body)?.[1] ?? '');
      assert.deepEqual([data.config, data.registry], [config, registry], url);
    }
    // For page requests only: not for a POST, a picture or a script.
    for (const [method, url, accept, status] of [
      ['POST', '/app', html.accept, 404],
      ['GET', '/app', 'image/avif,image/webp', 404],
      ['GET', '/old.js', '*/*', 404],
      ['GET', '/app', '*/*', 200],
      ['HEAD', '/app', html.accept, 200],
    ] as const) {
      const { statusCode, body } = await app.inject({ method, url, headers: { accept } });
      assert.equal(statusCode, status, `${method} ${url} ${accept}`);
      assert.equal(body === '', method === 'HEAD');
    }
  });

  describe('of a first visit, which has no file yet', () => {
    const [css, font] = ['main.1a2b3c4d.css', 'reading.1a2b3c4d.woff2'];
    const links = [
      `<link rel="preload" as="font" type="font/woff2" crossorigin href="/shell/2.0.0/${font}">`,
      `<link rel="stylesheet" href="/shell/2.0.0/${css}" integrity="sha384-A" crossorigin="anonymous">`,
    ];
    const files = {
      [css]: `@font-face { src: url(/shell/2.0.0/${font}) format("woff2"); } body { color: navy; }`,
      [font]: 'letters',
    };
    const start = async (test: TestContext) => {
      const published = await startPublished(test);
      const folder = join(published.folder, 'next');
      const declaration = { files: undefined, initial: Object.keys(files) };
      await writeShellBuild(folder, '2.0.0', { head: `<!--lodestar:runtime-->${links.join('')}`, files, declaration });
      await publishShell(published.root, folder);
      const alter = () => writeFile(join(publishedFolder(published.root, 'shell', '2.0.0'), font), 'altered');
      return { ...published, alter };
    };
    const policyOf = ({ headers }: Awaited<ReturnType<Awaited<ReturnType<typeof start>>['open']>>) =>
      String(headers['content-security-policy']);

    it('contains the shell’s styles and fonts, to which later pages link', async (test) => {
      const { open, alter } = await start(test);
      const first = await open('/app');
      const text = files[css]?.replace(/url\([^)]*/, 'url(data:font/woff2;base64,bGV0dGVycw==') ?? '';
      assert.ok(first.body.includes(`<style data-shell>${text}</style>`));
      for (const link of links) assert.ok(!first.body.includes(link), link);
      assert.ok(policyOf(first).includes(sha256(text)));
      assert.match(policyOf(first), /; font-src 'self' data:;/);
      const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
      const next = await open('/app', { cookie });
      assert.doesNotMatch(next.body, /data-shell/);
      for (const link of links) assert.ok(next.body.includes(link), link);
      assert.match(policyOf(next), /; font-src 'self';/);
      assert.notEqual(next.headers.etag, first.headers.etag);
      await alter();
      assert.ok((await open('/app')).body.includes(text), 'read once, as it was published');
    });

    it('links to files that were altered after their publication, which browsers refuse', async (test) => {
      const { open, alter, log } = await start(test);
      await alter();
      const { body, headers } = await open('/app');
      assert.doesNotMatch(body, /data-shell/);
      for (const link of links) assert.ok(body.includes(link), link);
      assert.match(String(headers['content-security-policy']), /; font-src 'self';/);
      assert.ok(log.some((line) => line.includes(font) && line.includes('another hash than published')));
    });
  });

  it('preloads the code of its route, with integrity, or has its script decide if the route has a guard', async (test) => {
    const { open, publish } = await startPublished(test);
    for (const [url, remote, guarded] of [
      ['/onboarding/welcome', 'onboarding', false],
      ['/', 'onboarding', false],
      ['/profile/1/results', 'records', true],
    ] as const)
      assert.deepEqual(preloadsIn((await open(url)).body), { open: [], links: preloadsOf(remote), guarded }, url);
    const routes = [{ path: '/onboarding/*', guard: 'anyone' }];
    await publish({ name: 'onboarding', version: '2.0.0', declaration: { routes } });
    const { body } = await open('/onboarding/welcome');
    assert.deepEqual(preloadsIn(body).open, preloadsOf('onboarding', '2.0.0'));
    assert.doesNotMatch(body, /lodestar-preload/);
  });

  it('preloads the code of a screen that is loaded separately, and the shared parts that it needs', async (test) => {
    const { open, publish } = await startPublished(test);
    const needed = { preload: ['login.77aa88bb.js'], needs: ['react', 'shared-ui/forms'] };
    const routes = [
      { path: '/onboarding/*', guard: 'visitor' },
      { path: '/onboarding/login', guard: 'visitor', preload: 'login' },
    ];
    const declaration = { preload: [], routes, chunks: { login: needed } };
    const files = { 'login.77aa88bb.js': 'document.title = "login";\n' };
    await publish({ name: 'onboarding', version: '2.0.0', declaration, files });
    const preloads = async (url: string) => preloadsIn((await open(url)).body).links.slice(2);
    const own = ['/shell/1.0.0/forms.55ee66ff.js', '/remotes/onboarding/2.0.0/login.77aa88bb.js'];
    for (const url of ['/onboarding/login', '/onboarding/login/'])
      assert.deepEqual(
        await preloads(url),
        own.map((href) => ['script', href, true]),
      );
    assert.deepEqual(await preloads('/onboarding/welcome'), []);
  });

  it('preloads what a patient’s screen needs at once: shared parts, and the code of calls', async (test) => {
    const { open, publish, folder, root } = await startPublished(test);
    const files = { 'calls.66ff77aa.js': 'document.title = "calls";\n' };
    const declaration = { files: undefined, calls: Object.keys(files) };
    await writeShellBuild(join(folder, 'next'), '2.0.0', { files, declaration });
    await publishShell(root, join(folder, 'next'));
    for (const [name, url, guard] of [
      ['records', '/profile/1/results', 'patient'],
      ['onboarding', '/onboarding/info', 'visitor'],
    ] as const) {
      const routes = [{ path: url, guard }];
      await publish({
        name,
        version: '2.0.0',
        declaration: { routes, preload: [], needs: ['react', 'shared-ui/forms'] },
      });
      const { links } = preloadsIn((await open(url)).body);
      const shell = links.map(([, href]) => href).filter((href) => String(href).startsWith('/shell/'));
      const calls = guard === 'patient' ? ['/shell/2.0.0/calls.66ff77aa.js'] : [];
      assert.deepEqual(shell, ['/shell/2.0.0/forms.55ee66ff.js', ...calls], url);
    }
  });

  it('preloads the texts of the shell and the remote in the reader’s language, and in no other', async (test) => {
    const { open, publish, folder, root } = await startPublished(test);
    const names = ['texts-es.0a1b2c3d.js', 'texts-fr.0a1b2c3d.js', 'meanings-es-json.0a1b2c3d.js'];
    const files = Object.fromEntries(names.map((name) => [name, `document.title = "${name}";\n`]));
    await writeShellBuild(join(folder, 'next'), '2.0.0', { files, declaration: { files: undefined } });
    await publishShell(root, join(folder, 'next'));
    await publish({ name: 'onboarding', version: '2.0.0', files });
    const textsAt = async (url: string, headers: Record<string, string>) => {
      const { body } = await open(url, headers);
      const { guarded, links } = JSON.parse(/id="lodestar-preload">(.*?)<\/script>/.exec(body)?.[1] ?? '{"links":[]}');
      const texts = links.filter(({ href }: { href: string }) => /texts|meanings/.test(href));
      for (const { as, integrity } of texts) assert.deepEqual([as, integrity.slice(0, 7)], ['script', 'sha384-']);
      return { guarded, texts: texts.map(({ href, hreflang }: Record<string, string>) => [href, hreflang]) };
    };
    const both = (language: string) =>
      ['/shell/2.0.0', '/remotes/onboarding/2.0.0'].map((base) => [`${base}/texts-${language}.0a1b2c3d.js`, language]);
    const french = { 'accept-language': 'fr-CA,en;q=0.8' };
    const welcome = (headers: Record<string, string>) => textsAt('/onboarding/welcome', headers);
    assert.deepEqual(await welcome(french), { guarded: false, texts: both('fr') });
    assert.deepEqual(await welcome({ ...french, cookie: 'lodestar-language=es' }), {
      guarded: false,
      texts: both('es'),
    });
    assert.deepEqual(await welcome({ 'accept-language': 'en-CA,fr;q=0.8' }), { guarded: false, texts: [] });
    // Timeline 1.0.0 has no texts in French.
    assert.deepEqual(await textsAt('/app', french), { guarded: true, texts: both('fr').slice(0, 1) });
    // Of a route for anyone, the code is preloaded at once; texts only if the phone's storage names no other language.
    assert.deepEqual(await textsAt('/expired', french), { guarded: undefined, texts: both('fr') });
    assert.deepEqual(preloadsIn((await open('/expired', french)).body).open, preloadsOf('onboarding', '2.0.0'));
  });

  it('the page policy allows inline scripts only by hash', async (test) => {
    const { app, folder, root } = await startPublished(test);
    const script = 'document.documentElement.dataset.theme = "dark";';
    const head = `<!--lodestar:runtime--><script>${script}</script>`;
    await writeShellBuild(join(folder, 'next'), '2.0.0', { head });
    await publishShell(root, join(folder, 'next'));
    const policyOf = async (url: string) => String((await app.inject(url)).headers['content-security-policy']);
    const policy = await policyOf('/');
    assert.ok(policy.includes(`script-src 'self' ${sha256(script)};`), policy);
    assert.doesNotMatch(await policyOf('/registry.json'), /script-src 'self' 'sha/);
    const page = `${dataBlock('a', { b: 1 })}<script type=application/json>{}</script><script defer src="/x.js"></script>`;
    assert.deepEqual(inlineScriptHashes(`${page}<script>run()</script>`), [sha256('run()')]);
  });

  it('loads without preloads when the remote is missing or broken, and with the manifest of one elsewhere', async (test) => {
    const { open, root } = await startPublished(test);
    await writeFile(join(root, 'remotes/onboarding/1.0.0/remote.json'), '{');
    const { statusCode, body } = await open('/');
    assert.equal(statusCode, 200);
    assert.doesNotMatch(body, /rel="preload"|lodestar-preload/);
    const href = 'https://remotes.example.org/surveys/remote.json';
    assert.deepEqual(preloadLinks(href, undefined), [{ href, as: 'fetch' }]);
  });

  it('preloads the remote that owns its path, behind the guard of its route, and nothing for staff', async (test) => {
    const { open, publish } = await startPublished(test);
    await publish({ name: 'desk', declaration: { routes: [{ path: '/desk/*', guard: 'staff' }] } });
    /** The paths by the remote that owns them, and whether the page's script decides about its preloads. */
    const cases: [paths: string[], remote: string | undefined, isDecided: boolean][] = [
      [['/', '/onboarding', '/onboarding/reset-password/abc', '/reset', '/reset/'], 'onboarding', true],
      [['/expired'], 'onboarding', false],
      [['/app', '/app/help', '/refresh', '/profile/1/events', '/profile/1/results-of-others'], 'timeline', true],
      [
        ['/profile/2/results', '/profile/2/results/4', '/profile/1/care-plans', '/profile/1/care-plans/3'],
        'records',
        true,
      ],
      [['/application', '/somewhere', '/desk/accounts'], undefined, false],
    ];
    for (const [paths, remote, isDecided] of cases)
      for (const url of paths) {
        const { open: now, links } = preloadsIn((await open(url)).body);
        const expected = remote === undefined ? undefined : `/remotes/${remote}/1.0.0/remote.json`;
        assert.deepEqual([(isDecided ? links : now)[0]?.[1], (isDecided ? now : links).length], [expected, 0], url);
      }
  });
});

describe('renderPage', async () => {
  const shipped = await readBrand(join(REPO, 'shell', 'brand.json'));
  const name = '</script><script>alert(1)//';
  const brand = { ...shipped, brand: { ...shipped.brand, name, hospital: "$& $' <!--" } };
  const recorder = { url: 'http://r.example/', authorizer: 'k', retention: 'drop' as const };
  const config = { brand: brand.brand, api: '/api', recorder, demo: true, dev: false, shell: '1.0.0' };
  const template = [
    '<head><meta name="theme-color" content="#000000"><meta name="application-name" content="x"><title>x</title>',
    '<!--lodestar:runtime--></head><body><noscript><span data-brand>x</span> is on. <span data-brand>x</span></noscript>',
  ].join('');
  const page = { template, brand, config, registry: emptyRegistry(), preloads: undefined };

  it('renderPage escapes every value', () => {
    const text = renderPage(page);
    assert.equal(text.match(/<script/g)?.length, 1);
    assert.equal(text.match(/<\/script/g)?.length, 1);
    assert.match(text, /<title>&lt;\/script&gt;&lt;script&gt;alert\(1\)\/\/<\/title>/);
    assert.match(text, /<meta name="application-name" content="&lt;\/script&gt;&lt;script&gt;alert\(1\)\/\/">/);
    assert.equal(text.match(/<span data-brand>&lt;\/script&gt;[^<]*<\/span>/g)?.length, 2);
    assert.match(text, /<meta name="theme-color" content="#083f45">/);
    const data = JSON.parse(/lodestar-runtime">(.*?)<\/script>/.exec(text)?.[1] ?? '');
    assert.deepEqual([data.config.brand.name, data.config.brand.hospital], [name, "$& $' <!--"]);
  });

  it('renderPage escapes preload URLs', () => {
    const preloads = { guard: 'anyone' as const, links: [{ href: '/a"onload="x', as: 'fetch' as const }] };
    assert.match(renderPage({ ...page, preloads }), /href="\/a&quot;onload=&quot;x"/);
  });
});
