/** Fake browser with push support for tests: its permission, its subscription, and how often it has asked. */
interface FakeBrowser {
  permission: NotificationPermission;
  /** The user's answer to the permission prompt. */
  answer: NotificationPermission;
  /** Key of the current subscription, as base64url; undefined if not subscribed. */
  key: string | undefined;
  endpoint: string;
  asked: number;
}

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;

/** Installs a fake browser with push support in this page. */
export function installFakeBrowser(fields: Partial<FakeBrowser> = {}): FakeBrowser {
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

/** Removes the fake browser. @param standalone Safari on an iPhone: `navigator.standalone`; undefined elsewhere */
export function removeFakeBrowser(standalone?: boolean): void {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'standalone');
  if (standalone !== undefined) {
    Object.defineProperty(navigator, 'standalone', { value: standalone, configurable: true });
  }
}
