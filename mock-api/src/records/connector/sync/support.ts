/** What a patient's resources refer to and no search by patient returns: names of people and places, medicines, files. */
import type { Resource } from '../../fhir/datatypes.ts';
import { attachmentKey, keyOf } from '../../fhir/references.ts';
import { isFields, readResource } from '../server/client.ts';
import { FhirFailure } from '../server/failure.ts';
import { SUPPORTING_TYPES } from '../server/types.ts';
import { forEachAtOnce, READS_AT_ONCE, type Server } from './pull.ts';

/** Most that are read at a time for one patient. */
const MOST = 500;

interface Attachment {
  url: string;
  contentType: string;
}

export interface Referred {
  keys: Set<string>;
  /** Key under which a file is stored -> where it is. */
  files: Map<string, Attachment>;
}

function collect(value: unknown, into: Referred): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into);
  if (!isFields(value)) return;
  const { reference, url, contentType, fileId } = value;
  const key = keyOf(reference);
  if (key !== undefined && SUPPORTING_TYPES.includes(key.split('/')[0] ?? '')) into.keys.add(key);
  if (typeof url === 'string' && typeof contentType === 'string' && fileId === undefined)
    into.files.set(attachmentKey(url), { url, contentType });
  for (const item of Object.values(value)) collect(item, into);
}

/** Returns what these resources refer to. */
export function referredIn(resources: Iterable<Resource>): Referred {
  const referred: Referred = { keys: new Set(), files: new Map() };
  for (const resource of resources) collect(resource, referred);
  return referred;
}

async function readFile({ client }: Server, { url, contentType }: Attachment, key: string): Promise<Resource> {
  const { type, bytes } = await client.readFile(url, contentType);
  const [resourceType = '', id = ''] = key.split('/');
  const declared = type === '' || type === 'application/octet-stream' ? contentType : type;
  return { resourceType, id, contentType: declared, data: bytes.toString('base64') };
}

export interface Support {
  /** Files that could not be fetched. */
  failedFiles: number;
}

/**
 * Reads what is referred to and not stored yet.
 * @param isStored whether a resource or file is stored, and need not be read again
 * @throws FhirFailure if the server can't be reached
 */
export async function readSupport(
  server: Server,
  { keys, files }: Referred,
  isStored: (key: string) => boolean,
  keep: (resource: Resource) => Promise<void>,
): Promise<Support> {
  const { client } = server;
  let failedFiles = 0;
  const read = async (key: string, work: () => Promise<Resource | undefined>, isFile: boolean) => {
    if (isStored(key)) return;
    try {
      const resource = await work();
      if (resource) return await keep(resource);
    } catch (error) {
      const isMissing = error instanceof FhirFailure && ['refused', 'unusable'].includes(error.reason);
      if (!isMissing) throw error;
    }
    if (isFile) failedFiles += 1;
  };
  await forEachAtOnce([...keys].slice(0, MOST), READS_AT_ONCE, (key) =>
    read(key, async () => readResource((await client.read(key)).value), false),
  );
  await forEachAtOnce([...files].slice(0, MOST), READS_AT_ONCE, ([key, attachment]) =>
    read(
      key,
      async () => (client.resolve(attachment.url) === undefined ? undefined : readFile(server, attachment, key)),
      true,
    ),
  );
  return { failedFiles };
}
