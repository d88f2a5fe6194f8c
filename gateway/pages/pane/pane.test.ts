import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { startPublished } from '../../testing/fixtures.ts';
import { separatePane } from './pane.ts';

const FRAMED = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };

class Area {
  readonly #kept: Record<string, string>;
  constructor(kept: Record<string, string>) {
    this.#kept = kept;
    // As in browsers, the keys are properties.
    for (const key of Object.keys(kept)) Object.assign(this, { [key]: kept[key] });
  }
  getItem = (key: string) => this.#kept[key] ?? null;
  setItem = (key: string, value: string) => {
    this.#kept[key] = value;
    Object.assign(this, { [key]: value });
  };
  removeItem = (key: string) => {
    delete this.#kept[key];
    Reflect.deleteProperty(this, key);
  };
}

/** Returns a window with this name after the script has run in it, and what it opened, by kind and name. */
function pageNamed(name: string, kept: Record<string, string> = {}, isTop = false) {
  const opened: string[] = [];
  const note = (kind: string) => (of: string) => void opened.push(`${kind} ${of}`);
  class IDBFactory {
    open(of: string) {
      note('database')(of);
    }
    deleteDatabase(of: string) {
      note('deleted')(of);
    }
  }
  class LockManager {
    request(of: string) {
      note('lock')(of);
    }
  }
  class BroadcastChannel {
    constructor(of: string) {
      note('channel')(of);
    }
  }
  class HTMLElement {
    focus() {
      note('focus')('here');
    }
  }
  const document = { hasFocus: () => false };
  class Navigator {}
  Object.assign(Navigator.prototype, { serviceWorker: {} });
  const sessionStorage = new Area(kept);
  const page = {
    name,
    sessionStorage,
    localStorage: sessionStorage,
    IDBFactory,
    LockManager,
    BroadcastChannel,
    Navigator,
    HTMLElement,
    document,
  };
  Object.assign(page, { top: isTop ? page : {} });
  runInNewContext(`(${separatePane})(page)`, { page });
  return { page, opened, kept };
}

describe('a pane of "Side by side"', () => {
  it('is a page that only this origin may frame, with its script allowed, in a demo', async (test) => {
    const { open } = await startPublished(test, { demo: true });
    const pane = await open('/app', FRAMED);
    const policy = String(pane.headers['content-security-policy']);
    assert.match(policy, /frame-ancestors 'self'/);
    assert.equal(pane.headers['x-frame-options'], 'SAMEORIGIN');
    assert.match(pane.body, /<head><script>\(function separatePane/);
    assert.match(policy, /script-src 'self' 'sha256-/);
    const page = await open('/app');
    assert.doesNotMatch(page.body, /separatePane/);
    const others: Record<string, string>[] = [
      {},
      { ...FRAMED, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-dest': 'frame' },
    ];
    for (const headers of others) {
      const { headers: got } = await open('/app', headers);
      assert.match(String(got['content-security-policy']), /frame-ancestors 'none'/);
      assert.equal(got['x-frame-options'], 'DENY');
    }
  });

  it('does not exist outside a demo', async (test) => {
    const { open } = await startPublished(test, { demo: false });
    const { headers, body } = await open('/app', FRAMED);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.doesNotMatch(body, /separatePane/);
  });

  it('has its own storage, databases, locks and channels, and no service worker', () => {
    const kept = { 'access-token': 'of the tab' };
    const { page, opened } = pageNamed('pane-desk', kept);
    const { localStorage, sessionStorage } = page as unknown as Window;
    assert.equal(localStorage.getItem('access-token'), null);
    localStorage.setItem('access-token', 'of the pane');
    sessionStorage.setItem('access-token', 'of the session');
    assert.deepEqual([localStorage.length, localStorage.key(0)], [1, 'access-token']);
    new page.IDBFactory().open('vault');
    new page.LockManager().request('stream');
    new page.BroadcastChannel('stream');
    assert.deepEqual(opened, ['database pane-desk:vault', 'lock pane-desk:stream', 'channel pane-desk:stream']);
    assert.equal('serviceWorker' in page.Navigator.prototype, false);
    localStorage.clear();
    assert.deepEqual(kept, { 'access-token': 'of the tab', 'pane-desk:sessionStorage:access-token': 'of the session' });
  });

  it('takes the focus only while it has it', () => {
    const { page, opened } = pageNamed('pane-phone');
    new page.HTMLElement().focus();
    page.document.hasFocus = () => true;
    new page.HTMLElement().focus();
    assert.deepEqual(opened, ['focus here']);
  });

  it('changes nothing in a page of its own, or in another frame', () => {
    for (const { page, opened } of [pageNamed('pane-desk', {}, true), pageNamed('survey')]) {
      new page.BroadcastChannel('stream');
      assert.deepEqual(opened, ['channel stream']);
      assert.equal(page.localStorage, page.sessionStorage);
    }
  });
});
