import type { FormFacts, ToFrame } from '../protocol.ts';
import { addStyles, applyAppearance } from './appearance.ts';
import { confine } from './confine.ts';
import { Port } from './port.ts';
import { prepare, run } from './run.ts';

function listen(end: MessagePort, isConfined: boolean): void {
  const port = new Port(end);
  let begin: (facts: FormFacts) => void = () => undefined;
  end.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.kind === 'css') addStyles(data.css);
    else if (data.kind === 'prepare') {
      const sharing = prepare(data, port, isConfined);
      // A failure is reported when the form starts.
      sharing.catch(() => undefined);
      begin = (facts) => run(data, sharing, facts, port);
    } else if (data.kind === 'start') begin(data.facts);
    else if (data.kind === 'look') applyAppearance(data.look);
    else if (data.kind === 'ping') port.send({ kind: 'pong' });
    else port.resolveRequest(data);
  };
}

// Only directly in the page: a guest could nest this document again and act as its page.
if (parent === top && parent !== window) {
  const isConfined = confine();
  addEventListener(
    'message',
    ({ source, ports: [end] }) => {
      if (source === parent && end) listen(end, isConfined);
    },
    { once: true },
  );
  // Ready: the only message that is not sent through the port.
  parent.postMessage(location.href, '*');
}
