import type { FormFacts, ToFrame } from '../protocol.ts';
import { confine } from './confine.ts';
import { dress, wear } from './look.ts';
import { Port } from './port.ts';
import { prepare, run } from './run.ts';

function listen(end: MessagePort, isConfined: boolean): void {
  const port = new Port(end);
  let begin: (facts: FormFacts) => void = () => undefined;
  end.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.kind === 'css') dress(data.css);
    else if (data.kind === 'prepare') {
      const sharing = prepare(data, port, isConfined);
      // Its failure goes to the page when the form is asked for.
      sharing.catch(() => undefined);
      begin = (facts) => run(data, sharing, facts, port);
    } else if (data.kind === 'start') begin(data.facts);
    else if (data.kind === 'look') wear(data.look);
    else if (data.kind === 'ping') port.send({ kind: 'pong' });
    else port.settle(data);
  };
}

// Directly in the page, nowhere else: a guest that nests this document again would be the page there.
if (parent === top && parent !== window) {
  const isConfined = confine();
  addEventListener(
    'message',
    ({ source, ports: [end] }) => {
      if (source === parent && end) listen(end, isConfined);
    },
    { once: true },
  );
  // Ready: the one message that does not go by the port.
  parent.postMessage(location.href, '*');
}
