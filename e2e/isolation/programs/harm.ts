import type { Programs } from './program.ts';

/** Programs that change what the page's own code relies on, or what the user sees. */
export const TAMPERING: Programs = {
  'replaces fetch': () => {
    globalThis.fetch = async () => new Response('tampered');
  },
  'replaces fetch of the parent': () => {
    parent.fetch = async () => new Response('tampered');
  },
  'gives every object a field': () => {
    Object.assign(Object.prototype, { tampered: true });
  },
  'gives every object of the parent a field': () => {
    Object.assign(Reflect.get(parent, 'Object').prototype, { tamperedFromBelow: true });
  },
  'replaces how lists are mapped': () => {
    Object.assign(Array.prototype, { map: () => ['tampered'] });
  },
  'replaces how promises go on': () => {
    Reflect.set(Promise.prototype, 'finally', () => 'tampered');
  },
  'replaces a global of the product': () => {
    Reflect.set(globalThis, '__lodestarIntegrity', () => 'tampered');
  },
  'writes into what the phone keeps': () => localStorage.setItem('tampered', 'yes'),
  'writes a cookie': () => cookieStore.set('tampered', 'yes'),
  'covers the page': ({ write }) => {
    const cover = 'position: fixed; inset: 0; z-index: 2147483647; opacity: 0.01';
    write(`<div class="tampered-cover" style="${cover}"></div>`);
  },
  'covers the page in the top layer': ({ add }) => add('dialog', { className: 'tampered-cover' }).showModal(),
  'shows a dialog of the browser': () => alert('tampered'),
  'changes the address': () => history.pushState({}, '', '/tampered'),
  'registers a service worker': () => navigator.serviceWorker.register('/sw.js', { scope: '/tampered/' }),
  'moves the focus again and again': ({ add }) => {
    const field = add('input', { className: 'tampered-focus' });
    setInterval(() => field.focus(), 20);
  },
  'listens to every click': ({ loot }) => {
    parent.document.addEventListener('click', () => loot('tampered'), true);
  },
  'goes on after its unmount': () => {
    setInterval(() => Reflect.set(globalThis, 'outlived', Date.now()), 20);
  },
};

/** Programs that talk to the page outside the contract. */
export const FORGERY: Programs = {
  'posts forged messages to the parent': () => {
    const shapes = ['submit', 'done', 'fail', 'draft', 'height', 'ready', 'code', 'file', 'focus', 'keepDraft'];
    for (const type of shapes) {
      const port = new MessageChannel().port1;
      const forged = {
        type,
        id: 1,
        responses: [{ question: 'triageOption', answer: 1 }],
        height: 1e9,
        file: '../../etc',
      };
      parent.postMessage(forged, '*', [port]);
      parent.postMessage([type, forged], '*');
      parent.postMessage(JSON.stringify(forged), '*');
    }
  },
  'submits what is no answer': ({ context }) => {
    const shapes = [null, 'text', 7, {}, [null], [{ question: {} }], [{ question: 'a', answer: { b: 1 } }]];
    for (const shape of shapes) Promise.resolve(context.submit(shape as never)).catch(() => undefined);
  },
  'submits a book': ({ context }) => context.submit([{ question: 'comments', answer: 'x'.repeat(5_000_000) }]),
  'keeps a draft of a book': ({ context }) =>
    context.keepDraft([{ question: 'comments', answer: 'x'.repeat(5_000_000) }]),
  'keeps a draft that is none': ({ context }) => context.keepDraft({ length: 1e9 } as never),
};

/** Programs that make the page remove the frame. Each runs alone. */
export const FLOODS: Programs = {
  'keeps drafts without end': ({ context }) => {
    setInterval(() => {
      for (let at = 0; at < 2_000; at++) context.keepDraft([{ question: 'comments', answer: String(at) }]);
    }, 10);
  },
  'posts messages to the parent without end': () => {
    setInterval(() => {
      for (let at = 0; at < 2_000; at++) parent.postMessage({ at }, '*');
    }, 10);
  },
  'grows without end': ({ container }) => {
    setInterval(() => {
      container.style.height = `${container.offsetHeight * 2 + 1_000}px`;
    }, 50);
  },
  'loops for ever': () => {
    for (;;);
  },
  'promises for ever': () => {
    const again = () => {
      Promise.resolve().then(again);
    };
    again();
  },
};

/** Programs that exhaust the phone's resources without a sign the page could detect. */
export const GREED: Programs = {
  'fills the memory': () => {
    const kept: Float64Array[] = [];
    Object.assign(globalThis, { kept });
    setInterval(() => kept.push(new Float64Array(1e6).fill(kept.length)), 50);
  },
};
