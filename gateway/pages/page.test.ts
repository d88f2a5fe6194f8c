import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { dataBlock } from '../common/html.ts';
import { REPO } from '../common/paths.ts';
import { inlineScriptHashes } from '../http/security.ts';
import { publishShell } from '../publish/publisher.ts';
import { emptyRegistry } from '../registry/registry.ts';
import { startPublished, writeShellBuild } from '../testing/fixtures.ts';
import { readBrand } from './brand.ts';
import { preloadLinks, renderPage } from './page.ts';

const html = { accept: 'text/html,application/xhtml+xml' };

/** Returns the preload links of a page: type, URL, and whether it has a hash. */
const preloadsIn = (body: string) => {
  const link = /<link rel="preload" as="(\w+)" href="([^"]+)"( integrity="sha384-[^"]+")? crossorigin="anonymous">/g;
  return [...body.matchAll(link)].map(([, as, href, integrity]) => [as, href, integrity !== undefined]);
};

/** Returns the preloads that a page's inline script turns into links once the route's guard lets the user in. */
const guardedIn = (body: string): { guarded: boolean; links: { as: string; href: string; integrity?: string }[] } =>
  JSON.parse(/id="lodestar-preload">(.*?)<\/script>/.exec(body)?.[1] ?? '');

const guardedLinksIn = (body: string) =>
  guardedIn(body).links.map(({ as, href, integrity }) => [as, href, integrity !== undefined]);

