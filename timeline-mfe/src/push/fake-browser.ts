/** A browser that can have pushes, for tests: its permission, its subscription, and what it was asked. */
export interface FakeBrowser {
  permission: NotificationPermission;
  /** What the person answers to the browser's own question. */
  answer: NotificationPermission;
  /** Key of the subscription that is there, as base64url; undefined for none. */
  key: string | undefined;
  endpoint: string;
  asked: number;
}

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;

/** Gives this page such a browser. */
export function giveBrowser(fields: Partial<FakeBrowser> = {}): FakeBrowser {
  const browser: FakeBrowser = {
    permission: 'default',
    answer: 'granted',
    key: undefined,
    endpoint: 'https://push.example.org/1',
    asked: 0,
    ...fields,
  };
  const subscription = () =>
    browser.key === undefined
      ? null
      : {
          endpoint: browser.endpoint,
          options: { applicationServerKey: bytesOf(browser.key) },
          toJSON: () => ({ endpoint: browser.endpoint, keys: {} }),
          unsubscribe: async () => {
            browser.key = undefined;
            return true;
          },
        };
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      browser.key = applicationServerKey;
      return subscription();
    },
  };
  const requestPermission = async () => {
    browser.asked += 1;
    browser.permission = browser.answer;
    return browser.answer;
  };
  const define = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { value, configurable: true });
  define(navigator, 'serviceWorker', { getRegistration: async () => ({ pushManager }) });
  define(globalThis, 'PushManager', class {});
  define(globalThis, 'Notification', {
    requestPermission,
    get permission() {
      return browser.permission;
    },
  });
  return browser;
}

/** Takes all of it away again. @param standalone what Safari on an iPhone says of the page; undefined in other browsers */
export function takeBrowser(standalone?: boolean): void {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'standalone');
  if (standalone !== undefined) {
    Object.defineProperty(navigator, 'standalone', { value: standalone, configurable: true });
  }
}
