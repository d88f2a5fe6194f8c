/** The hospital's forward proxy, through which calls to other organizations leave. */
import http from 'node:http';
import { type EnvironmentReader, HTTP } from '../environment.ts';

/** As Node reads them. */
export type ForwardProxy = Partial<Record<'HTTPS_PROXY' | 'HTTP_PROXY' | 'NO_PROXY', string>>;

const THIS_MACHINE = 'localhost,127.0.0.1,::1';

/** Reads the proxy of https and of http calls, and who is called directly. Returns undefined if there is no proxy. */
export function readForwardProxy(env: EnvironmentReader): ForwardProxy | undefined {
  const [https, plain] = [env.url('HTTPS_PROXY', HTTP), env.url('HTTP_PROXY', HTTP)];
  const exceptions = env.text('NO_PROXY');
  if (https === undefined && plain === undefined) return undefined;
  return {
    ...(https && { HTTPS_PROXY: https }),
    ...(plain && { HTTP_PROXY: plain }),
    NO_PROXY: exceptions === undefined ? THIS_MACHINE : `${exceptions},${THIS_MACHINE}`,
  };
}

/**
 * Has `fetch` and requests without an agent of their own use the proxy from now on, in this whole process. Calls between
 * the product's processes have their own agents.
 * @returns a function that undoes it
 */
export const useForwardProxy = (proxy: ForwardProxy | undefined): (() => void) =>
  proxy === undefined ? () => undefined : http.setGlobalProxyFromEnv(proxy);
