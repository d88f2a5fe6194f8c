/** What happens in the hospital while the demo's story plays: the laboratory reports a blood test. */
import { type Answer, failed } from '../answers.ts';
import { keyOf, type Resource, type ResourceStore } from '../store/resources.ts';
import { bloodTest } from './records.ts';

/** Of the patient whose story it is. */
const WRISTBAND = 'ER10000001';

/** Stores what is not there yet: the same story may play on two phones. */
function report(store: ResourceStore, resources: readonly Resource[]): void {
  for (const resource of resources) if (!store.latest(keyOf(resource))?.resource) store.put(resource);
}

/**
 * `POST` reports the blood test, `DELETE` takes it back, for a story that begins again. Both return the keys of the
 * report and its values.
 * @param wristband code of the patient; 404 for one who has no record here
 */
export function answerStory(store: ResourceStore, method: string, wristband: string): Answer {
  if (wristband !== WRISTBAND) return failed(404, 'not-found', 'no such patient');
  const resources = bloodTest(new Date().toISOString());
  const keys = resources.map(keyOf);
  if (method === 'POST') report(store, resources);
  else if (method === 'DELETE') for (const key of keys) store.remove(key);
  else return failed(405, 'not-supported', 'POST or DELETE');
  return { status: 200, body: { report: keys.at(-1), keys } };
}
