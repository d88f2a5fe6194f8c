import { HELLO, type ToFrame } from '../protocol.ts';
import { confine } from './confine.ts';
import { dress, wear } from './look.ts';
import { Port } from './port.ts';
import { run } from './run.ts';

function listen(end: MessagePort, isConfined: boolean): void {
  const port = new Port(end);
  end.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.kind === 'start') {
      dress(data);
      run(data, port, isConfined);
    } else if (data.kind === 'look') wear(data.look);
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
  parent.postMessage(HELLO, '*');
}