/** Returns the preloads of a remote without separate chunks. */
const preloadsOf = (remote: string, version = '1.0.0') => [
  ['fetch', `/remotes/${remote}/${version}/remote.json`, false],
  ['script', `/remotes/${remote}/${version}/remoteEntry.0a1b2c3d.js`, true],
  ['script', `/remotes/${remote}/${version}/feature.4e5f6a7b.js`, true],
];

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the page', () => {
  it('is served at every route, with configuration and registry inside', async (test) => {
    const { app } = await startPublished(test);
    const config = (await app.inject('/config.json')).json();
    const recorder = { url: 'http://localhost:3002/', authorizer: 'demo-recorder-key', retention: 'drop' };
    const { brand, ...settings } = config;
    assert.equal(brand.name, 'Lodestar');
    assert.deepEqual(settings, {
      ...{ api: '/api', recorder, demo: true, dev: false, shell: '1.0.0', surveyTokens: true },
      ...{ invitedDomains: 'approved', emailFormat: 'basic', sessionIdleMinutes: 30, signInProviders: [] },
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
  });

  it('gets the dial codes that the hospital texts, if it restricts them', async (test) => {
    const { app } = await startPublished(test, { textCountries: ['1', '33'] });
    assert.deepEqual((await app.inject('/config.json')).json().textCountries, ['1', '33']);
  });

  it('is served for page requests only: not for a POST, a picture or a script', async (test) => {
    const { app } = await startPublished(test);
    assert.equal((await app.inject({ method: 'POST', url: '/app', headers: html })).statusCode, 404);
    assert.equal((await app.inject({ url: '/app', headers: { accept: 'image/avif,image/webp' } })).statusCode, 404);
    assert.equal((await app.inject({ url: '/old.js', headers: { accept: '*/*' } })).statusCode, 404);
    assert.equal((await app.inject({ url: '/app', headers: { accept: '*/*' } })).statusCode, 200);
    const head = await app.inject({ method: 'HEAD', url: '/app', headers: html });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
  });

  it('preloads the code of a route without a guard, with integrity', async (test) => {
    const { open, publish } = await startPublished(test);
    const routes = [{ path: '/onboarding/*', guard: 'anyone' }];
    await publish({ name: 'onboarding', version: '2.0.0', declaration: { routes } });
    const { body } = await open('/onboarding/welcome');
    assert.deepEqual(preloadsIn(body), preloadsOf('onboarding', '2.0.0'));
    assert.doesNotMatch(body, /lodestar-preload/);
  });

  it('lets itself decide whether to preload the code of a visitor’s or patient’s route', async (test) => {
    const { open } = await startPublished(test);
    for (const [url, remote, isGuarded] of [
      ['/onboarding/welcome', 'onboarding', false],
      ['/', 'onboarding', false],
      ['/profile/1/results', 'records', true],
    ] as const) {
      const { body } = await open(url);
      assert.deepEqual([preloadsIn(body), guardedIn(body).guarded], [[], isGuarded], url);
      assert.deepEqual(guardedLinksIn(body), preloadsOf(remote));
    }
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
    const preloads = async (url: string) => guardedLinksIn((await open(url)).body).slice(2);
    const own = [
      ['script', '/shell/1.0.0/forms.55ee66ff.js', true],
      ['script', '/remotes/onboarding/2.0.0/login.77aa88bb.js', true],
    ];
    assert.deepEqual(await preloads('/onboarding/login'), own);
    assert.deepEqual(await preloads('/onboarding/login/'), own);
    assert.deepEqual(await preloads('/onboarding/welcome'), []);
  });

  it('the page policy allows inline scripts only by hash', async (test) => {
    const { app, folder, root } = await startPublished(test);
    const script = 'document.documentElement.dataset.theme = "dark";';
    await writeShellBuild(join(folder, 'next'), '2.0.0', `<!--lodestar:runtime--><script>${script}</script>`);
    await publishShell(root, join(folder, 'next'));
    const policyOf = async (url: string) => String((await app.inject(url)).headers['content-security-policy']);
    const policy = await policyOf('/');
    assert.ok(policy.includes(`script-src 'self' ${sha256(script)};`), policy);
    assert.doesNotMatch(await policyOf('/registry.json'), /script-src 'self' 'sha/);
  });

  it('loads without preloads when the remote is missing or broken', async (test) => {
    const { open, root } = await startPublished(test);
    await writeFile(join(root, 'remotes/onboarding/1.0.0/remote.json'), '{');
    const { statusCode, body } = await open('/');
    assert.equal(statusCode, 200);
    assert.doesNotMatch(body, /rel="preload"|lodestar-preload/);
  });
});

describe('renderPage', async () => {
  const shipped = await readBrand(join(REPO, 'shell', 'brand.json'));
  const name = '</script><script>alert(1)//';
  const brand = { ...shipped, brand: { ...shipped.brand, name, hospital: "$& $' <!--" } };
  const config = {
    brand: brand.brand,
    api: '/api',
    recorder: { url: 'http://r.example/', authorizer: 'k', retention: 'drop' as const },
    demo: true,
    dev: false,
    shell: '1.0.0',
  };
  const template = [
    '<head><meta name="theme-color" content="#000000"><meta name="application-name" content="x"><title>x</title>',
    '<!--lodestar:runtime--></head><body><noscript><span data-brand>x</span> is on. <span data-brand>x</span></noscript>',
  ].join('');

  it('renderPage escapes every value', () => {
    const page = renderPage({ template, brand, config, registry: emptyRegistry(), preloads: undefined });
    assert.equal(page.match(/<script/g)?.length, 1);
    assert.equal(page.match(/<\/script/g)?.length, 1);
    assert.match(page, /<title>&lt;\/script&gt;&lt;script&gt;alert\(1\)\/\/<\/title>/);
    assert.match(page, /<meta name="application-name" content="&lt;\/script&gt;&lt;script&gt;alert\(1\)\/\/">/);
    assert.equal(page.match(/<span data-brand>&lt;\/script&gt;[^<]*<\/span>/g)?.length, 2);
    assert.match(page, /<meta name="theme-color" content="#083f45">/);
    const data = JSON.parse(/lodestar-runtime">(.*?)<\/script>/.exec(page)?.[1] ?? '');
    assert.deepEqual([data.config.brand.name, data.config.brand.hospital], [name, "$& $' <!--"]);
  });

  it('renderPage escapes preload URLs', () => {
    const links = [{ href: '/a"onload="x', as: 'fetch' as const }];
    const preloads = { guard: 'anyone' as const, links };
    const page = renderPage({ template, brand, config, registry: emptyRegistry(), preloads });
    assert.match(page, /href="\/a&quot;onload=&quot;x"/);
  });
});

describe('the preloads of a path', () => {
  /** Each path with the remote that owns it, if any, and whether the page's script decides about its preloads. */
  const cases: [string, string | undefined, boolean][] = [
    ...['/', '/onboarding', '/onboarding/reset-password/abc', '/reset', '/reset/'].map(
      (path): [string, string, boolean] => [path, 'onboarding', true],
    ),
    ['/expired', 'onboarding', false],
    ...['/app', '/app/help', '/refresh', '/profile/1/events', '/profile/1/results-of-others'].map(
      (path): [string, string, boolean] => [path, 'timeline', true],
    ),
    ...['/profile/2/results', '/profile/2/results/4', '/profile/1/care-plans', '/profile/1/care-plans/3'].map(
      (path): [string, string, boolean] => [path, 'records', true],
    ),
    ['/application', undefined, false],
    ['/somewhere', undefined, false],
  ];
  /** Returns the remote whose manifest a page fetches first, and whether its script decides that. */
  const headStart = (body: string) => {
    const manifest =
      /\/remotes\/(\w+)\/1\.0\.0\/remote\.json","as":"fetch"|href="\/remotes\/(\w+)\/1\.0\.0\/remote\.json"/;
    const [, guarded, open] = manifest.exec(body) ?? [];
    return guarded ? [guarded, true] : [open, false];
  };

  it('are those of the remote that owns it, behind the guard of its route', async (test) => {
    const { open } = await startPublished(test);
    for (const [url, remote, guarded] of cases)
      assert.deepEqual(headStart((await open(url)).body), [remote, guarded], url);
  });

  it('are empty for a path that only staff may enter', async (test) => {
    const { open, publish } = await startPublished(test);
    await publish({ name: 'desk', declaration: { routes: [{ path: '/desk/*', guard: 'staff' }] } });
    const { body } = await open('/desk/accounts');
    assert.deepEqual(headStart(body), [undefined, false]);
    assert.match(body, /"path":"\/desk\/\*","guard":"staff"/);
  });
});

describe('preloadLinks', () => {
  it('returns only the manifest for a remote from another origin', () => {
    const href = 'https://remotes.example.org/surveys/remote.json';
    assert.deepEqual(preloadLinks(href, undefined), [{ href, as: 'fetch' }]);
  });
});

describe('inlineScriptHashes', () => {
  it('skips data blocks and external scripts', () => {
    const page = `${dataBlock('a', { b: 1 })}<script type=application/json>{}</script><script defer src="/x.js"></script><script>run()</script>`;
    assert.deepEqual(inlineScriptHashes(page), [sha256('run()')]);
  });
});
