import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Attacker } from '../../isolation/attacker.ts';
import { surveyModule } from '../../isolation/guest.ts';
import type { Programs } from '../../isolation/programs/program.ts';

/** Serves a page without any policy that runs the programs as a survey, to find out what the engine itself allows. */
export async function serveBare(programs: Programs, attacker: Attacker): Promise<{ url: string; close(): void }> {
  const page =
    '<!doctype html><meta charset="utf-8"><title>Bare</title><main></main><script src="/survey.js"></script>';
  const script = `(${surveyModule(programs, attacker)}).mount(document.querySelector('main'), {})`;
  const server = createServer(({ url }, answer) => {
    const isScript = url === '/survey.js';
    answer.setHeader('content-type', `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`);
    answer.end(isScript ? script : page);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
