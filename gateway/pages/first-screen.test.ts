import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { REPO } from 'server-kit/paths';
import type { Brand } from 'shared-ui/contract';
import { activatePublished, publishShell, rollBack } from '../publish/publisher.ts';
import { publishedFolder } from '../registry/registry.ts';
import { registryIn, startPublished, writeShellBuild } from '../testing/fixtures.ts';
import { readBrand } from './brand.ts';
import { composeFirstScreen } from './first-screen.ts';

const LOGIN = '/onboarding/login';
const WELCOME = '/onboarding/welcome';
const SCRIPT = 'document.documentElement.dataset.firstScreen = "shown"';
const STORED = 'showStoredScreen()';
const SCRIPT_TAG = '<script defer src="/shell/2.0.0/a.js" integrity="sha384-A" crossorigin="anonymous"></script>';
const PAGE = `<!doctype html><html lang="en-CA"><head><title>x</title><!--lodestar:runtime-->${SCRIPT_TAG}</head><body><!--lodestar:first-screen--><div id="root"></div></body></html>`;
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const inBoth = (part: (language: string) => object) => ({ en: part('en'), fr: part('fr') });

/** A shell's frames, which say their own language. */
const FRAMES = {
  plainPaths: [WELCOME],
  plain: inBoth((language) => ({ html: `<main lang="${language}">lodestar-screen</main>`, css: '.ff0{margin:0}' })),
  bar: inBoth((language) => ({ html: `<header>Bar ${language}</header>lodestar-screen`, css: '.ff1{margin:0}' })),
  css: '#first-screen{color:red}',
};

function screensOf(version: string, platform = '2.0.0'): string {
  const screen = (path: string) => (language: string) => ({
    title: `lodestar{name} ${language}`,
    html: `<h1>${path} ${version} ${language}</h1><p>Lodestar{meaning.${language}}</p><img src="lodestar-base/a.png"/>`,
    css: '.fs0{margin:0}',
  });
  const screens = { [WELCOME]: inBoth(screen(WELCOME)), [LOGIN]: inBoth(screen(LOGIN)) };
  return JSON.stringify({ platform, screens });
}

/** Starts a gateway with a shell that has frames, and onboarding 2.0.0 with prerendered screens. */
async function start(test: TestContext, { platform = '2.0.0', script = SCRIPT, storedScript = STORED } = {}) {
  const published = await startPublished(test);
  const shell = join(published.folder, 'shell-2');
  await writeShellBuild(shell, '2.0.0', {
    files: { 'first-screens.json': JSON.stringify({ ...FRAMES, script, storedScript }), 'index.html': PAGE },
    declaration: { files: undefined, shared: { 'shared-ui': { version: '2.0.0' } } },
  });
  await publishShell(published.root, shell);
  const publish = (version: string, share?: number) => {
    const files = { 'first-screens.json': screensOf(version, platform) };
    const fixture = { name: 'onboarding', version, declaration: { prerender: [WELCOME, LOGIN] }, files };
    return published.publish(fixture, share === undefined ? {} : { share });
  };
  await publish('2.0.0');
  const policyOf = async (path: string) => String((await published.open(path)).headers['content-security-policy']);
  return { ...published, publish, get: published.open, policyOf };
}

/** Returns the version of the screen in a page, or undefined. */
const versionIn = (body: string): string | undefined => /<h1>\S+ (\S+) /.exec(body)?.[1];

/** Returns the version of a page's screen, and the one that its registry names for onboarding. */
const versionsIn = (body: string) => [versionIn(body), registryIn(body).remotes.onboarding?.active];

