import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { dataBlock } from '../common/html.ts';
import { inlineScriptHashes } from '../http/security.ts';
import { publishBuilt, publishShell } from '../publish/publisher.ts';
import { emptyRegistry } from '../registry/registry.ts';
import { startPublished, TEST_KEY, writeRemoteBuild, writeShellBuild } from '../testing/fixtures.ts';
import { parseBrand } from './brand.ts';
import { preloadLinks, renderPage } from './page.ts';

const html = { accept: 'text/html,application/xhtml+xml' };

describe('the page', () => {
  it('is served at every route, with configuration and registry inside', async (test) => {
    const { app } = await startPublished(test);
    for (const url of ['/', '/onboarding/pin-code', '/app', '/profile/1/results/7', '/nobody/knows', '/reset?x=1']) {
      const { statusCode, headers, body } = await app.inject({ url, headers: html });
      assert.equal(statusCode, 200, url);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(headers['cache-control'], 'private, no-cache');
      assert.equal(headers['integrity-policy'], 'blocked-destinations=(script)');
      const data = JSON.parse(/id="lodestar-runtime">(.*?)<\/script>/.exec(body)?.[1] ?? '');
      assert.equal(data.config.brand.name, 'Lodestar');
      assert.deepEqual(data.config.recorder, {
        url: 'http://localhost:3002/',
        authorizer: 'demo-recorder-key',
        retention: 'drop',
      });
      assert.equal(data.config.surveyTokens, true);
      assert.deepEqual(
        [data.config.api, data.config.demo, data.config.invitedDomains, data.config.dev, data.config.shell],
        ['/api', true, 'approved', false, '1.0.0'],
      );
      assert.deepEqual([data.config.sessionIdleMinutes, data.config.emailFormat], [30, 'basic']);
      assert.deepEqual(data.config, (await app.inject('/config.json')).json());
      assert.deepEqual(data.registry, (await app.inject('/registry.json')).json());
    }
  });

  it('gets the dial codes that the hospital texts, if it restricts them', async (test) => {
    const { app } = await startPublished(test, { textCountries: ['1', '33'] });
    assert.deepEqual((await app.inject('/config.json')).json().textCountries, ['1', '33']);
    const { app: demo } = await startPublished(test);
    assert.equal('textCountries' in (await demo.inject('/config.json')).json(), false);
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

  it('returns 304 as long as nothing changed', async (test) => {
    const { app, publishSurveys } = await startPublished(test);
    const etag = String((await app.inject({ url: '/app', headers: html })).headers.etag);
    const again = () => app.inject({ url: '/app', headers: { ...html, 'if-none-match': etag } });
    assert.equal((await again()).statusCode, 304);
    await publishSurveys('1.1.0');
    assert.equal((await again()).statusCode, 200);
  });

  /** Returns the preload links of a page: type, URL, and whether it has a hash. */
  const preloadsIn = (body: string) =>
    [
      ...body.matchAll(
        /<link rel="preload" as="(\w+)" href="([^"]+)"( integrity="sha384-[^"]+")? crossorigin="anonymous">/g,
      ),
    ].map(([, as, href, integrity]) => [as, href, integrity !== undefined]);

  const FIRST = [
    ['fetch', '/remotes/onboarding/1.0.0/remote.json', false],
    ['script', '/remotes/onboarding/1.0.0/remoteEntry.0a1b2c3d.js', true],
    ['script', '/remotes/onboarding/1.0.0/feature.4e5f6a7b.js', true],
  ];

  /** Returns the preloads that a page's inline script turns into links once the route's guard lets the user in. */
  const guardedIn = (body: string): { guarded: boolean; links: { as: string; href: string; integrity?: string }[] } =>
    JSON.parse(/id="lodestar-preload">(.*?)<\/script>/.exec(body)?.[1] ?? '');

  const guardedLinksIn = (body: string) =>
    guardedIn(body).links.map(({ as, href, integrity }) => [as, href, integrity !== undefined]);

  it('preloads the code of a route without a guard, with integrity', async (test) => {
    const { app, folder, root } = await startPublished(test);
    const routes = [{ path: '/onboarding/*', guard: 'anyone' }];
    await writeRemoteBuild(join(folder, 'next'), { name: 'onboarding', version: '2.0.0', declaration: { routes } });
    await publishBuilt(root, join(folder, 'next'), {}, { key: TEST_KEY });
    const { body } = await app.inject({ url: '/onboarding/welcome', headers: html });
    assert.deepEqual(preloadsIn(body)[0], ['fetch', '/remotes/onboarding/2.0.0/remote.json', false]);
    assert.match(String(preloadsIn(body)[1]), /^script,.*remoteEntry.*,true$/);
    assert.doesNotMatch(body, /lodestar-preload/);
  });

  it('lets the page decide whether to preload the code of a visitor’s route', async (test) => {
    const { app } = await startPublished(test);
    for (const url of ['/onboarding/welcome', '/']) {
      const { body } = await app.inject({ url, headers: html });
      assert.deepEqual(preloadsIn(body), []);
      assert.equal(guardedIn(body).guarded, false);
      assert.deepEqual(guardedLinksIn(body), FIRST);
    }
  });

  it('preloads the code of a screen that is loaded separately, and the shared parts that it needs', async (test) => {
    const { app, folder, root } = await startPublished(test);
    const needed = { preload: ['login.77aa88bb.js'], needs: ['react', 'shared-ui/forms'] };
    const routes = [
      { path: '/onboarding/*', guard: 'visitor' },
      { path: '/onboarding/login', guard: 'visitor', preload: 'login' },
    ];
    const declaration = { preload: [], routes, chunks: { login: needed } };
    const files = { 'login.77aa88bb.js': 'document.title = "login";\n' };
    await writeRemoteBuild(join(folder, 'next'), { name: 'onboarding', version: '2.0.0', declaration, files });
    await publishBuilt(root, join(folder, 'next'), {}, { key: TEST_KEY });
    const preloads = async (url: string) => guardedLinksIn((await app.inject({ url, headers: html })).body).slice(2);
    const own = [
      ['script', '/shell/1.0.0/forms.55ee66ff.js', true],
      ['script', '/remotes/onboarding/2.0.0/login.77aa88bb.js', true],
    ];
    assert.deepEqual(await preloads('/onboarding/login'), own);
    assert.deepEqual(await preloads('/onboarding/login/'), own);
    assert.deepEqual(await preloads('/onboarding/welcome'), []);
  });

  it('lets the page decide whether to preload the code of a patient’s route', async (test) => {
    const { app } = await startPublished(test);
    const { body } = await app.inject({ url: '/profile/1/results', headers: html });
    assert.doesNotMatch(body, /<link rel="preload"/);
    const { guarded, links } = guardedIn(body);
    assert.equal(guarded, true);
    assert.deepEqual(links[0], { href: '/remotes/records/1.0.0/remote.json', as: 'fetch' });
    assert.match(links[1]?.integrity ?? '', /^sha384-/);
  });

  it('the page policy allows inline scripts only by hash', async (test) => {
    const { app, folder, root } = await startPublished(test);
    const script = 'document.documentElement.dataset.theme = "dark";';
    await writeShellBuild(join(folder, 'next'), '2.0.0', `<!--lodestar:runtime--><script>${script}</script>`);
    await publishShell(root, join(folder, 'next'));
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    const hash = createHash('sha256').update(script).digest('base64');
    assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}';`), policy);
    assert.doesNotMatch(
      String((await app.inject('/registry.json')).headers['content-security-policy']),
      /script-src 'self' 'sha/,
    );
  });

  it('loads without preloads when the remote is missing or broken', async (test) => {
    const { app, root } = await startPublished(test);
    await writeFile(join(root, 'remotes/onboarding/1.0.0/remote.json'), '{');
    const { statusCode, body } = await app.inject({ url: '/', headers: html });
    assert.equal(statusCode, 200);
    assert.doesNotMatch(body, /rel="preload"|lodestar-preload/);
  });
});

