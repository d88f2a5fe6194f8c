import { randomBytes, randomInt } from 'node:crypto';
import type { Api } from 'e2e/support/hospital/api';
import type { Chromium } from '../browser/launch.ts';
import { PageProxy } from '../browser/page-proxy.ts';
import { type DisplaySettings, Visit } from './visit.ts';

const oneOf = (names: string[]) => names[randomInt(names.length)] ?? '';

/** Returns the demo's texts about its patient and random replacements, so that remotes can't recognise the kit. */
function person(domain: string): [own: string, seen: string][] {
  const first = oneOf(['Amélie', 'Noah', 'Priya', 'Wei', 'Fatima', 'Lucas', 'Chantal', 'Daniel']);
  const last = oneOf(['Tremblay', 'Okafor', 'Singh', 'Chen', 'Gagnon', 'Martin', 'Haddad', 'Campbell']);
  const letters = `${first}.${last}`.normalize('NFD').replaceAll(/[^A-Za-z.]/g, '');
  return [
    ['patient@example.org', `${letters.toLowerCase()}@${domain}`],
    ['"firstName":"Jordan"', `"firstName":"${first}"`],
    ['"lastName":"Avery"', `"lastName":"${last}"`],
    ['"demo":true', '"demo":false'],
  ];
}

/** Returns a realistic hospital origin. It is never requested: the kit makes no requests beyond this machine. */
function randomSite(): string {
  const place = oneOf(['stmary', 'lakeside', 'notredame', 'general', 'riverview', 'mercy']);
  return `https://${oneOf(['care', 'lodestar', 'my', 'patients'])}.${place}-${randomBytes(2).toString('hex')}.ca`;
}

/** A product that runs on this machine, and to which the kit may publish. */
export interface RunningProduct {
  /** Address of the gateway. */
  url: string;
  /** Address to which pages post surveys. */
  recorderUrl: string;
  deployRoot: string;
  api: Pick<Api, 'signIn' | 'playStory'>;
}

interface VisitRequest {
  display?: DisplaySettings;
  /** Pause before each touch, in milliseconds. */
  pace?: number;
  /** Whether answers are kept; the page passes this on to the remote. */
  retention?: 'keep' | 'drop';
}

/** The local product as a patient's phone sees it: its servers, a browser and the proxy between them. */
export type Product = Awaited<ReturnType<typeof openProduct>>;

/** @param address the page's, e.g. "https://lodestar.hospital.example"; a random one by default */
export async function openProduct(running: RunningProduct, chromium: Chromium, address = randomSite()) {
  const token = await running.api.signIn('patient');
  const { origin: site, host } = new URL(address);
  const domain = host.split('.').slice(1).join('.');
  const [{ origin: gateway }, recorder] = [new URL(running.url), new URL(running.recorderUrl)];
  const recorderSite = recorder.origin === gateway ? site : `https://feedback.${domain}`;
  const addresses = { gateway, recorder, site, recorderSite };
  const proxy = new PageProxy(chromium.pipe.session(), addresses, person(domain));
  const resetStory = () => running.api.playStory(token, Number.POSITIVE_INFINITY);
  return {
    running,
    proxy,
    /** Opens the list of events as a patient whose story has ended, with all four surveys to answer. */
    async visit({ retention = 'keep', display, pace }: VisitRequest = {}): Promise<Visit> {
      await resetStory();
      Object.assign(proxy, { retention, recorder: 'accepts' });
      proxy.posted.length = 0;
      return Visit.begin({ chromium, proxy, site, token, display, pace });
    },
    /**
     * Resets the story, so the submitted surveys are listed again, and reloads the list on the same phone. Deletes the
     * phone's databases: a receipt left there would be reported again, for the new story.
     */
    async reopen(visit: Visit): Promise<void> {
      proxy.release();
      await visit.close();
      await visit.page.deleteDatabases(site);
      await resetStory();
      await visit.load();
    },
  };
}