describe('a page with a prerendered screen', () => {
  it('contains the screen of its path in its frame, with the brand and the remote’s own files', async (test) => {
    const { get } = await start(test);
    const { body } = await get(LOGIN);
    assert.match(body, /<div id="first-screen"><header>Bar en<\/header><h1>\/onboarding\/login 2\.0\.0 en<\/h1>/);
    assert.match(body, /<img src="\/remotes\/onboarding\/2\.0\.0\/a\.png"\/>/);
    assert.match(body, /<title>Lodestar en · Lodestar<\/title>/);
    assert.match(body, /<p>[A-Z][^{}<]+<\/p>/);
    assert.match((await get(WELCOME)).body, /<main lang="en"><h1>\/onboarding\/welcome/);
    for (const other of ['/onboarding/info', '/app', `${LOGIN}?erased`])
      assert.doesNotMatch((await get(other)).body, /id="first-screen"/);
    assert.equal(versionIn((await get('/index.html', { 'lodestar-for': 'worker' })).body), undefined);
    const other = await start(test, { platform: '2.1.0' });
    assert.doesNotMatch((await other.get(LOGIN)).body, /id="first-screen"/, 'rendered by another shared-ui');
  });

  it('leaves out a sentence that the brand does not have in the language', async () => {
    const { brand } = await readBrand(join(REPO, 'shell/brand.json'));
    const inAll = (html: string) => {
      const one = { html, css: '' };
      return { en: one, fr: one, es: one };
    };
    const frames = { plainPaths: [], plain: inAll(''), bar: inAll('lodestar-screen'), css: '', script: '' };
    const part = { title: '', html: '<p>Lodestar{otherMeanings.es}. Todo.</p>', css: '' };
    const screens = { platform: '2', screens: { [WELCOME]: { en: part, fr: part, es: part } } };
    const versions = { screens, screensBase: '/', frames, framesBase: '/', platform: '2' };
    const htmlWith = (otherMeanings: NonNullable<Brand['otherMeanings']>) =>
      composeFirstScreen(WELCOME, 'es', { ...brand, otherMeanings }, versions)?.html;
    assert.equal(htmlWith({}), '<p>Todo.</p>');
    assert.equal(htmlWith({ es: 'una estrella' }), '<p>Una estrella. Todo.</p>');
  });

  it('is in the language of the cookie, else of the browser, and its policy allows its own style and script', async (test) => {
    const { get, policyOf } = await start(test);
    const french = await get(LOGIN, { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' });
    assert.match(french.body, /<html lang="fr-CA"[\s\S]*2\.0\.0 fr<\/h1>/);
    assert.match(String(french.headers.vary), /Accept-Language/);
    assert.notEqual(french.headers.etag, (await get(LOGIN)).headers.etag);
    const chosen = await get(LOGIN, { 'accept-language': 'fr-CA', cookie: 'lodestar-language=en' });
    assert.match(chosen.body, /<html lang="en-CA"/);
    const policy = await policyOf(LOGIN);
    const style = /<style>([\s\S]*?)<\/style>/.exec((await get(LOGIN)).body)?.[1] ?? '';
    assert.match(style, /#first-screen\{color:red\}\n\.ff1\{margin:0\}\n\.fs0/);
    assert.match(policy, new RegExp(`style-src 'self' \\S+ ${hash(style).replaceAll(/[+/]/g, '\\$&')};`));
    assert.ok(policy.includes(hash(SCRIPT)), policy);
  });

  it('has the script for stored screens at all other paths, allowed by their policy alone', async (test) => {
    const { get, policyOf } = await start(test);
    for (const path of ['/app', '/index.html']) {
      assert.ok((await get(path)).body.includes(`<script>${STORED}</script>`), path);
      assert.ok((await policyOf(path)).includes(hash(STORED)), path);
    }
    assert.ok(!(await get(LOGIN)).body.includes(STORED));
    assert.ok(!(await policyOf(LOGIN)).includes(hash(STORED)));
  });

  it('loads the page’s scripts, which the screen’s own script then runs, unless that is an earlier shell’s', async (test) => {
    const { get } = await start(test, { script: 'run("lodestar-scripts")' });
    const { body } = await get(LOGIN);
    assert.doesNotMatch(body, /<script defer/);
    assert.match(body, /<link rel="preload" as="script" href="\/shell\/2\.0\.0\/a\.js" integrity="sha384-A"/);
    assert.match(body, /id="lodestar-scripts">\[{"src":"\/shell\/2\.0\.0\/a\.js","integrity":"sha384-A"}\]<\/script>/);
    assert.ok((await get('/app')).body.includes(SCRIPT_TAG));
    assert.ok((await (await start(test)).get(LOGIN)).body.includes(SCRIPT_TAG));
  });

  it('never shows a screen of another version than its registry names', async (test) => {
    const { get, publish, root } = await start(test);
    const check = async (screen: string | undefined, active: string, headers = {}) =>
      assert.deepEqual(versionsIn((await get(LOGIN, headers)).body), [screen, active]);
    await publish('3.0.0', 50);
    await check('2.0.0', '2.0.0', { cookie: 'lodestar-cohort=9999' });
    await check('3.0.0', '3.0.0', { cookie: 'lodestar-cohort=0' });
    await publish('4.0.0');
    await check('4.0.0', '4.0.0');
    await rollBack(root, 'onboarding');
    await check('2.0.0', '2.0.0');
    await activatePublished(root, 'onboarding', '1.0.0');
    await check(undefined, '1.0.0');
  });

  it('leaves a damaged screen out until it is restored, and logs it', async (test) => {
    const { get, root, log } = await start(test);
    const file = join(publishedFolder(root, 'onboarding', '2.0.0'), 'first-screens.json');
    await writeFile(file, screensOf('altered'));
    const { body, statusCode } = await get(LOGIN);
    assert.deepEqual([statusCode, versionIn(body)], [200, undefined]);
    assert.ok(
      log.some(
        (line) => line.includes('page without a prerendered part') && line.includes('another hash than published'),
      ),
    );
    await writeFile(file, screensOf('2.0.0'));
    for (const version of ['1.0.0', '2.0.0']) await activatePublished(root, 'onboarding', version);
    assert.equal(versionIn((await get(LOGIN)).body), '2.0.0');
  });
});
