/**
 * Panes of the demo's "Side by side": phone and desk as two frames of one page, each with its own session. Frames of one
 * origin share their storage, so a script that runs before all others gives each pane a part of its own.
 */

/**
 * Gives a pane its own storage, databases, locks and channels: those whose names begin with the frame's name. It all
 * ends with the tab. Runs in the browser as its source text, so it uses nothing from outside.
 */
export function separatePane(page: Window & typeof globalThis): void {
  const { name, sessionStorage: kept } = page;
  if (page.top === page || !/^pane-[a-z]+$/.test(name)) return;
  const own = (of: unknown) => `${name}:${of}`;

  const storageIn = (area: string): Storage => {
    const keyOf = (key: string) => own(`${area}:${key}`);
    const keys = () =>
      Object.keys(kept)
        .filter((key) => key.startsWith(keyOf('')))
        .map((key) => key.slice(keyOf('').length));
    return {
      get length() {
        return keys().length;
      },
      key: (index) => keys()[index] ?? null,
      getItem: (key) => kept.getItem(keyOf(key)),
      setItem: (key, value) => kept.setItem(keyOf(key), value),
      removeItem: (key) => kept.removeItem(keyOf(key)),
      clear: () => {
        for (const key of keys()) kept.removeItem(keyOf(key));
      },
    };
  };
  for (const area of ['localStorage', 'sessionStorage'])
    Object.defineProperty(page, area, { value: storageIn(area), configurable: true });

  const { open, deleteDatabase } = page.IDBFactory.prototype;
  page.IDBFactory.prototype.open = function (database, version) {
    return open.call(this, own(database), version);
  };
  page.IDBFactory.prototype.deleteDatabase = function (database) {
    return deleteDatabase.call(this, own(database));
  };
  const locks: { request(...given: unknown[]): Promise<unknown> } = page.LockManager.prototype;
  const { request } = locks;
  locks.request = function (lock, ...given) {
    return request.call(this, own(lock), ...given);
  };
  const { BroadcastChannel: Channel } = page;
  page.BroadcastChannel = class extends Channel {
    constructor(channel: string) {
      super(own(channel));
    }
  };
  // A pane that loads or changes doesn't take the focus from the page around it, or from the other pane.
  const { focus } = page.HTMLElement.prototype;
  page.HTMLElement.prototype.focus = function (options) {
    if (page.document.hasFocus()) focus.call(this, options);
  };
  // The page around the panes has one. Its updates would reload a pane.
  Reflect.deleteProperty(page.Navigator.prototype, 'serviceWorker');
}

/** Returns a page's HTML with the script, before every other. */
export const withPane = (template: string): string =>
  template.replace('<head>', (head) => `${head}<script>(${separatePane})(window)</script>`);