describe('renderPage', () => {
  const brand = {
    ...parseBrand(
      JSON.stringify(brandWith({ name: '</script><script>alert(1)//', hospital: "$& $' <!--" })),
      'brand.json',
    ),
    folder: '/',
  };
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
    assert.equal(data.config.brand.hospital, "$& $' <!--");
    assert.equal(data.config.brand.name, '</script><script>alert(1)//');
  });

  it('renderPage escapes preload URLs', () => {
    const links = [{ href: '/a"onload="x', as: 'fetch' as const }];
    const page = renderPage({
      template,
      brand,
      config,
      registry: emptyRegistry(),
      preloads: { guard: 'anyone', links },
    });
    assert.match(page, /href="\/a&quot;onload=&quot;x"/);
  });
});

describe('the preloads of a path', () => {
  const cases: [string, string | undefined, boolean][] = [
    ['/', 'onboarding', true],
    ['/onboarding', 'onboarding', true],
    ['/onboarding/reset-password/abc', 'onboarding', true],
    ['/expired', 'onboarding', false],
    ['/reset', 'onboarding', true],
    ['/reset/', 'onboarding', true],
    ['/app', 'timeline', true],
    ['/app/help', 'timeline', true],
    ['/refresh', 'timeline', true],
    ['/profile/1/events', 'timeline', true],
    ['/profile/2/results', 'records', true],
    ['/profile/2/results/4', 'records', true],
    ['/profile/1/care-plans', 'records', true],
    ['/profile/1/care-plans/3', 'records', true],
    ['/profile/1/results-of-others', 'timeline', true],
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
    const { app } = await startPublished(test);
    for (const [url, remote, guarded] of cases) {
      const { body } = await app.inject({ url, headers: html });
      assert.deepEqual(headStart(body), [remote, guarded], url);
    }
  });

  it('are empty for a path that only staff may enter', async (test) => {
    const { app, folder, root } = await startPublished(test);
    const declaration = { routes: [{ path: '/desk/*', guard: 'staff' }] };
    await writeRemoteBuild(join(folder, 'desk'), { name: 'desk', declaration });
    await publishBuilt(root, join(folder, 'desk'), {}, { key: TEST_KEY });
    const { body } = await app.inject({ url: '/desk/accounts', headers: html });
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
    const hash = createHash('sha256').update('run()').digest('base64');
    assert.deepEqual(inlineScriptHashes(page), [`'sha256-${hash}'`]);
  });
});

function brandWith(change: Record<string, unknown>): Record<string, unknown> {
  return {
    name: 'Name',
    meaning: { en: 'm', fr: 'm' },
    logo: 'M1 1L2 2z',
    colours: { background: '#ffffff', theme: '#083f45', star: '#f5c95c' },
    supportEmail: 'support@example.org',
    supportPhones: [
      { number: '+1 416 555 0190', extension: '123' },
      { number: '+1 800 555 0190', extension: '123' },
    ],
    hospital: 'Hospital',
    locales: ['en', 'fr'],
    ...change,
  };
}
