import { randomBytes, randomInt } from 'node:crypto';
import type { Api } from 'e2e/support/hospital/api';
import type { Chromium } from '../browser/launch.ts';
import { PageProxy } from '../browser/page-proxy.ts';
import type { DisplaySettings } from './options.ts';
import { Visit } from './visit.ts';

/** Names for the demo's patient; each examination picks one at random, so remotes can't recognise it. */
const FIRST_NAMES = ['Amélie', 'Noah', 'Priya', 'Wei', 'Fatima', 'Lucas', 'Chantal', 'Daniel'];
const LAST_NAMES = ['Tremblay', 'Okafor', 'Singh', 'Chen', 'Gagnon', 'Martin', 'Haddad', 'Campbell'];

const oneOf = (names: string[]) => names[randomInt(names.length)] ?? '';

/** Returns the demo's texts about its patient and their replacements for this examination. */
function person(domain: string): [from: string, to: string][] {
  const [first, last] = [oneOf(FIRST_NAMES), oneOf(LAST_NAMES)];
  const address = `${first}.${last}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z.]/g, '')
    .toLowerCase();
  return [
    ['patient@example.org', `${address}@${domain.split('.').slice(1).join('.')}`],
    ['"firstName":"Jordan"', `"firstName":"${first}"`],
    ['"lastName":"Avery"', `"lastName":"${last}"`],
    ['"demo":true', '"demo":false'],
  ];
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
export class Product {
  readonly running: RunningProduct;
  readonly chromium: Chromium;
  readonly proxy: PageProxy;
  readonly #site: string;
  readonly #token: string;

  private constructor(running: RunningProduct, chromium: Chromium, site: string, token: string) {
    this.running = running;
    this.chromium = chromium;
    this.#site = site;
    this.#token = token;
    const { host } = new URL(site);
    const [gateway, recorder] = [new URL(running.url).origin, new URL(running.recorderUrl)];
    const addresses = {
      gateway,
      recorder: recorder.origin,
      recorderPath: recorder.pathname,
      site,
      recorderSite: recorder.origin === gateway ? site : `https://feedback.${host.split('.').slice(1).join('.')}`,
    };
    this.proxy = new PageProxy(chromium.pipe, addresses, person(host));
  }

  /** @param site the page's origin, e.g. "https://lodestar.hospital.example"; a random one by default */
  static async open(running: RunningProduct, chromium: Chromium, site = someAddress()): Promise<Product> {
    return new Product(running, chromium, new URL(site).origin, await running.api.signIn('patient'));
  }

  /** Opens the list of events as a patient whose story has ended, with all four surveys to answer. */
  async visit({ display, pace, retention = 'keep' }: VisitRequest = {}): Promise<Visit> {
    await this.#freshStory();
    Object.assign(this.proxy, { retention, recorder: 'accepts' });
    this.proxy.posted.length = 0;
    return Visit.begin(this.chromium, this.proxy, {
      site: this.#site,
      token: this.#token,
      ...(display ? { display } : {}),
      ...(pace === undefined ? {} : { pace }),
    });
  }

  /**
   * Resets the story, so the submitted surveys are listed again, and reloads the list on the same phone. Deletes the
   * phone's databases: a receipt left there would be reported again, for the new story.
   */
  async reopen(visit: Visit): Promise<void> {
    this.proxy.release();
    await visit.close();
    await visit.page.deleteDatabases(this.#site);
    await this.#freshStory();
    await visit.load();
  }

  #freshStory(): Promise<void> {
    return this.running.api.playStory(this.#token, Number.POSITIVE_INFINITY);
  }
}

/** Returns a realistic hospital origin. It is never requested: the kit makes no requests beyond this machine. */
function someAddress(): string {
  const place = oneOf(['stmary', 'lakeside', 'notredame', 'general', 'riverview', 'mercy']);
  return `https://${oneOf(['care', 'lodestar', 'my', 'patients'])}.${place}-${randomBytes(2).toString('hex')}.ca`;
}
